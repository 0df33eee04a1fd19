/**
 * A soak: the kernel in real time on Node, with a random mix of everything, for so long and for so many jobs at least.
 *
 *   npm run soak -- [--minutes 10] [--jobs 1000000] [--seed 1]
 *
 * Jobs compute, await timers and each other, lock, enter critical sections, throw, are cancelled by hand and by signal,
 * run in servers, groups and tasks, and have limits. Prints jobs per second and the heap after a collection, thirty times.
 * Exits with 1 if a count does not add up, or if the heap is not flat: the median of the last third of the samples may
 * be at most 5 % and 1 MB above that of the second third. (The first third warms caches up.)
 */

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { aging, ConstantBandwidthServer, edf, type Job, JobGroup, Resource, Scheduler } from "@preempt/runtime";
import { attachAsync, settle, state, wait } from "@preempt/runtime/abi";
import { campaignWords } from "../packages/transformer/test/kit/campaign-words.ts";

const { values } = campaignWords(import.meta.url, {
  options: {
    minutes: { type: "string", default: "10" },
    jobs: { type: "string", default: "1000000" },
    seed: { type: "string", default: "1" },
  },
});
const [minutes, least] = [Number(values.minutes), Number(values.jobs)];
if (!(minutes > 0 && least > 0)) throw new Error("Give --minutes and --jobs above 0.");

setFlagsFromString("--expose-gc");
const gc = runInNewContext("gc") as () => void;

let randomState = Number(values.seed) | 0;
/** Park and Miller's "minimal standard", good enough to mix. Below `n`. */
function below(n: number): number {
  randomState = (Math.imul(randomState, 48_271) + 11) & 0x7fffffff;
  return Math.floor((randomState / 0x80000000) * n);
}

const counts = {
  submitted: 0,
  released: 0,
  finished: 0,
  settled: 0,
  awaited: 0,
  early: 0,
  overlaps: 0,
  errors: 0,
  expected: 0,
};
const ends: Record<string, number> = {};
const live = new Set<Job>();

const rt = new Scheduler({
  policy: aging(edf, { patience: 50 }),
  observer: {
    jobReleased: () => void counts.released++,
    jobFinished: (job) => {
      // An alarm that a job of the server sets is a job of the server, which nobody submitted here.
      if (job.name === "alarm") return;
      counts.finished++;
      ends[job.state] = (ends[job.state] ?? 0) + 1;
      live.delete(job);
    },
  },
  // Jobs that fail on purpose and that nobody awaits; anything else is a fault.
  onError: (error) => {
    if (error instanceof Error && error.message === "on purpose") counts.expected++;
    else {
      counts.errors++;
      console.error(error);
    }
  },
});
const resources = ["A", "B", "C"].map((name) => new Resource(rt, { name }));
const inside = new Map<Resource, Job>();
const server = new ConstantBandwidthServer(rt, { budget: 2, period: 10 });
const group = new JobGroup(rt, { concurrency: 4 });
setInterval(() => {
  group.pause();
  setTimeout(() => group.resume(), 2);
}, 20).unref();
// From now on jobs are counted.
void rt.load;

function* compute(points: number): Generator<undefined, number> {
  let sum = 0;
  for (let i = 0; i < points; i++) {
    if (--state.budget < 0) yield;
    sum += i % 7;
  }
  return sum;
}

/** The body of a job: a few things, one after the other. */
function* body(depth: number): Generator<unknown, unknown, unknown> {
  const job = rt.currentJob as Job;
  for (let things = below(3) + 1; things > 0; things--) {
    const what = below(100);
    if (what < 60) yield* compute(below(400));
    else if (what < 66) yield wait(Promise.resolve(what));
    else if (what < 70) yield wait(new Promise((resolve) => setTimeout(resolve, below(4))));
    else if (what < 72) yield wait(new Promise<void>((resolve) => alarm(below(4), resolve)));
    else if (what < 82) {
      const resource = resources[below(3)] as Resource;
      using _lock = yield* resource.acquire() as Generator<undefined, Disposable>;
      if (inside.has(resource)) counts.overlaps++;
      inside.set(resource, job);
      try {
        yield* compute(below(200));
        if (below(8) === 0) yield wait(Promise.resolve());
      } finally {
        inside.delete(resource);
      }
    } else if (what < 88) {
      using _section = rt.criticalSection();
      yield* compute(below(200));
    } else if (what < 94 && depth < 3) yield wait(submit(depth + 1).catch(() => {}));
    else if (what < 96) throw new Error("on purpose");
    else {
      for (const other of live) {
        if (other !== job) other.cancel("by another job");
        break;
      }
    }
  }
  return settle(undefined);
}

