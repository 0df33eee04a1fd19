/** Sets of the models, in milliseconds instead of units, so that they can be executed. */
import { tasksBefore } from "../../chains.ts";
import { Random } from "../../generate/random.ts";
import type { Cell } from "../../run/cell.ts";
import { runSetOf } from "../../run/cell.ts";
import { cautiousCosts, withCosts } from "../../run/costs.ts";
import type { Settings } from "../../run/order.ts";
import type { VariantName } from "../../run/variant.ts";
import type { LoopParameters, TaskParameters, TaskSet } from "../../task-set.ts";
import { drawSet } from "../draw.ts";
import { type ModelName, modelOf } from "../models.ts";
import { drawPattern, withOffsets } from "../patterns.ts";
import type { CampaignPolicy } from "../seen.ts";

/** A unit of a drawn set in microseconds. Periods are 5 to 24 of them: the costs of a machine are to be small beside. */
const unit = 6000;

const variants: Readonly<Record<CampaignPolicy, VariantName>> = { fp: "fp", edf: "edf", loop: "loop" };

/** How a model is executed. */
export const variantOfModel = (name: ModelName): VariantName => variants[modelOf(name).policy];

/** Drawn anew while there is no bound with costs. Most sets of some models are too heavy for any. */
const attempts = 100;

/**
 * The i-th set of a model, with offsets that are those of bad patterns, or random: the same on every machine. Undefined where
 * no set with a bound was found.
 */
export function executableSet(name: ModelName, seed: number, i: number): TaskSet | undefined {
  const { wishes, boundsOf } = modelOf(name);
  const random = new Random(seed, i);
  const variant = variantOfModel(name);
  for (let left = attempts; left > 0; left--) {
    const drawn = drawSet(random, `${name}-${i}`, { ...wishes, load: [0.2, 0.7] });
    const set = scaled(withOffsets(drawn, drawPattern(random, drawn, i % 4), tasksBefore(drawn)));
    if (boundsOf(withCosts(set, variant, cautiousCosts), variant !== "loop").length > 0) return set;
  }
  return undefined;
}

function scaled({ tasks, loop, ...set }: TaskSet): TaskSet {
  return { ...set, tasks: tasks.map(scaledTask), ...(loop !== undefined && { loop: scaledLoop(loop) }) };
}

function scaledTask({ C, T, D, O = 0, J = 0, S, segments, ...task }: TaskParameters): TaskParameters {
  return {
    ...task,
    ...{ C: C * unit, T: T * unit, D: D * unit, O: O * unit, J: J * unit },
    ...(S !== undefined && { S: S * unit }),
    ...(segments !== undefined && { segments: segments.map((length) => length * unit) }),
  };
}

function scaledLoop({ granularity = 1, lateness = 0, ...loop }: LoopParameters): LoopParameters {
  return { ...loop, granularity: granularity === 1 ? 1 : granularity * unit, lateness: lateness * unit };
}

/** Messages take as long as the machine likes: no bound of a drawn delay holds for them. */
export const isExecuted = (model: ModelName): boolean => modelOf(model).wishes.threads !== true;

/** The cells of a campaign: of each model so many sets, those of different models in turn. */
export function executedCells(models: readonly ModelName[], count: number, settings: Settings): ExecutedCell[] {
  const cells: ExecutedCell[] = [];
  for (let i = 0; i < count; i++) {
    for (const model of models.filter(isExecuted)) {
      const set = executableSet(model, settings.seed, i);
      if (set === undefined) continue;
      const variant = variantOfModel(model);
      const key = `${set.id}/${variant}/0`;
      const expectedSeconds = (1.3 * settings.horizon) / 1e6 + 0.2;
      cells.push({ key, model, set: String(set.id), ...runSetOf(set), variant, repetition: 0, expectedSeconds });
    }
  }
  return cells;
}

export interface ExecutedCell extends Cell {
  readonly model: ModelName;
}
