/** Bounds that an analysis or a simulation gave, against what was measured: do they hold, and how far are they off? */
import { LabError, show } from "../errors.ts";
import type { CellResult } from "../run/result.ts";
import { type VariantName, variantNames } from "../run/variant.ts";
import { entryOf } from "./entry-of.ts";
import { parseLines } from "./read-results.ts";
import { type Description, describe } from "./statistics/describe.ts";

/** A line of the file. */
export interface Prediction {
  readonly set: string;
  /** "fcfs", "fp" or "edf". It is compared with that variant, and with the one of the paper's emission. */
  readonly policy: string;
  /** Whether no job misses. */
  readonly sched: boolean;
  /** Worst response of each task in the order of the set, in µs; null: no bound. */
  readonly maxResponse: readonly (number | null)[];
}

export interface PredictionResult {
  readonly variant: VariantName;
  /** Task sets that were both predicted and run. */
  readonly sets: number;
  /** Of them: what was said, and what was seen. */
  readonly verdicts: {
    readonly predictedAndMet: number;
    readonly predictedYetMissed: number;
    readonly notPredictedYetMet: number;
    readonly notPredictedAndMissed: number;
  };
  /** Bound / measured worst response, over the tasks. */
  readonly pessimism: Description;
  /** Tasks that took longer than their bound. */
  readonly exceeded: number;
  /** Tasks without a bound, or without a measured response. */
  readonly withoutBound: number;
  /** Of each task, in µs. */
  readonly points: readonly {
    readonly set: string;
    readonly task: number;
    readonly bound: number;
    readonly measured: number;
  }[];
}

/** @throws LabError that names file and line */
export function readPredictions(text: string, source: string): Prediction[] {
  const { values } = parseLines(text, source);
  const seen = new Map<string, Prediction>();
  for (const { value, line } of values) {
    const { set, policy, sched, maxResponse } = (value ?? {}) as Record<string, unknown>;
    const fits =
      typeof set === "string" && typeof policy === "string" && typeof sched === "boolean" && isTimes(maxResponse);
    if (!fits) {
      // The first line may tell where the others come from.
      if (line === 1 && set === undefined && (value as { header?: unknown } | null)?.header !== undefined) continue;
      const expected = 'Give { "set", "policy", "sched", "maxResponse": [ µs or null ] }';
      throw new LabError("not_a_prediction", `${source}, line ${line} is ${show(value)}. ${expected}.`);
    }
    const key = JSON.stringify([set, policy]);
    if (!seen.has(key)) seen.set(key, { set, policy, sched, maxResponse });
  }
  return [...seen.values()];
}

function isTimes(value: unknown): value is (number | null)[] {
  return Array.isArray(value) && value.every((time) => time === null || (typeof time === "number" && time >= 0));
}

/** Of the sets that were predicted: what was measured, over all repetitions. */
interface Worst {
  /** Of each task; NaN if none of its jobs ended. */
  readonly responses: number[];
  isMet: boolean;
}

/** What was measured of what was predicted, cell by cell. */
export class WorstResponses {
  readonly #predictions: ReadonlyMap<string, ReadonlyMap<string, Prediction>>;
  readonly #measured = new Map<VariantName, Map<string, Worst>>();

  constructor(predictions: readonly Prediction[]) {
    const byPolicy = new Map<string, Map<string, Prediction>>();
    for (const one of predictions) {
      entryOf(byPolicy, one.policy, () => new Map<string, Prediction>()).set(one.set, one);
    }
    this.#predictions = byPolicy;
  }

  add({ variant, set, tasks, misses }: CellResult): void {
    if (!this.#predicted(variant).has(set)) return;
    const bySet = entryOf(this.#measured, variant, () => new Map<string, Worst>());
    const worst = entryOf(bySet, set, () => ({ responses: tasks.map(() => Number.NaN), isMet: true }));
    if (misses > 0) worst.isMet = false;
    for (const [i, { responses }] of tasks.entries()) {
      for (const response of responses) {
        if (Number.isFinite(response)) worst.responses[i] = Math.max(response, worst.responses[i] || 0);
      }
    }
  }

  /** @throws LabError if no prediction is of what was run, or is of another number of tasks */
  compare(): PredictionResult[] {
    const found = variantNames.flatMap((variant) => {
      const bySet = this.#measured.get(variant);
      return bySet === undefined ? [] : [compareVariant(variant, this.#predicted(variant), bySet)];
    });
    if (found.length > 0) return found;
    throw new LabError(
      "nothing_predicted",
      "no prediction is of a task set and a policy that were run. Give predictions with the sets' names, and fcfs, fp or edf as policy.",
    );
  }

  #predicted(variant: VariantName): ReadonlyMap<string, Prediction> {
    return this.#predictions.get(variant.replace("-paper", "")) ?? new Map();
  }
}

function compareVariant(
  variant: VariantName,
  predictions: ReadonlyMap<string, Prediction>,
  bySet: ReadonlyMap<string, Worst>,
): PredictionResult {
  const verdicts = { predictedAndMet: 0, predictedYetMissed: 0, notPredictedYetMet: 0, notPredictedAndMissed: 0 };
  let withoutBound = 0;
  const points = [...bySet].flatMap(([set, { responses, isMet }]) => {
    const { sched, maxResponse } = predictions.get(set) as Prediction;
    if (sched) verdicts[isMet ? "predictedAndMet" : "predictedYetMissed"]++;
    else verdicts[isMet ? "notPredictedYetMet" : "notPredictedAndMissed"]++;
    return responses.flatMap((measured, task, { length }) => {
      if (maxResponse.length !== length) {
        const words = `the prediction for ${show(set)} has ${maxResponse.length} tasks, and ${length} were run`;
        throw new LabError("other_tasks", `${words}. Predict the set that was run.`);
      }
      const bound = maxResponse[task] ?? Number.NaN;
      if (measured > 0 && Number.isFinite(bound)) return [{ set, task, bound, measured }];
      withoutBound++;
      return [];
    });
  });
  return {
    variant,
    sets: bySet.size,
    verdicts,
    pessimism: describe(points.map(({ bound, measured }) => bound / measured)),
    exceeded: points.filter(({ bound, measured }) => measured > bound).length,
    withoutBound,
    points,
  };
}
