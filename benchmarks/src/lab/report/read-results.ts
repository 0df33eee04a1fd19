/**
 * Result files in, cells out. They are appended to while a run goes on, which may end at any moment: a last line that is cut
 * off is left out, and what was run twice counts once.
 */
import { LabError, show } from "../errors.ts";
import type { CellResult } from "../run/result.ts";
import { variantNames } from "../run/variant.ts";

export interface ResultFile {
  /** Its name, for messages. */
  readonly source: string;
  readonly text: string;
}

export interface Results {
  /** In the order of the files, each key once: the first one counts. */
  readonly cells: readonly CellResult[];
  readonly files: readonly { readonly source: string; readonly cells: number; readonly header?: unknown }[];
  /** What the reader should know: in sentences. */
  readonly remarks: readonly string[];
}

/** @throws LabError that names file and line, if a line is neither a cell nor cut off; if there are no cells */
export function readResults(files: readonly ResultFile[]): Results {
  const cells = new Map<string, CellResult>();
  const remarks: string[] = [];
  const read = files.map(({ source, text }) => {
    const { values, torn } = parseLines(text, source);
    if (torn !== undefined) remarks.push(`${source}: line ${torn}, the last one, is cut off. It was left out.`);
    const before = cells.size;
    let header: unknown;
    let twice = 0;
    for (const { value, line } of values) {
      if (line === 1 && isObject(value) && value.key === undefined && value.header !== undefined) {
        header = value.header;
        continue;
      }
      const cell = checkCell(value, `${source}, line ${line}`);
      if (cells.has(cell.key)) twice++;
      else cells.set(cell.key, cell);
    }
    if (twice > 0) {
      remarks.push(
        `${source}: ${twice === 1 ? "1 line has a key" : `${twice} lines have keys`} seen before. The first result of a key counts.`,
      );
    }
    return { source, cells: cells.size - before, ...(header !== undefined && { header }) };
  });
  if (cells.size === 0) {
    const names = files.map(({ source }) => source).join(", ") || "no file";
    throw new LabError("no_cells", `there are no results in ${names}. Give files that "preempt-lab run" wrote.`);
  }
  return { cells: [...cells.values()], files: read, remarks };
}

/**
 * JSON Lines; empty lines are skipped.
 *
 * @returns the values; the number of the last line if it is cut off
 * @throws LabError if another line is not JSON
 */
export function parseLines(
  text: string,
  source: string,
): { readonly values: readonly { readonly value: unknown; readonly line: number }[]; readonly torn?: number } {
  const lines = text.split("\n");
  const last = lines.findLastIndex((line) => line.trim() !== "");
  const values: { value: unknown; line: number }[] = [];
  for (const [i, line] of lines.entries()) {
    if (line.trim() === "") continue;
    try {
      values.push({ value: JSON.parse(line), line: i + 1 });
    } catch (error) {
      // Where nothing was read before, the file is something else.
      if (i === last && values.length > 0) return { values, torn: i + 1 };
      throw new LabError("not_json", `${source}, line ${i + 1} is not JSON: ${(error as Error).message}.`, {
        cause: error,
      });
    }
  }
  return { values };
}

const numbers = ["utilisation", "jobs", "misses", "taskTime", "schedulerTime"] as const;

function checkCell(value: unknown, where: string): CellResult {
  if (!isObject(value) || typeof value.key !== "string") {
    throw new LabError(
      "not_a_cell",
      `${where} is ${show(value)}. Give the result of a cell, { "key", "set", "variant", … }.`,
    );
  }
  if (!variantNames.some((name) => name === value.variant)) {
    const words = `${where}: the variant is ${show(value.variant)}`;
    throw new LabError("unknown_variant", `${words}. Known are ${variantNames.join(", ")}.`);
  }
  if (typeof value.set !== "string")
    throw new LabError("not_a_cell", `${where}: the set is ${show(value.set)}. Give a text.`);
  for (const field of numbers) checkNumber(value[field], `${where}: ${field}`);
  if (!Array.isArray(value.tasks)) {
    throw new LabError("not_a_cell", `${where}: tasks is ${show(value.tasks)}. Give a list of results of tasks.`);
  }
  value.tasks.forEach((task: unknown, i) => {
    const here = `${where}, task ${i}`;
    if (!isObject(task) || !Array.isArray(task.responses)) {
      throw new LabError(
        "not_a_cell",
        `${here} is ${show(task)}. Give { "C", "T", "D", "jobs", "misses", "responses" }.`,
      );
    }
    for (const field of ["T", "D", "jobs", "misses"]) checkNumber(task[field], `${here}: ${field}`);
  });
  return value as unknown as CellResult;
}

function checkNumber(value: unknown, what: string): void {
  if (typeof value === "number" && Number.isFinite(value) && value >= 0) return;
  throw new LabError("not_a_cell", `${what} is ${show(value)}. Give a number, 0 or more.`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
