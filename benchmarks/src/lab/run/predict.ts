/** What analysis and simulation say of a cell before it is run. */
import type { SystemModel } from "@preempt/runtime/analysis";
import type { ChainBound } from "../analyze/analysis.ts";
import { analyzeForKernel } from "../analyze/kernel-test.ts";
import { chainsOf, hasEvents } from "../chains.ts";
import type { LoopCosts } from "../overheads/system.ts";
import { preemptionOf } from "../regions.ts";
import type { SimulateOptions } from "../simulate/options.ts";
import type { ChainOutcome } from "../simulate/outcome.ts";
import { simulateSet } from "../simulate/simulate.ts";
import { hasSuspension } from "../suspension.ts";
import type { TaskSet } from "../task-set.ts";
import { withMeasuredSuspensions } from "./as-executed.ts";
import { type Cell, runSetOf } from "./cell.ts";
import { type Costs, cautiousCosts, withCosts } from "./costs.ts";
import type { RunSet, Settings } from "./order.ts";
import { type PolicyBounds, policyBounds, unorderedChain } from "./policy-bounds.ts";
import type { CellResult } from "./result.ts";
import { type VariantName, variantOf } from "./variant.ts";

/** Times in microseconds; null: no bound, or none that the test gives. */
export interface Prediction {
  readonly key: string;
  readonly set: string;
  readonly variant: VariantName;
  readonly policy: "edf" | "fp" | "fifo" | "loop";
  /** The tests of an ideal processor, without costs: exact ones, or those of the models that need others. */
  readonly sched: boolean | null;
  readonly R: readonly (number | null)[] | null;
  /** The kernel's own test, or that of the set with all costs in it; without a kernel the same as `sched`. */
  readonly admitted: boolean;
  readonly bound: readonly (number | null)[] | null;
  /** The kernel under virtual time, with its slices and costs. */
  readonly misses: number;
  readonly maxResponse: readonly (number | null)[];
  /** Of sets with chains, in their order. */
  readonly chains?: readonly ChainPrediction[];
}

export interface ChainPrediction {
  readonly name: string;
  /** Of an ideal processor. */
  readonly ideal: ChainBound;
  /** With the costs. */
  readonly bound: ChainBound;
  readonly simulated: ChainOutcome;
}

export interface PredictOptions extends Partial<Pick<Settings, "suspension" | "seed">> {
  /** What the event loop costs without the kernel. Default: cautious numbers. */
  readonly loop?: LoopCosts;
  /**
   * The run, if it is over. Awaited timers are late, so the bounds with costs of jobs that suspend themselves are those of the
   * longest suspensions that were measured.
   */
  readonly result?: CellResult;
}

const policies: Readonly<Record<VariantName, Prediction["policy"]>> = {
  fcfs: "fifo",
  loop: "loop",
  fp: "fp",
  edf: "edf",
  "fp-paper": "fp",
  "edf-paper": "edf",
};

/** Terms of one test. */
const maxSteps = 5_000_000;

export function predict(
  cell: RunSet & Pick<Cell, "key" | "set" | "variant">,
  system: Omit<SystemModel, "policy">,
  horizon: number,
  { suspension = "max", seed = 1, loop = cautiousCosts.loop, result }: PredictOptions = {},
): Prediction {
  const { key, set, variant } = cell;
  const policy = policies[variant];
  const own: TaskSet = { id: set, ...runSetOf(cell) };
  const ideal = policyBounds(own, variant, false, maxSteps);
  const costly = boundsWithCosts(own, variant, { system, loop }, result);
  const simulated = simulateSet(simulatedSet(own, variant), {
    policy: policy === "fifo" ? "loop" : policy,
    horizon,
    suspension,
    seed,
    ...(variantOf(variant).kernel === undefined ? {} : sliced(system)),
  });
  return {
    key,
    set,
    variant,
    policy,
    sched: ideal.sched,
    R: ideal.R,
    admitted: variantOf(variant).kernel === undefined ? ideal.sched === true : costly.sched === true,
    bound: costly.R,
    misses: simulated.misses,
    maxResponse: simulated.metrics.maxResponse,
    ...(simulated.chains !== undefined && {
      chains: simulated.chains.map((outcome, i) => ({
        name: outcome.name,
        ideal: ideal.chains[i] as ChainBound,
        bound: costly.chains[i] as ChainBound,
        simulated: outcome,
      })),
    }),
  };
}

/** By the kernel's own test, where it knows the set; with the costs in the set otherwise. */
function boundsWithCosts(
  own: TaskSet,
  variant: VariantName,
  costs: Costs,
  result: CellResult | undefined,
): PolicyBounds {
  const { kernel } = variantOf(variant);
  const isLeftOut = hasSuspension(own.tasks) || hasEvents(own);
  // The kernel's own test is of one thread.
  if (kernel !== undefined && !isLeftOut && own.threads === undefined) {
    const { admitted, R } = analyzeForKernel(own, costs.system)[kernel.policy === "fp" ? "fp" : "edf"];
    return { sched: admitted, R, chains: chainsOf(own).map(({ tasks }) => unorderedChain(own, tasks, R)) };
  }
  if (kernel !== undefined && (preemptionOf(own) !== "full" || own.tasks.some(({ cs }) => cs !== undefined))) {
    // No test covers event-triggered chains together with these on a kernel with slices.
    return { sched: null, R: null, chains: chainsOf(own).map(() => ({ sched: null, R: null })) };
  }
  const set = result === undefined ? own : withMeasuredSuspensions(own, result);
  return policyBounds(withCosts(set, variant, costs), variant, true, maxSteps);
}

/** Without queues callbacks go by age. */
function simulatedSet({ tasks, loop, ...set }: TaskSet, variant: VariantName): TaskSet {
  if (variant !== "fcfs") return { ...set, tasks, ...(loop !== undefined && { loop }) };
  return { ...set, tasks: tasks.map(({ queue: _, ...task }) => task) };
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
