/** The cells whose schedules are drawn, picked out as they pass. */
import { LabError, show } from "../errors.ts";
import type { CellResult } from "../run/result.ts";

const most = 3;

export class GanttCells {
  readonly #keys: readonly string[];
  readonly #found = new Map<string, CellResult>();

  /** @param keys Those to draw. None: the first with all their jobs, one of each variant, of those that count */
  constructor(keys: readonly string[]) {
    this.#keys = keys;
  }

  /** @param counts Who asks for a disturbed cell by its key wants to see why it was; otherwise it is left out. */
  look(cell: CellResult, counts: boolean): void {
    if (this.#keys.length > 0) {
      if (this.#keys.includes(cell.key)) this.#found.set(cell.key, cell);
    } else if (counts && cell.rows !== undefined && !isSuspended(cell) && !this.#found.has(cell.variant)) {
      this.#found.set(cell.variant, cell);
    }
  }

  /** @throws LabError for a key that no cell has, or one without its jobs */
  get chosen(): CellResult[] {
    if (this.#keys.length === 0) return [...this.#found.values()].slice(0, most);
    return this.#keys.map((key) => {
      const cell = this.#found.get(key);
      if (cell?.rows !== undefined && !isSuspended(cell)) return cell;
      const why =
        cell === undefined
          ? "there is no such cell"
          : cell.rows === undefined
            ? "its result does not have its jobs one by one"
            : "its jobs suspended themselves, and the result does not say when";
      throw new LabError(
        "no_schedule",
        `the schedule of ${show(key)} cannot be drawn: ${why}. Give the key of a cell that was run with --rows.`,
      );
    });
  }
}

/** Starts and ends do not tell when its jobs ran. */
const isSuspended = ({ tasks }: CellResult) => tasks.some(({ suspension }) => suspension !== undefined);
