/** Result files outlive the sets that they were measured for. */
import { LabError, show } from "../errors.ts";
import type { ResultFile } from "../scale/result-file.ts";
import { type Cell, isOfCell } from "./cell.ts";
import type { CellResult } from "./result.ts";

/** @throws LabError if the file has a result of other tasks under a cell's key */
export function checkSets(file: Pick<ResultFile<CellResult>, "path" | "results">, cells: readonly Cell[]): void {
  const byKey = new Map(cells.map((cell) => [cell.key, cell]));
  for (const result of file.results()) {
    const cell = byKey.get(result.key);
    if (cell === undefined || isOfCell(result, cell)) continue;
    const words = `${file.path} has a result for ${show(result.key)}, but the set ${show(result.set)} had other tasks then`;
    throw new LabError("other_set", `${words}. Give another file name, or the sets another id.`);
  }
}
