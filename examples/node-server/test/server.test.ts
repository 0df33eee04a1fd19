/** The server as it is started, and beside it the same one without the transform. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const server of running) server.kill();
  running.clear();
});

/** Starts the server. Gives its address and the lines that it prints from then on. */
async function start(...args: string[]) {
  const server = spawn(process.execPath, [...args, "src/main.ts"], { stdio: ["ignore", "pipe", "inherit"] });
  running.add(server);
  const printed: string[] = [];
  const lines = createInterface({ input: server.stdout });
  const [address] = (await once(lines, "line")) as [string];
  lines.on("line", (line) => printed.push(line));
  return { address, printed };
}

const preemptable = ["--import", "@preempt/transformer/register"];
const get = async (url: string, signal?: AbortSignal) => (await fetch(url, { signal: signal ?? null })).json();

/** How many requests are answered, one after the other, before two reports are there. */
async function answeredMeanwhile(address: string, rows: number): Promise<number> {
  let isReady = false;
  const reports = Promise.all([1, 2].map(() => get(`${address}/report?rows=${rows}`)));
  const done = reports.then(() => {
    isReady = true;
  });
  await wait(50);
  let answered = 0;
  while (!isReady && answered < 1000) {
    await get(`${address}/health`);
    if (!isReady) answered++;
  }
  await done;
  return answered;
}

test("requests are answered while reports are made, in the first come first served server they are not", async () => {
  const rows = 500_000;
  const { address } = await start(...preemptable);
  const plain = await start();
  expect(await get(`${address}/report?rows=${rows}`)).toEqual(await get(`${plain.address}/report?rows=${rows}`));
  const answered = await answeredMeanwhile(address, rows);
  expect(answered).toBeGreaterThan(20);
  expect(await answeredMeanwhile(plain.address, rows)).toBeLessThan(answered / 10);
});

test("a report that nobody waits for any more is called off", async () => {
  const { address, printed } = await start(...preemptable);
  const leave = new AbortController();
  const report = get(`${address}/report?rows=3000000`, leave.signal);
  await wait(50);
  leave.abort();
  await expect(report).rejects.toThrow("abort");
  for (let i = 0; i < 100 && printed.length === 0; i++) await wait(20);
  expect(printed).toEqual(["/report?rows=3000000: called off"]);
  expect(await get(`${address}/report?rows=10`)).toMatchObject({ rows: 10 });
});
