/** A process of its own for one operation of the scheduler: prints its samples as JSON. */
import { orderOf } from "../child.ts";
import { takeTurns } from "../turns.ts";
import { asksPolicy, measures } from "./measure.ts";
import type { Operation } from "./operations.ts";
import { policies } from "./policies.ts";

export interface SchedulerOrder {
  readonly operation: Operation;
  readonly lengths: readonly number[];
  readonly repetitions: number;
  readonly count: number;
}

export interface SchedulerSamples {
  readonly policy: string | undefined;
  readonly length: number;
  readonly samples: readonly number[];
}

const { operation, lengths, repetitions, count } = orderOf<SchedulerOrder>();
const chosen = asksPolicy(operation) ? policies : policies.slice(0, 1);
const cases = chosen.flatMap(({ name, policy }) => lengths.map((length) => ({ name, policy, length })));
// To fill the longest queues takes most of the time: warming up does without them.
for (let i = 0; i < 3; i++) for (const { policy } of chosen) await measures[operation](policy, lengths[0] ?? 1, count);
const samples = await takeTurns(
  cases.map(({ policy, length }) => async () => {
    // With the garbage that was collected, the engine threw away compiled code that knew some of it.
    await measures[operation](policy, lengths[0] ?? 1, count);
    return await measures[operation](policy, length, count);
  }),
  { repetitions, warmUps: 0 },
);
const report = cases.map(
  ({ name, length }, i): SchedulerSamples => ({
    policy: asksPolicy(operation) ? name : undefined,
    length,
    samples: samples[i] ?? [],
  }),
);
process.stdout.write(JSON.stringify(report));
