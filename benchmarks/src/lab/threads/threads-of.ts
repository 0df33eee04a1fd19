/** The threads of a set: which of them runs which task, and how long a message takes from one to another. */
import { tasksBefore } from "../chains.ts";
import { mainThread, type TaskParameters, type TaskSet } from "../parameters.ts";
import { placeOfThread, threadNames } from "./names.ts";
import { placedThreads } from "./placement.ts";

export interface Threads {
  readonly names: readonly string[];
  /** By task: the place of its thread. */
  readonly of: readonly number[];
}

/** Least and most, in microseconds. */
export type Delay = readonly [least: number, most: number];

const known = new WeakMap<object, Threads>();

/** Undefined: the set has one thread, and says nothing of it. */
export function threadsOf(set: TaskSet): Threads | undefined {
  if (set.threads === undefined) return undefined;
  const before = known.get(set);
  if (before !== undefined) return before;
  const names = threadNames(set.threads);
  const given = set.tasks.map(({ thread }) => placeOfThread(names, thread) ?? (names.length === 1 ? 0 : undefined));
  const of = given.every((thread) => thread !== undefined) ? given : placedThreads(set, names, given);
  const found = { names, of };
  known.set(set, found);
  return found;
}

/** How many messages it takes from one thread to another: all but the main thread talk to the main thread alone. */
export function hopsBetween({ names }: Pick<Threads, "names">, from: number, to: number): number {
  if (from === to) return 0;
  return names[from] === mainThread || names[to] === mainThread ? 1 : 2;
}

/** How long it takes from the end of a job of one task to where another one is released, or reads its data. */
export function delayBetween(set: TaskSet, threads: Threads, from: number, to: number): Delay {
  return times(set, hopsBetween(threads, threads.of[from] as number, threads.of[to] as number));
}

/** By task: what releases its jobs later than the end of the job before, or than their arrival. Undefined: nothing. */
export function releaseMessages(set: TaskSet): (Delay | undefined)[] {
  const threads = threadsOf(set);
  if (threads === undefined) return set.tasks.map(() => undefined);
  const before = tasksBefore(set);
  return set.tasks.map((task, i) => {
    const first = before[i];
    const delay = first === undefined ? submission(set, threads, task, i) : delayBetween(set, threads, first, i);
    return delay[1] === 0 ? undefined : delay;
  });
}

function submission(set: TaskSet, { names, of }: Threads, { submitted }: TaskParameters, task: number): Delay {
  return times(set, submitted === true && names[of[task] as number] !== mainThread ? 1 : 0);
}

function times({ messages }: TaskSet, hops: number): Delay {
  const [least, most] = messages?.delay ?? [0, 0];
  return [hops * least, hops * most];
}

/** The tasks of each thread, by place. */
export function tasksByThread({ names, of }: Threads): number[][] {
  return names.map((_, thread) => [...of.keys()].filter((task) => of[task] === thread));
}
