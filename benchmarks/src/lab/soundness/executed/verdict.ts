/** The longest measured times beside their bounds, and beside what simulations of the same sets reach. */
import { Random } from "../../generate/random.ts";
import { asExecuted, costsOfRun } from "../../run/as-executed.ts";
import { runSetOf } from "../../run/cell.ts";
import { measuredResponses } from "../../run/compare.ts";
import { type Costs, withCosts } from "../../run/costs.ts";
import type { CellResult } from "../../run/result.ts";
import type { TaskSet } from "../../task-set.ts";
import { count, type Tally, tallyOf, worstOf } from "../campaign.ts";
import { type ModelName, modelOf } from "../models.ts";
import type { Seen } from "../seen.ts";
import type { ExecutedCell } from "./sets.ts";

export interface ExecutedModel {
  readonly model: ModelName;
  /** Executed, and of these: disturbed by others; with jobs so long that there is no bound. The rest counts. */
  readonly executed: number;
  readonly disturbed: number;
  readonly withoutBound: number;
  readonly jobs: number;
  /** By bound: what was measured, and the worst of some simulations of the same sets with the same costs. */
  readonly measured: Readonly<Record<string, Tally>>;
  readonly simulated: Readonly<Record<string, Tally>>;
  readonly refuted: readonly ExecutedRefutation[];
}

export interface ExecutedRefutation {
  readonly key: string;
  readonly bound: string;
  readonly limit: number;
  readonly seen: number;
  /** As it was executed, with the costs that the bound counts. */
  readonly set: TaskSet;
}

/** Simulations of each set: the first are bad patterns, the others are changes of the worst. */
const patterns = 6;

export function verdictOf(
  cells: readonly ExecutedCell[],
  results: Iterable<CellResult>,
  costs: Costs,
): ExecutedModel[] {
  const byKey = new Map(cells.map((cell) => [cell.key, cell]));
  const found = new Map<ModelName, Building>();
  for (const result of results) {
    // The file may have more.
    const cell = byKey.get(result.key);
    if (cell === undefined) continue;
    const own = found.get(cell.model) ?? empty(cell.model);
    found.set(cell.model, own);
    compare(own, cell, result, costs);
  }
  const models = [...new Set(cells.map(({ model }) => model))];
  return models.flatMap((model) => found.get(model) ?? []);
}

type Building = { -readonly [Field in keyof ExecutedModel]: ExecutedModel[Field] } & {
  measured: Record<string, Tally>;
  simulated: Record<string, Tally>;
  refuted: ExecutedRefutation[];
};

function empty(model: ModelName): Building {
  return { model, executed: 0, disturbed: 0, withoutBound: 0, jobs: 0, measured: {}, simulated: {}, refuted: [] };
}

function compare(own: Building, cell: ExecutedCell, result: CellResult, costs: Costs): void {
  own.executed++;
  if (result.disturbed) {
    own.disturbed++;
    return;
  }
  const model = modelOf(cell.model);
  const set = withCosts(asExecuted(runSetOf(cell), result), cell.variant, costsOfRun(costs, result));
  const bounds = model.boundsOf(set, model.policy !== "loop");
  if (bounds.length === 0) {
    own.withoutBound++;
    return;
  }
  own.jobs += result.jobs;
  const seen: Seen = { maxResponse: measuredResponses(result), chains: result.chains };
  const worst = worstOf(new Random(1), set, bounds, model, patterns, false, result.horizon);
  bounds.forEach(({ name, limit, seen: seenOf }, i) => {
    const simulated = worst[i]?.seen ?? null;
    if (simulated !== null) count(tallyOf(own.simulated, name), simulated, limit);
    const time = seenOf(seen);
    if (time === null) return;
    count(tallyOf(own.measured, name), time, limit);
    if (time > limit) own.refuted.push({ key: cell.key, bound: name, limit, seen: time, set });
  });
}
