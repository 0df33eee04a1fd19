/**
 * What a report keeps of the cells, which come one by one and may be millions: a few numbers of each, and sums. No response
 * times of single jobs, and no rows.
 */
import type { CellResult } from "../run/result.ts";
import { type VariantName, variantNames } from "../run/variant.ts";
import { type Cell, measuredCell } from "./cell.ts";
import { entryOf } from "./entry-of.ts";
import { ModelTimes } from "./model-times.ts";
import { type Prediction, WorstResponses } from "./predictions.ts";
import { MissesByRank, ResponsesByClass } from "./task-ranks.ts";

/** Of one variant. */
export class GatheredVariant {
  readonly cells: Cell[] = [];
  readonly ranks = new MissesByRank();
  readonly responses = new ResponsesByClass();
  readonly models = new ModelTimes();

  add(cell: CellResult): void {
    this.cells.push(measuredCell(cell));
    this.ranks.add(cell);
    this.responses.add(cell);
    this.models.add(cell);
  }
}

export interface GatherOptions {
  /** Keep cells in which others took the processor. Default false. */
  readonly includeDisturbed?: boolean;
  readonly predictions?: readonly Prediction[];
}

export class Gathered {
  readonly includeDisturbed: boolean;
  /** Keys of the cells that others disturbed, whether they count or not. */
  readonly disturbed: string[] = [];
  readonly machines = new Set<string>();
  /** The first and the last, ISO 8601. */
  ended: readonly [first: string, last: string] | undefined;
  /** What became of what was predicted. */
  readonly worst: WorstResponses | undefined;
  readonly #variants = new Map<VariantName, GatheredVariant>();

  constructor({ includeDisturbed = false, predictions }: GatherOptions = {}) {
    this.includeDisturbed = includeDisturbed;
    this.worst = predictions === undefined ? undefined : new WorstResponses(predictions);
  }

  /** @returns whether it counts */
  add(cell: CellResult): boolean {
    if (cell.disturbed) this.disturbed.push(cell.key);
    if (cell.disturbed && !this.includeDisturbed) return false;
    entryOf(this.#variants, cell.variant, () => new GatheredVariant()).add(cell);
    this.worst?.add(cell);
    this.machines.add(String(cell.machine));
    const ended = String(cell.ended);
    const [first, last] = this.ended ?? [ended, ended];
    this.ended = [ended < first ? ended : first, ended > last ? ended : last];
    return true;
  }

  /** Those that have cells, in their fixed order. */
  get variants(): readonly (readonly [name: VariantName, gathered: GatheredVariant])[] {
    return variantNames.flatMap((name) => {
      const own = this.#variants.get(name);
      return own === undefined ? [] : [[name, own] as const];
    });
  }
}
