/**
 * What does a job on another thread cost, and what do two threads bring? Against what stands below it in the same run:
 * messages of plain workers, answered by hand. Samples take turns, and medians are compared.
 *
 * - An empty job there and back, one after the other, against a message there and back.
 * - The same with an object as argument and result, which is cloned both ways.
 * - A thousand empty jobs submitted in one turn, against a thousand messages posted in one turn: processor time of
 *   all threads, since throughput is what counts there, and other programs' share of the machine does not.
 * - Eight equal jobs on two cores, against one Scheduler on this thread, and against two plain workers with four each.
 */
import { Worker } from "node:worker_threads";
import { Scheduler } from "@preempt/runtime";
import { PartitionedScheduler } from "@preempt/runtime/partitioned";
import type { Question } from "./partitioned/plain.ts";
import type { jobs } from "./partitioned/served.ts";
import { collatz } from "./partitioned/work.ts";
import { median } from "./statistics.ts";

export interface PartitionedReport {
  /** Median microseconds, and the ratio of the medians. */
  readonly trips: readonly {
    readonly name: string;
    readonly message: number;
    readonly job: number;
    readonly ratio: number;
  }[];
  /** Median milliseconds for all jobs. */
  readonly speedUp: {
    readonly jobs: number;
    readonly scheduler: number;
    readonly partitioned: number;
    readonly plainWorkers: number;
    /** How many times faster than on one thread. */
    readonly ratio: number;
    readonly plainRatio: number;
  };
}

const batch = 1000;
const cpuJobs = 8;
const record = { id: 7, name: "a record", values: [1, 2, 3, 4, 5, 6, 7, 8], nested: { flag: true } };

/** @param options.repetitions Samples of each kind. */
export async function measurePartitioned({ repetitions }: { repetitions: number }): Promise<PartitionedReport> {
  const file = (name: string) => new URL(`./partitioned/${name}.ts`, import.meta.url);
  await using rt = new PartitionedScheduler<typeof jobs>({ worker: () => new Worker(file("served")), cores: 2 });
  await rt.ready();
  const workers = [new Worker(file("plain")), new Worker(file("plain"))] as const;
  try {
    const [first] = workers;
    const one = async (submit: () => PromiseLike<unknown>) => {
      for (let i = 0; i < batch; i++) await submit();
    };
    const cases = [
      {
        name: "empty, one by one",
        measure: time,
        message: () => one(() => ask(first, { echo: undefined })),
        job: () => one(() => rt.submit("nothing", { core: 0 })),
      },
      {
        name: "an object, one by one",
        measure: time,
        message: () => one(() => ask(first, { echo: record })),
        job: () => one(() => rt.submit("echo", { args: [record], core: 0 })),
      },
      {
        name: `${batch} in one turn (CPU)`,
        measure: processorTime,
        message: () =>
          askAll(
            first,
            Array.from({ length: batch }, () => ({ echo: undefined })),
          ),
        job: () => Promise.all(Array.from({ length: batch }, () => rt.submit("nothing", { core: 0 }))),
      },
    ];
    const samples = cases.map(() => ({ message: [] as number[], job: [] as number[] }));
    const speed = { scheduler: [] as number[], partitioned: [] as number[], plainWorkers: [] as number[] };
    const local = new Scheduler();
    const upTo = await sizeFor(30);
    const share = Array.from({ length: cpuJobs / 2 }, () => ({ collatz: upTo }));
    for (let round = -2; round < repetitions; round++) {
      for (const [i, { measure, message, job }] of cases.entries()) {
        const times = { message: (await measure(message)) / batch, job: (await measure(job)) / batch };
        if (round < 0) continue;
        samples[i]?.message.push(times.message * 1000);
        samples[i]?.job.push(times.job * 1000);
      }
      const all = <T>(submit: () => PromiseLike<T>) => Promise.all(Array.from({ length: cpuJobs }, submit));
      const scheduler = await time(() => all(() => local.submit(collatz, { args: [upTo] })));
      const partitioned = await time(() => all(() => rt.submit("collatz", { args: [upTo] })));
      const plainWorkers = await time(() => Promise.all(workers.map((worker) => askAll(worker, share))));
      if (round < 0) continue;
      speed.scheduler.push(scheduler);
      speed.partitioned.push(partitioned);
      speed.plainWorkers.push(plainWorkers);
    }
    const [scheduler, partitioned, plainWorkers] = [speed.scheduler, speed.partitioned, speed.plainWorkers].map(
      median,
    ) as [number, number, number];
    return {
      trips: cases.map(({ name }, i) => {
        const message = median(samples[i]?.message ?? []);
        const job = median(samples[i]?.job ?? []);
        return { name, message, job, ratio: job / message };
      }),
      speedUp: {
        jobs: cpuJobs,
        scheduler,
        partitioned,
        plainWorkers,
        ratio: scheduler / partitioned,
        plainRatio: scheduler / plainWorkers,
      },
    };
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

export function partitionedTable({ trips, speedUp }: PartitionedReport): string {
  const micro = (value: number) => `${value.toFixed(1)} µs`.padStart(12);
  const milli = (value: number) => `${value.toFixed(0)} ms`.padStart(9);
  return [
    "there and back                   message          job    ratio",
    ...trips.map(
      ({ name, message, job, ratio }) =>
        `${name.padEnd(26)} ${micro(message)} ${micro(job)} ${ratio.toFixed(2).padStart(7)}x`,
    ),
    "",
    `${speedUp.jobs} equal jobs                           time   speed-up`,
    `one Scheduler, this thread       ${milli(speedUp.scheduler)}      1.00x`,
    `PartitionedScheduler, 2 cores    ${milli(speedUp.partitioned)} ${speedUp.ratio.toFixed(2).padStart(9)}x`,
    `two plain workers, by hand       ${milli(speedUp.plainWorkers)} ${speedUp.plainRatio.toFixed(2).padStart(9)}x`,
  ].join("\n");
}

function ask(worker: Worker, question: Question): Promise<unknown> {
  return new Promise((resolve) => {
    worker.once("message", resolve);
    worker.postMessage(question);
  });
}

function askAll(worker: Worker, questions: readonly Question[]): Promise<unknown> {
  return new Promise<void>((resolve) => {
    let left = questions.length;
    const listener = () => {
      if (--left > 0) return;
      worker.off("message", listener);
      resolve();
    };
    worker.on("message", listener);
    for (const question of questions) worker.postMessage(question);
  });
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const from = process.hrtime.bigint();
  await run();
  return Number(process.hrtime.bigint() - from) / 1e6;
}

/** Of all threads, in milliseconds. */
async function processorTime(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** How large a job has to be to take about so many milliseconds here, once its code is warm. */
async function sizeFor(ms: number): Promise<number> {
  for (let upTo = 1000; ; upTo *= 2) {
    const times: number[] = [];
    for (let i = 0; i < 3; i++) times.push(await time(async () => collatz(upTo)));
    if (Math.min(...times) > ms) return upTo;
  }
}
