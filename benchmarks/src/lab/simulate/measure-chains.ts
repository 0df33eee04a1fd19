/** How long the chains of a simulated set took. */
import { type Chain, chainsOf } from "../chains.ts";
import type { TaskSet } from "../task-set.ts";
import { arrivalsOf, type DelayOptions, messageDelay } from "../threads/message-delays.ts";
import { delayBetween, threadsOf } from "../threads/threads-of.ts";
import type { ChainOutcome, JobOutcome } from "./outcome.ts";

/**
 * @param maxResponse By task, from the arrival of the first job of an event-triggered chain
 * @param options For the messages between threads
 */
export function measureChains(
  set: TaskSet,
  jobs: readonly JobOutcome[],
  maxResponse: readonly (number | null)[],
  options: DelayOptions = {},
): ChainOutcome[] {
  const byTask = new Map<number, JobOutcome[]>();
  for (const job of jobs) {
    const own = byTask.get(job[0]);
    if (own === undefined) byTask.set(job[0], [job]);
    else own.push(job);
  }
  return chainsOf(set).map((chain) => {
    const { name, trigger, tasks } = chain;
    if (trigger === "event") return { name, trigger, response: maxResponse[tasks.at(-1) as number] ?? null };
    return { name, trigger, ...measured(runsOf(set, chain, byTask, options)) };
  });
}

/** Of each task of the chain: its jobs in order, and when the next task can read what they wrote. */
function runsOf(
  set: TaskSet,
  { tasks }: Chain,
  byTask: ReadonlyMap<number, readonly JobOutcome[]>,
  options: DelayOptions,
): Run[][] {
  const threads = threadsOf(set);
  return tasks.map((task, place) => {
    const own = byTask.get(task) ?? [];
    const next = tasks[place + 1];
    const delay = threads === undefined || next === undefined ? undefined : delayBetween(set, threads, task, next);
    const ends = own.map(([, , , , end]) => end);
    const seen =
      delay === undefined || delay[1] === 0
        ? ends
        : arrivalsOf(ends, (k) => messageDelay(delay, task, next as number, k, options));
    return own.map(([, , , start, end], k) => ({ start, end, seen: seen[k] as number }));
  });
}

/** No data is passed before all tasks of the chain have started once. */
function measured(runs: readonly (readonly Run[])[]) {
  const ready = Math.max(...runs.map((own) => own[0]?.start ?? Number.POSITIVE_INFINITY));
  const [first = [], ...others] = runs;
  const last = runs.at(-1) as typeof first;
  let [reaction, age, ageUntilReplaced] = [null, null, null] as [Longest, Longest, Longest];
  for (let k = 1; k < first.length; k++) {
    // An input that came right after the start of the job before has just been missed.
    const input = (first[k - 1] as Run).start;
    if (input < ready) continue;
    let run: Run | undefined = first[k];
    for (const own of others) run = run && nextAfter(own, run.seen);
    if (run !== undefined) reaction = Math.max(reaction ?? 0, run.end - input);
  }
  last.forEach(({ start, end }, k) => {
    let read: number | undefined = start;
    for (const own of runs.slice(0, -1).reverse()) read = read === undefined ? undefined : lastBefore(own, read)?.start;
    if (read === undefined || read < ready) return;
    age = Math.max(age ?? 0, end - read);
    const next = last[k + 1];
    if (next !== undefined) ageUntilReplaced = Math.max(ageUntilReplaced ?? 0, next.end - read);
  });
  return { reaction, age, ageUntilReplaced };
}

type Longest = number | null;

interface Run {
  readonly start: number;
  readonly end: number;
  /** On another thread later than at its end. */
  readonly seen: number;
}

/** The first that starts at `time` or later. */
function nextAfter(runs: readonly Run[], time: number): Run | undefined {
  let [from, to] = [0, runs.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((runs[middle] as Run).start >= time) to = middle;
    else from = middle + 1;
  }
  return runs[from];
}

/** The last whose data can be read at `time`. */
function lastBefore(runs: readonly Run[], time: number): Run | undefined {
  let [from, to] = [0, runs.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((runs[middle] as Run).seen > time) to = middle;
    else from = middle + 1;
  }
  return runs[from - 1];
}
