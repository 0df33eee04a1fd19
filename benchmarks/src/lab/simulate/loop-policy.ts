/** Which callback the event loop runs next, as a policy of the kernel; and when timers come. */
import type { Policy } from "@preempt/runtime";
import { timerJitter } from "@preempt/runtime/analysis";
import { Random } from "../generate/random.ts";
import { jitterOf } from "../run/order.ts";
import { type TaskParameters, type TaskSet, timerQueue } from "../task-set.ts";
import type { SimulateOptions } from "./options.ts";

/** Instants are below, levels above. */
const levelUnit = 2 ** 42;

export interface LoopPolicy {
  readonly policy: Policy;
  /** What comes after an `await` is a callback of its own, as old as the end of the awaited time. */
  readonly resumes: (job: object, at: number) => void;
}

/** By priority, which {@link loopPriorities} gives, and within one by age. */
export function loopPolicy(): LoopPolicy {
  const resumed = new WeakMap<object, number>();
  return {
    policy: {
      name: "loop",
      key: (job) => -job.priority * levelUnit + (resumed.get(job) ?? job.release),
      roundRobin: false,
    },
    resumes: (job, at) => resumed.set(job, at),
  };
}

/**
 * A priority for each task: its queue's level. Where the loop may choose, it goes through the queues of a level in an order
 * drawn from the seed, all callbacks of one before those of the next: the worst choice for the last of them.
 */
export function loopPriorities({ tasks, loop = {} }: TaskSet, seed = 1): number[] {
  const { levels = {}, choice = "oldest" } = loop;
  const queues = [...new Set(tasks.map(({ queue = "" }) => queue))];
  const drawn = choice === "any" ? new Random(seed).shuffle(queues.map((_, i) => i)) : queues.map(() => 0);
  const level = (queue: string) => (Object.hasOwn(levels, queue) ? (levels[queue] as number) : 0);
  const places = new Map(queues.map((queue, i) => [queue, level(queue) * queues.length + (drawn[i] as number)]));
  return tasks.map(({ queue = "" }) => 0 - (places.get(queue) as number));
}

/** How long after its arrival the k-th timer of a task comes; undefined: it is no timer, or none is late. */
export function timerDelay(
  { loop = {} }: TaskSet,
  task: TaskParameters,
  i: number,
  { jitter = "random", seed = 1 }: SimulateOptions,
): ((k: number, arrival: number) => number) | undefined {
  if (task.queue !== timerQueue || timerJitter(loop) === 0) return undefined;
  const { granularity = 1, lateness = 0 } = loop;
  const { J = 0 } = task;
  const late = { ...task, J: J + lateness };
  return (k, arrival) => {
    const drawn = jitter === "max" ? J + lateness : jitterOf(late, i, k, seed);
    // The time that was asked for may be late, too; then comes the clock of timers, then the loop.
    const asked = arrival + Math.min(J, drawn);
    return Math.ceil(asked / granularity) * granularity + Math.max(0, drawn - J) - arrival;
  };
}
