/** What the test does in the page. Each scenario gives what is to be compared, in plain data. */
import { PartitionedScheduler } from "@preempt/runtime/partitioned";
import type { jobs } from "./jobs.ts";

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

const makeWorker = () => new Worker(new URL("./jobs.ts", import.meta.url), { type: "module" });

const scenarios = {
  /** An urgent job while an annotated one runs in the same worker; every time on the page's clock. */
  async overtake() {
    await using rt = new PartitionedScheduler<typeof jobs>({ worker: makeWorker, cores: 1 });
    await rt.ready();
    const order: string[] = [];
    const bulky = rt.submit("countPrimes", { args: [2_000_000], deadline: 10_000 });
    const primes = bulky.then((count) => order.push("bulky") && count);
    await pause(50);
    const urgent = rt.submit("answer", { deadline: 10 });
    const answer = await urgent.then((value) => order.push("urgent") && value);
    const result = { answer, primes: await primes, order, preemptions: bulky.preemptions };
    const times = [bulky.release, bulky.start, urgent.start, urgent.finish, bulky.finish];
    return { ...result, times, response: urgent.responseTime };
  },
  async twoCores() {
    await using rt = new PartitionedScheduler<typeof jobs>({ worker: makeWorker, cores: 2 });
    const both = [1, 2].map(() => rt.submit("countPrimes", { args: [300_000] }));
    return { counts: await Promise.all(both), cores: both.map((job) => job.core) };
  },
  async transfer() {
    await using rt = new PartitionedScheduler<typeof jobs>({ worker: makeWorker, cores: 1 });
    const bytes = new Uint8Array(1000);
    const filled = rt.submit("fill", { args: [bytes], transfer: [bytes.buffer] });
    const left = bytes.byteLength;
    return { left, sum: (await filled).reduce((a, b) => a + b, 0) };
  },
  async errors() {
    const reported: string[] = [];
    await using rt = new PartitionedScheduler<typeof jobs>({
      worker: makeWorker,
      cores: 1,
      onError: (error) => reported.push((error as Error).message),
    });
    const error: Error = await rt.submit("fail").then(
      () => new Error("no error"),
      (thrown) => thrown,
    );
    await rt.submit("throwLater");
    while (reported.length === 0) await pause(5);
    // Browsers let a worker live on after that, and so do we.
    const answer = await rt.submit("answer");
    return { failed: [error instanceof RangeError, error.message, error.cause], reported, answer };
  },
  async crash() {
    const reported: string[] = [];
    await using rt = new PartitionedScheduler<typeof jobs>({
      worker: makeWorker,
      cores: 1,
      onError: (error) => reported.push((error as Error).message),
    });
    const bystander = rt.submit("answer", { delay: 60_000 });
    await rt.submit("close").catch(() => {});
    const lost = await bystander.catch((error: Error) => error.message);
    return { lost, reported, answer: await rt.submit("answer") };
  },
  async missing() {
    await using rt = new PartitionedScheduler({
      worker: () => new Worker("/not-there.js", { type: "module" }),
      cores: 1,
    });
    return await rt.submit("answer").then(String, (error: Error) => error.message);
  },
};

export type Scenarios = typeof scenarios;

declare global {
  interface Window {
    partitioned: Scenarios;
  }
}

window.partitioned = scenarios;
