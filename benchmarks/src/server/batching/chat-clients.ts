/**
 * The clients of the chat, in a process of their own: 2,000 connections, of which one in each room reads what it gets, and the others speak. Those that speak
 * throw away what they get unread, so that the clients cost less than the server.
 */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { WebSocket } from "ws";
import { answerAbout, serverOrder } from "../load/serve-measured.ts";
import type { ClientSample, Speech } from "./measure.ts";
import { type Kind, kindNames, kinds } from "./variants.ts";

const { port, rooms, members } = serverOrder<{ port: number; rooms: number; members: number }>();

const speakers: Socket[][] = [];
let latencies: Record<Kind, number[]> = { alert: [], chat: [], typing: [] };
/** What is sent before is not measured. */
let from = Number.POSITIVE_INFINITY;
let [sent, heard] = [0, 0];

async function join(): Promise<void> {
  for (let room = 0; room < rooms; room++) {
    const reader = new WebSocket(`ws://127.0.0.1:${port}/${room}`, { perMessageDeflate: false });
    reader.on("message", (data) => {
      const now = performance.now();
      for (const { k, t } of JSON.parse(String(data)) as { k: Kind; t: number }[]) {
        heard++;
        if (t >= from) latencies[k].push(now - t);
      }
    });
    await once(reader, "open");
    speakers.push(await Promise.all(Array.from({ length: members - 1 }, () => speaker(room))));
  }
}

/** A connection that reads nothing after the handshake. */
async function speaker(room: number): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  const key = randomBytes(16).toString("base64");
  const head = `GET /${room} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade`;
  socket.write(`${head}\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`);
  const [answer] = await once(socket, "data");
  if (!String(answer).startsWith("HTTP/1.1 101")) throw new Error(`no handshake: ${answer}`);
  return socket.on("data", () => {}).on("error", () => {});
}

/** A frame of text as clients send it: masked, by zeros, which leave it as it is. */
function frameOf(text: string): Buffer {
  const payload = Buffer.from(text);
  const head =
    payload.length < 126
      ? Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0])
      : Buffer.from([0x81, 0xfe, payload.length >> 8, payload.length & 255, 0, 0, 0, 0]);
  return Buffer.concat([head, payload]);
}

/** Speaks for a while: bursts in random rooms at random instants, which do not wait for answers. */
function speak({ seed, rate, ms, burst, within }: Speech): Promise<void> {
  // Seeds beside each other begin alike.
  const random = xoroshiro128plus(Math.imul(seed, 0x9e3779b1));
  for (let i = 0; i < 20; i++) random.next();
  const draw = () => uniformFloat64(random);
  const start = performance.now();
  const plan: { at: number; room: number; kind: Kind; member: number }[] = [];
  for (let at = 0; ; ) {
    at += (-Math.log(1 - draw()) * 1000 * burst) / rate;
    if (at > ms) break;
    const room = Math.floor(draw() * rooms);
    for (let left = burst; left > 0; left--) {
      const hundredth = draw() * 100;
      const kind = hundredth < kinds.alert ? "alert" : hundredth < kinds.alert + kinds.chat ? "chat" : "typing";
      plan.push({ at: at + draw() * within, room, kind, member: Math.floor(draw() * (members - 1)) });
    }
  }
  plan.sort((a, b) => a.at - b.at);
  let next = 0;
  return new Promise((resolve) => {
    const tick = () => {
      const now = performance.now() - start;
      for (; next < plan.length && (plan[next]?.at ?? 0) <= now; next++) {
        const { at, room, kind, member } = plan[next] as (typeof plan)[number];
        // Latency counts from when it was to be sent.
        const said = { k: kind, r: room, t: start + at, x: "so it was a goal after all, and what a goal it was" };
        speakers[room]?.[member]?.write(frameOf(JSON.stringify(said)));
        sent++;
      }
      if (next === plan.length && now >= ms) resolve();
      else setTimeout(tick, 1);
    };
    tick();
  });
}

answerAbout({
  async join() {
    await join();
    return { connections: rooms * members };
  },
  begin() {
    latencies = { alert: [], chat: [], typing: [] };
    from = Number.POSITIVE_INFINITY;
    sent = 0;
    heard = 0;
  },
  speak: (speech) => speak(speech as Speech),
  measure() {
    from = performance.now();
  },
  count: () => ({ sent, heard }),
  collect(): ClientSample {
    const { user, system } = process.cpuUsage();
    const sorted = Object.fromEntries(kindNames.map((kind) => [kind, latencies[kind].sort((a, b) => a - b)]));
    const all = Object.values(sorted)
      .flat()
      .sort((a, b) => a - b);
    const at = (values: readonly number[], part: number) =>
      values[Math.min(values.length - 1, Math.floor(part * values.length))] ?? Number.NaN;
    const summary = (values: readonly number[]) => ({
      count: values.length,
      p50: at(values, 0.5),
      p99: at(values, 0.99),
    });
    return {
      ...{ sent, heard, cpu: (user + system) / 1000 },
      all: summary(all),
      kinds: Object.fromEntries(kindNames.map((kind) => [kind, summary(sorted[kind] ?? [])])) as ClientSample["kinds"],
    };
  },
});
process.send?.({ port: 0 });
