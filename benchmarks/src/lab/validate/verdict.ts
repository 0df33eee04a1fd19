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
  /** Responses above the bound of the test (fixed priorities; for EDF it gives none). */
  readonly aboveBound: number;
  /** Of runs that do not count, for comparison. */
  readonly missesOfOthers: number;
  readonly acceptance: readonly AcceptancePoint[];
  /** Longest response of each task over its bound, under fixed priorities: simulated, and measured in counted runs. */
  readonly tightness: { readonly simulated: readonly number[]; readonly measured: readonly number[] };
}

/** Shares of the sets of one utilisation, from 0 to 1. */
export interface AcceptancePoint {
  readonly policy: "fp" | "edf";
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
  results: readonly CellResult[],
): Verdict {
  const byKey = new Map(tested.map((each) => [each.cell.key, each]));
  const isBeyond = ({ tasks }: CellResult) => tasks.some(({ C, execution }) => execution.max > C);
  const quiet = results.filter(({ disturbed }) => !disturbed);
  const counted = quiet.filter((result) => !isBeyond(result));
  const tightness = tightnessOf(byKey, tested, counted);
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
    aboveBound: tightness.measured.filter((share) => share > 1).length,
    missesOfOthers: sum(results, "misses") - sum(counted, "misses"),
    acceptance: (["fp", "edf"] as const).flatMap((policy) =>
      utilisations.map((utilisation) => acceptanceOf(tested, policy, utilisation)),
    ),
    tightness,
  };
}

function acceptanceOf(tested: readonly Tested[], policy: "fp" | "edf", utilisation: number): AcceptancePoint {
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
  byKey: ReadonlyMap<string, Tested>,
  tested: readonly Tested[],
  counted: readonly CellResult[],
): Verdict["tightness"] {
  const shares = (bound: readonly (number | null)[] | null, responses: readonly (number | null)[]) =>
    responses.flatMap((response, i) => {
      const limit = bound?.[i] ?? null;
      return response === null || limit === null ? [] : [response / limit];
    });
  return {
    simulated: tested
      .filter(({ prediction }) => prediction.admitted)
      .flatMap(({ prediction }) => shares(prediction.bound, prediction.maxResponse)),
    measured: counted.flatMap((result) =>
      shares(byKey.get(result.key)?.prediction.bound ?? null, measuredResponses(result)),
    ),
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
    `Longest response over bound, fixed priorities: simulated ${ratio(tightness.simulated)}; measured ${ratio(tightness.measured)}.`,
    "",
  ].join("\n");
}
