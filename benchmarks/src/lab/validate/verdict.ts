/** What came of it. */
import type { SystemModel } from "@preempt/runtime/analysis";
import { median, quantile } from "../../statistics.ts";
import { measuredResponses } from "../run/compare.ts";
import type { CellResult } from "../run/result.ts";
import { type Tested, utilisations } from "./experiment.ts";

export interface Verdict {
  readonly system: Omit<SystemModel, "policy">;
  /** Accepted cells that were executed, and of them: disturbed by others; with a job that executed longer than its C. */
  readonly executed: number;
  readonly disturbed: number;
  readonly beyondModel: number;
  /** The others: these count. */
  readonly counted: number;
  readonly jobs: number;
  /** Soundness: there must be none. */
  readonly misses: number;
  /** Tasks of counted runs whose longest response was above the bound of the test: there must be none. */
  readonly aboveBound: number;
  /** Of runs that do not count, for comparison. */
  readonly missesOfOthers: number;
  readonly acceptance: readonly AcceptancePoint[];
  readonly tightness: Readonly<Record<TestedPolicy, Tightness>>;
}

export const testedPolicies = ["fp", "edf"] as const;
export type TestedPolicy = (typeof testedPolicies)[number];
export const policyWords: Readonly<Record<TestedPolicy, string>> = { fp: "fixed priorities", edf: "EDF" };

/** Longest response of each task over its bound: simulated, and measured in counted runs. */
export interface Tightness {
  readonly simulated: readonly number[];
  readonly measured: readonly number[];
}

/** Shares of the sets of one utilisation, from 0 to 1. */
export interface AcceptancePoint {
  readonly policy: TestedPolicy;
  readonly utilisation: number;
  readonly sets: number;
  /** By the exact test of an ideal processor. */
  readonly ideal: number;
  /** By the kernel's own. */
  readonly kernel: number;
  /** Simulated with the kernel's slices and costs from the instant at which all tasks arrive: without a miss. */
  readonly simulated: number;
}

export function verdictOf(
  system: Omit<SystemModel, "policy">,
  tested: readonly Tested[],
  all: readonly CellResult[],
): Verdict {
  const byKey = new Map(tested.map((each) => [each.cell.key, each]));
  // The file may have more: of sets that were tested before, or accepted for another system.
  const results = all.filter(({ key }) => byKey.get(key)?.prediction.admitted === true);
  const isBeyond = ({ tasks }: CellResult) => tasks.some(({ C, execution }) => execution.max > C);
  const quiet = results.filter(({ disturbed }) => !disturbed);
  const counted = quiet.filter((result) => !isBeyond(result));
  const tightness = {
    fp: tightnessOf("fp", byKey, tested, counted),
    edf: tightnessOf("edf", byKey, tested, counted),
  };
  const sum = (of: readonly CellResult[], field: "jobs" | "misses") =>
    of.reduce((all, result) => all + result[field], 0);
  return {
    system,
    executed: results.length,
    disturbed: results.length - quiet.length,
    beyondModel: quiet.length - counted.length,
    counted: counted.length,
    jobs: sum(counted, "jobs"),
    misses: sum(counted, "misses"),
    aboveBound: testedPolicies.flatMap((policy) => tightness[policy].measured).filter((share) => share > 1).length,
    missesOfOthers: sum(results, "misses") - sum(counted, "misses"),
    acceptance: testedPolicies.flatMap((policy) =>
      utilisations.map((utilisation) => acceptanceOf(tested, policy, utilisation)),
    ),
    tightness,
  };
}

function acceptanceOf(tested: readonly Tested[], policy: TestedPolicy, utilisation: number): AcceptancePoint {
  const own = tested.filter(
    ({ prediction, nominal }) => prediction.policy === policy && Math.abs(nominal - utilisation) < 1e-9,
  );
  const share = (passes: (each: Tested) => boolean) => own.filter(passes).length / Math.max(1, own.length);
  return {
    policy,
    utilisation,
    sets: own.length,
    ideal: share(({ prediction }) => prediction.sched === true),
    kernel: share(({ prediction }) => prediction.admitted),
    simulated: share(({ prediction }) => prediction.misses === 0),
  };
}

function tightnessOf(
  policy: TestedPolicy,
  byKey: ReadonlyMap<string, Tested>,
  tested: readonly Tested[],
  counted: readonly CellResult[],
): Tightness {
  const shares = (bound: readonly (number | null)[] | null, responses: readonly (number | null)[]) =>
    responses.flatMap((response, i) => {
      const limit = bound?.[i] ?? null;
      return response === null || limit === null ? [] : [response / limit];
    });
  const own = tested.filter(({ prediction }) => prediction.policy === policy);
  const predictionOf = ({ key }: CellResult) => byKey.get(key)?.prediction;
  return {
    simulated: own
      .filter(({ prediction }) => prediction.admitted)
      .flatMap(({ prediction }) => shares(prediction.bound, prediction.maxResponse)),
    measured: counted
      .filter((result) => predictionOf(result)?.policy === policy)
      .flatMap((result) => shares(predictionOf(result)?.bound ?? null, measuredResponses(result))),
  };
}

export function verdictText(verdict: Verdict): string {
  const { executed, disturbed, beyondModel, counted, jobs, misses, aboveBound, missesOfOthers, tightness } = verdict;
  const ratio = (values: readonly number[]) =>
    values.length === 0 ? "-" : `median ${median(values).toFixed(2)}, 95 % below ${quantile(values, 0.95).toFixed(2)}`;
  return [
    `${executed} accepted cells were executed: ${counted} count, ${disturbed} were disturbed by others, in ${beyondModel} a job`,
    "executed longer than its C.",
    `Those that count: ${jobs} jobs, ${misses} missed deadlines, ${aboveBound} responses above the bound.`,
    `The others: ${missesOfOthers} missed deadlines.`,
    ...testedPolicies.map((policy) => {
      const { simulated, measured } = tightness[policy];
      return `Longest response over bound, ${policyWords[policy]}: simulated ${ratio(simulated)}; measured ${ratio(measured)}.`;
    }),
    "",
  ].join("\n");
}
