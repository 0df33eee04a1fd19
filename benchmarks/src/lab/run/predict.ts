/** What analysis and simulation say of a cell before it is run. */
import type { SystemModel } from "@preempt/runtime/analysis";
import { analyzeSet } from "../analyze/analyze-set.ts";
import type { SimulateOptions } from "../simulate/options.ts";
import { simulateSet } from "../simulate/simulate.ts";
import type { TaskSet } from "../task-set.ts";
import type { Cell } from "./cell.ts";
import type { VariantName } from "./variant.ts";

/** Times in microseconds; null: no bound, or none that the test gives. */
export interface Prediction {
  readonly key: string;
  readonly set: string;
  readonly variant: VariantName;
  readonly policy: "edf" | "fp" | "fifo";
  /** The exact test of an ideal processor, without costs. */
  readonly sched: boolean | null;
  readonly R: readonly (number | null)[] | null;
  /** The kernel's own test; for "fcfs", which has no kernel, the same as `sched`. */
  readonly admitted: boolean;
  readonly bound: readonly (number | null)[] | null;
  /** The kernel under virtual time, with its slices and costs. */
  readonly misses: number;
  readonly maxResponse: readonly (number | null)[];
}

const policies: Readonly<Record<VariantName, "edf" | "fp" | "fifo">> = {
  fcfs: "fifo",
  loop: "fifo",
  fp: "fp",
  edf: "edf",
  "fp-paper": "fp",
  "edf-paper": "edf",
};

export function predict(
  { key, set, tasks, variant }: Pick<Cell, "key" | "set" | "tasks" | "variant">,
  system: Omit<SystemModel, "policy">,
  horizon: number,
): Prediction {
  const policy = policies[variant];
  const own: TaskSet = { id: set, tasks };
  const analysis = analyzeSet(own, { also: ["kernel"], system, maxSteps: 5_000_000 });
  const { sched, R } = verdictOf(analysis, policy);
  const kernel = analysis.kernel?.[policy];
  const simulated = simulateSet(own, {
    policy,
    horizon,
    ...(policy === "fifo" ? { preemption: "none" } : sliced(system)),
  });
  return {
    key,
    set,
    variant,
    policy,
    sched,
    R,
    admitted: policy === "fifo" ? sched === true : kernel?.admitted === true,
    bound: kernel?.R ?? null,
    misses: simulated.misses,
    maxResponse: simulated.metrics.maxResponse,
  };
}

function verdictOf({ dm, edf, fifo }: ReturnType<typeof analyzeSet>, policy: Prediction["policy"]) {
  if (policy === "fp") return dm;
  if (policy === "edf") return edf;
  return { sched: fifo.sched, R: null };
}

/** What the kernel is set to, in the microseconds of a simulation. */
export function sliced({ slice, overrun = 0, switchCost, eventLoop }: Omit<SystemModel, "policy">): SimulateOptions {
  return {
    preemption: "sliced",
    slice: Math.round((slice - overrun) * 1000),
    round: Math.round((eventLoop?.round ?? slice) * 1000),
    dispatchCost: Math.round(switchCost * 1000),
    eventLoopCost: Math.round((eventLoop?.time ?? 0) * 1000),
  };
}
