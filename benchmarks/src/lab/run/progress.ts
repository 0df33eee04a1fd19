/** For whoever waits: a line for each cell on a terminal that is watched. */
import type { Terminal } from "../command.ts";
import type { WorkEvent } from "../scale/work-through.ts";
import type { Cell } from "./cell.ts";

export function showProgress(terminal: Terminal): (event: WorkEvent<Cell>) => void {
  return (event) => {
    if (event.kind === "begin")
      terminal.err(`${event.cells.length} cells to run, ${event.skipped} are there already\n`);
    if (event.kind === "retry")
      terminal.err(`${event.cell.key} failed and is tried again: ${(event.error as Error).message}\n`);
    if (event.kind === "done" && terminal.isWatched) terminal.err(`${event.cell.key}  ${event.seconds.toFixed(1)} s\n`);
  };
}