/** An alarm after `ms`, which must not be early. */
function alarm(ms: number, callback: () => void): void {
  const due = rt.now() + ms;
  rt.alarm({ in: ms }, () => {
    if (rt.now() < due) counts.early++;
    callback();
  });
}

function submit(depth: number): Job {
  const fn = attachAsync(async () => {}, function* () {
    return yield* body(depth);
  } as never);
  const controller = below(20) === 0 ? new AbortController() : undefined;
  const options = {
    inherit: below(2) === 0,
    ...(below(3) > 0 && { deadline: 1 + below(50) }),
    ...(below(10) === 0 && { delay: below(5) }),
    ...(controller !== undefined && { signal: controller.signal as never }),
    ...(below(20) === 0 && { timeout: { after: 1 + below(20), do: () => {} } }),
    ...(below(20) === 0 && { limit: 0.05 * (1 + below(10)) }),
    ...(below(20) === 0 && { onMiss: "cancel" as const, late: "refuse" as const }),
  };
  counts.submitted++;
  const where = below(10);
  const job: Job = (where === 0 ? server : where === 1 ? group : rt).submit(fn, options);
  live.add(job);
  if (controller !== undefined) setTimeout(() => controller.abort("aborted"), below(5));
  if (below(3) > 0) {
    const done = () => void counts.settled++;
    job.then(done, done);
    counts.awaited++;
  }
  return job;
}

const started = performance.now();
const until = started + minutes * 60_000;
const task = rt.task(
  attachAsync(async () => {}, function* () {
    return yield* body(3);
  } as never) as () => unknown,
  { period: 5, backlog: 4, onMiss: "cancel" },
);
let ticks = 0;
const firstTick = rt.now() + 3;
const tick = rt.alarm({ every: 3 }, () => {
  if (rt.now() < firstTick + 3 * ticks++) counts.early++;
});

const samples: number[] = [];
let nextSample = started + minutes * 2000;
let lastCount = 0;
let lastTime = started;
while (performance.now() < until || counts.submitted < least) {
  // So many at a time that the kernel always has work and never a mountain of it.
  for (let i = below(40); i > 0 && live.size < 200; i--) submit(0);
  await new Promise((resolve) => (below(50) === 0 ? setTimeout(resolve, below(3)) : setImmediate(resolve)));
  if (performance.now() >= nextSample) {
    nextSample += minutes * 2000;
    sample();
  }
}
task.stop();
tick.cancel();
await rt.idle();
await new Promise((resolve) => setTimeout(resolve, 50));
sample();

const made = counts.submitted + task.released;
const seconds = (performance.now() - started) / 1000;
console.log(
  `${made} jobs in ${seconds.toFixed(0)} s: ${JSON.stringify(ends)}; ${counts.awaited} awaited, ${counts.expected} failures reported; ` +
    `task: ${task.released} released, ${task.skipped} skipped, ${task.misses} missed`,
);
const faults: string[] = [];
const claim = (holds: boolean, what: string) => void (holds || faults.push(what));
claim(counts.finished === made, `${counts.finished} of ${made} jobs have finished`);
claim(counts.settled === counts.awaited, `${counts.settled} of ${counts.awaited} awaited jobs have settled`);
claim(counts.errors === 0, `${counts.errors} errors that nobody meant`);
claim(counts.overlaps === 0, `${counts.overlaps} times two jobs had one resource`);
claim(counts.early === 0, `${counts.early} alarms were early`);
claim(live.size === 0, `${live.size} jobs are alive`);
claim(
  resources.every((resource) => !resource.isLocked),
  "a resource is locked",
);
const third = Math.floor(samples.length / 3);
const [middle, last] = [median(samples.slice(third, 2 * third)), median(samples.slice(2 * third))];
console.log(`heap after collection: ${mb(middle)} MB in the second third, ${mb(last)} MB in the last`);
claim(third > 0 && last <= middle * 1.05 + 1e6, "the heap is not flat");
for (const fault of faults) console.error(`fault: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;

function sample(): void {
  gc();
  const { heapUsed } = process.memoryUsage();
  samples.push(heapUsed);
  const now = performance.now();
  const rate = ((counts.finished - lastCount) / (now - lastTime)) * 1000;
  console.log(`${((now - started) / 1000).toFixed(1)} s: ${rate.toFixed(0)} jobs/s, heap ${mb(heapUsed)} MB`);
  lastCount = counts.finished;
  lastTime = performance.now();
}

function median(list: number[]): number {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(2);
}
