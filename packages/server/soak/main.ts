/**
 * A soak of a server: Fastify with requests as jobs, in real time, among clients of all kinds, for so long.
 *
 *   npm run soak:server -- [--minutes 10] [--rate 60] [--idle 500] [--seed 1]
 *
 * Each second `rate` requests come, at random instants: urgent and bulky ones, bodies of JSON, clients that leave, uploads that
 * break off, slow clients, bodies that are no JSON, floods of headers; and `idle` connections are open that ask for nothing. At the end the server is told to end
 * while requests are under way. Exits with 1 if a request was lost or answered wrongly, a handler was called twice for one, the figures of
 * a class do not add up, the server does not end, or its heap is not flat: the median of the last third of the samples may be at most
 * 10 % and 2 MB above that of the second third.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { campaignWords } from "../../transformer/test/kit/campaign-words.ts";
import { clients, type Fate } from "./clients.ts";

const { values } = campaignWords(import.meta.url, {
  options: {
    minutes: { type: "string", default: "10" },
    rate: { type: "string", default: "60" },
    idle: { type: "string", default: "500" },
    seed: { type: "string", default: "1" },
  },
});
const [minutes, rate, idleCount] = [Number(values.minutes), Number(values.rate), Number(values.idle)];
if (!(minutes > 0 && rate > 0 && idleCount >= 0)) {
  throw new Error("Give --minutes and --rate above 0, and --idle of 0 or more.");
}

let randomState = Number(values.seed) | 0;
/** Park and Miller's "minimal standard", good enough to mix. Below `n`. */
function below(n: number): number {
  randomState = (Math.imul(randomState, 48_271) + 11) & 0x7fffffff;
  return Math.floor((randomState / 0x80000000) * n);
}

const server = fork(new URL("server.ts", import.meta.url), { execArgv: ["--import", "@preempt/transformer/register"] });
const ended = once(server, "exit");
const [{ address }] = (await once(server, "message")) as [{ address: string }];
const { host } = new URL(address);

const faults: string[] = [];
const idle: Socket[] = [];
for (let i = 0; i < idleCount; i++) {
  const [name = "", port = ""] = host.split(":");
  const socket = connect(Number(port), name);
  socket.on("error", (error) => void faults.push(`an idle connection: ${error.message}`));
  idle.push(socket);
  // A queue of the system holds those that the server has yet to accept.
  if (i % 100 === 99) await once(socket, "connect");
}

const fates: Record<Fate, number> = { answered: 0, refused: 0, left: 0, "turned away": 0 };
const underWay = new Set<Promise<void>>();
let sent = 0;
let isEnding = false;

function send(): void {
  const id = `r${sent++}`;
  let kind = below(100);
  const [, client] = clients.find(([share]) => {
    kind -= share;
    return kind < 0;
  }) as (typeof clients)[number];
  const done = client(host, id, below)
    .then(
      (fate) => void fates[fate]++,
      // A server that ends closes its doors.
      (error) => void (isEnding ? fates.refused++ : faults.push(`${id}: ${error.message} ${error.cause ?? ""}`)),
    )
    .finally(() => underWay.delete(done));
  underWay.add(done);
}

interface Counts {
  readonly twice: number;
  readonly heapUsed: number;
  readonly load: Record<string, Record<string, number>>;
}
const counts = async () => (await fetch(`${address}/counts`)).json() as Promise<Counts>;

const samples: number[] = [];
const start = performance.now();
const length = minutes * 60_000;
let nextSample = 1;
for (let due = start; due < start + length; due += (-Math.log(1 - below(1e6) / 1e6) * 1000) / rate) {
  await wait(Math.max(0, due - performance.now()));
  send();
  if (due - start < (nextSample * length) / 30) continue;
  const { heapUsed } = await counts();
  samples.push(heapUsed / 1e6);
  console.log(
    `${((due - start) / 1000).toFixed(0)} s: ${sent} requests, ${JSON.stringify(fates)}, heap ${(heapUsed / 1e6).toFixed(1)} MB`,
  );
  nextSample++;
}
await Promise.all(underWay);
const last = await counts();
for (const [name, one] of Object.entries(last.load)) {
  if (one.ready !== 0 || one.running !== 0)
    faults.push(`${name} has ${one.ready} waiting and ${one.running} running at the end`);
}
if (last.twice > 0) faults.push(`${last.twice} handlers were called twice for a request`);
const sum = Object.values(fates).reduce((a, b) => a + b, 0);
if (sum + faults.length < sent) faults.push(`${sent - sum} requests of ${sent} were lost`);

const open = idle.filter(({ closed }) => !closed).length;
if (open < idleCount) faults.push(`${idleCount - open} of ${idleCount} idle connections were closed`);
for (const socket of idle) socket.removeAllListeners("error").on("error", () => {});

for (let i = 0; i < 30; i++) send();
await wait(20);
isEnding = true;
server.kill("SIGTERM");
const [code] = (await Promise.race([ended, wait(20_000, ["no end"])])) as [unknown];
if (code !== 0) faults.push(`the server ended with ${code}`);
for (const socket of idle) socket.destroy();
await Promise.race([Promise.all(underWay), wait(10_000)]);
if (underWay.size > 0) faults.push(`${underWay.size} requests hear nothing when the server has ended`);

const median = (list: number[]) => list.sort((a, b) => a - b)[list.length >> 1] as number;
const third = Math.floor(samples.length / 3);
const [second, final] = [median(samples.slice(third, 2 * third)), median(samples.slice(2 * third))];
if (final > second * 1.1 + 2) faults.push(`the heap grew from ${second.toFixed(1)} to ${final.toFixed(1)} MB`);
console.log(
  `${sent} requests: ${JSON.stringify(fates)}; heap ${second?.toFixed(1)} MB in the second third, ${final?.toFixed(1)} in the last`,
);
for (const fault of faults.slice(0, 20)) console.error(fault);
console.log(faults.length === 0 ? "nothing was lost, nothing was answered twice" : `${faults.length} faults`);
process.exit(faults.length === 0 ? 0 : 1);
