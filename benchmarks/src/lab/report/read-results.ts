/**
 * Result files in, cells out. They are appended to while a run goes on, which may end at any moment: a last line that is cut
 * off is left out, and what was run twice counts once.
 */
import { LabError, show } from "../errors.ts";
import type { CellResult } from "../run/result.ts";
import { variantNames } from "../run/variant.ts";
import { gridDifference, type ResultHeader } from "../scale/result-lines.ts";

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
  const cells: CellResult[] = [];
  const reader = new ResultsReader((cell) => cells.push(cell));
  for (const { source, text } of files) {
    reader.begin(source);
    for (const line of text.split("\n")) reader.line(line);
    reader.end();
  }
  return { cells, ...reader.read() };
}

/** Takes lines in and hands cells out, each key once. What it keeps are the keys. */
export class ResultsReader {
  readonly #take: (cell: CellResult) => void;
  readonly #keys = new Set<string>();
  readonly #files: Results["files"][number][] = [];
  readonly #remarks: string[] = [];
  #source = "";
  #header: unknown;
  #line = 0;
  /** Values of this file, its first cells among all, and cells whose keys were seen before. */
  #values = 0;
  #before = 0;
  #twice = 0;
  /** What all others should have been run with: that of the first. */
  #settings: { readonly source: string; readonly header: ResultHeader } | undefined;
  #horizon: { readonly source: string; readonly time: unknown } | undefined;
  /** Cells of this file with other horizons, and one of these. */
  #others = { cells: 0, horizon: undefined as unknown };
  /** What may be a last line that was cut off. */
  #torn: { readonly line: number; readonly error: Error } | undefined;

  constructor(take: (cell: CellResult) => void) {
    this.#take = take;
  }

  begin(source: string): void {
    this.#source = source;
    this.#header = undefined;
    this.#torn = undefined;
    this.#before = this.#keys.size;
    [this.#line, this.#values, this.#twice] = [0, 0, 0];
    this.#others = { cells: 0, horizon: undefined };
  }

  /** @throws LabError that names file and line, if it is no cell, or the one before it was cut off */
  line(text: string): void {
    const line = ++this.#line;
    if (text.trim() === "") return;
    if (this.#torn !== undefined) this.#refuse(this.#torn);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      this.#torn = { line, error: error as Error };
      return;
    }
    this.#values++;
    if (line === 1 && isObject(value) && value.key === undefined && value.header !== undefined) {
      this.#header = value.header;
      return;
    }
    const cell = checkCell(value, `${this.#source}, line ${line}`);
    if (this.#keys.has(cell.key)) {
      this.#twice++;
      return;
    }
    this.#keys.add(cell.key);
    this.#horizon ??= { source: this.#source, time: cell.horizon };
    if (cell.horizon !== this.#horizon.time) this.#others = { cells: this.#others.cells + 1, horizon: cell.horizon };
    this.#take(cell);
  }

  /** Of the file. */
  end(): void {
    const [source, twice, torn, header] = [this.#source, this.#twice, this.#torn, this.#header];
    // Where nothing was read before, the file is something else.
    if (torn !== undefined && this.#values === 0) this.#refuse(torn);
    if (torn !== undefined) {
      this.#remarks.push(`${source}: line ${torn.line}, the last one, is cut off. It was left out.`);
    }
    if (twice > 0) {
      const lines = twice === 1 ? "1 line has a key" : `${twice} lines have keys`;
      this.#remarks.push(`${source}: ${lines} seen before. The first result of a key counts.`);
    }
    const difference = this.#difference();
    if (difference !== undefined) this.#remarks.push(difference);
    const cells = this.#keys.size - this.#before;
    this.#files.push({ source, cells, ...(header !== undefined && { header }) });
  }

  /** How this file's cells were run otherwise than the first ones; they are counted as if they were alike. */
  #difference(): string | undefined {
    const [header, source] = [this.#header as ResultHeader | undefined, this.#source];
    const together = "The figures count all of them as if they were alike.";
    if (typeof header?.grid === "string") {
      this.#settings ??= { source, header };
      const difference = gridDifference(this.#settings.header, header);
      const first = this.#settings.source;
      if (difference !== undefined) return `${source} is of another grid than ${first} (${difference}). ${together}`;
    }
    const { cells, horizon } = this.#others;
    if (cells === 0 || this.#horizon === undefined) return undefined;
    const many = cells === 1 ? "1 cell has another horizon" : `${cells} cells have other horizons`;
    const first = `${show(this.#horizon.time)} µs`;
    return `${source}: ${many} (${show(horizon)} µs) than the first one of ${this.#horizon.source} (${first}). ${together}`;
  }

  /** @throws LabError if there were no cells */
  read(): Pick<Results, "files" | "remarks"> {
    if (this.#keys.size > 0) return { files: this.#files, remarks: this.#remarks };
    const names = this.#files.map(({ source }) => source).join(", ") || "no file";
    throw new LabError("no_cells", `there are no results in ${names}. Give files that "preempt-lab run" wrote.`);
  }

  #refuse({ line, error }: { readonly line: number; readonly error: Error }): never {
    throw new LabError("not_json", `${this.#source}, line ${line} is not JSON: ${error.message}.`, { cause: error });
  }
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
