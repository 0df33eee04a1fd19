/** What analyses and simulations say of one set. A thread of the pool does this: see scale/pool.ts. */
import type { SystemModel } from "@preempt/runtime/analysis";
import { analyzeSet } from "../../analyze/analyze-set.ts";
import { sliced } from "../../run/predict.ts";
import type { Keyed } from "../../scale/keyed.ts";
import type { SimulateOptions } from "../../simulate/options.ts";
import { simulateSet } from "../../simulate/simulate.ts";
import { utilisationOf } from "../../task-set.ts";
import type { CallbackSet } from "./sets.ts";

/** Analyses, by who shares out the processor. */
export const testNames = ["FIFO", "two queues", "FP ideal", "EDF ideal", "FP kernel", "EDF kernel"] as const;
export type TestName = (typeof testNames)[number];

export const simulatedNames = ["FIFO", "two queues", "FP kernel", "EDF kernel"] as const;
export type SimulatedName = (typeof simulatedNames)[number];

export interface TestItem {
  readonly set: CallbackSet;
  readonly system: Omit<SystemModel, "policy">;
  /** Jobs released before are simulated. Microseconds. */
  readonly horizon: number;
}

/** A line of the result file. */
export interface TestedSet extends Keyed, Pick<CallbackSet, "share" | "nominal"> {
  /** The set's id. */
  readonly key: string;
  readonly utilisation: number;
  /** Microseconds. */
  readonly longestC: number;
  readonly shortestD: number;
  /** Null: undecided. */
  readonly accepted: Readonly<Record<TestName, boolean | null>>;
  readonly simulated: Readonly<Record<SimulatedName, { readonly jobs: number; readonly misses: number }>>;
}

const maxSteps = 5_000_000;

export function testEach({ set, system, horizon }: TestItem): TestedSet {
  const { dm, edf, fifo, loop, kernel } = analyzeSet(set, { also: ["kernel"], system, maxSteps });
  const simulate = (options: SimulateOptions) => {
    const { misses, metrics } = simulateSet(set, { ...options, horizon });
    return { jobs: metrics.released, misses };
  };
  return {
    key: set.id,
    share: set.share,
    nominal: set.nominal,
    utilisation: utilisationOf(set),
    longestC: Math.max(...set.tasks.map(({ C }) => C)),
    shortestD: Math.min(...set.tasks.map(({ D }) => D)),
    accepted: {
      FIFO: fifo.sched,
      "two queues": loop?.sched ?? null,
      "FP ideal": dm.sched,
      "EDF ideal": edf.sched,
      "FP kernel": kernel?.fp.admitted ?? null,
      "EDF kernel": kernel?.edf.admitted ?? null,
    },
    simulated: {
      FIFO: simulate({ policy: "fifo", preemption: "none" }),
      "two queues": simulate({ policy: "loop" }),
      "FP kernel": simulate({ policy: "fp", ...sliced(system) }),
      "EDF kernel": simulate({ policy: "edf", ...sliced(system) }),
    },
  };
}
