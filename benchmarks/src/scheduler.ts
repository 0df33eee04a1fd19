/**
 * What do the operations of the scheduler cost, and how does that grow with the number of jobs and alarms that wait?
 *
 * Each operation has a process of its own, in which policies and lengths take turns: what one needs of the engine's
 * compiled code is not spoilt by another.
 */
import { runChild } from "./child.ts";
import type { Operation } from "./scheduler/operations.ts";
import type { SchedulerOrder, SchedulerSamples } from "./scheduler/session.ts";
import { spreadOf } from "./turns.ts";

export const queueLengths = [100, 1_000, 10_000, 100_000] as const;

export interface SchedulerRow {
  readonly operation: Operation;
  /** Undefined where it makes no difference. */
  readonly policy: string | undefined;
  readonly length: number;
  /** Median nanoseconds. */
  readonly time: number;
  readonly quartiles: readonly [number, number];
  /** Against the shortest queue. */
  readonly ratio: number;
}

export interface SchedulerEffort {
  readonly repetitions: number;
  /** How many of an operation are timed together. */
  readonly count: number;
  /** Default: {@link queueLengths}. */
  readonly lengths?: readonly number[];
}

const session = new URL("./scheduler/session.ts", import.meta.url);

export async function measureScheduler(
  operations: readonly Operation[],
  { repetitions, count, lengths = queueLengths }: SchedulerEffort,
): Promise<SchedulerRow[]> {
  const rows: SchedulerRow[] = [];
  for (const operation of operations) {
    const order: SchedulerOrder = { operation, lengths, repetitions, count };
    const measured = await runChild<SchedulerSamples[]>(`scheduler, ${operation}`, session, order);
    for (const { policy, length, samples } of measured) {
      const { median: time, quartiles } = spreadOf(samples);
      const shortest = measured.find((other) => other.policy === policy && other.length === lengths[0]);
      const ratio = time / spreadOf(shortest?.samples ?? []).median;
      rows.push({ operation, policy, length, time, quartiles, ratio });
    }
  }
  return rows;
}
