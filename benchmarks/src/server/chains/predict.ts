/** What the laboratory says of the task set: bounds by `analyze`, the longest responses by `simulate`. Milliseconds. */
import { analyzeSet } from "../../lab/analyze/analyze-set.ts";
import { tasksBefore } from "../../lab/chains.ts";
import { Random } from "../../lab/generate/random.ts";
import { simulateSet } from "../../lab/simulate/simulate.ts";
import type { TaskSet } from "../../lab/task-set.ts";
import { type KindName, kindNames, kinds } from "./kinds.ts";
import type { Model } from "./model.ts";

/** By kind and stage, from the instant at which the request was sent to the end of the stage; null: no bound. */
export interface Predicted {
  readonly bounds: Readonly<Record<KindName, readonly (number | null)[]>>;
  readonly simulated: Readonly<Record<KindName, readonly (number | null)[]>>;
}

/** Microseconds of one simulation. */
const horizon = 4_000_000;

/** @param simulations With other offsets each; the first one has all requests at once */
export function predict({ set, margin }: Model, simulations: number): Predicted {
  const { loop, edf } = analyzeSet(set);
  const responses = set.loop === undefined ? edf.R : (loop?.R ?? null);
  const longest = set.tasks.map(() => 0);
  for (let i = 0; i < simulations; i++) {
    const { metrics } = simulateSet(withOffsets(set, i), {
      ...{ policy: set.loop === undefined ? "edf" : "loop", horizon, seed: i },
      jitter: i % 2 === 0 ? "max" : "random",
    });
    metrics.maxResponse.forEach((response, task) => {
      longest[task] = Math.max(longest[task] as number, response ?? 0);
    });
  }
  const byStage = <Value>(of: (task: number, kind: KindName) => Value) =>
    Object.fromEntries(
      kindNames.map((kind) => [
        kind,
        kinds[kind].stages.map((name) =>
          of(
            set.tasks.findIndex((task) => task.name === `${kind} ${name}`),
            kind,
          ),
        ),
      ]),
    ) as Record<KindName, Value[]>;
  return {
    bounds: byStage((task, kind) => {
      const R = responses?.[task] ?? null;
      return R === null || (margin > 0 && R > kinds[kind].D * 1000 - margin) ? null : R / 1000;
    }),
    simulated: byStage((task) => (simulations === 0 ? null : (longest[task] as number) / 1000)),
  };
}

function withOffsets(set: TaskSet, i: number): TaskSet {
  const random = new Random(i, 77);
  const before = tasksBefore(set);
  const tasks = set.tasks.map((task, k) => {
    const O = random.integer(0, task.T - 1);
    return i === 0 || before[k] !== undefined ? task : { ...task, O };
  });
  return { ...set, tasks };
}
