/**
 * What a result file has in it: JSON Lines, the first of them says of which grid the others are.
 *
 *     { "header": { "grid": "0f3a…", … } }
 *     { "key": "a/edf/0", … }
 *     { "key": "b/edf/0", … }
 */
import { withoutMark } from "../encoding.ts";
import { LabError, show } from "../errors.ts";
import type { Keyed } from "./keyed.ts";
import { type Line, linesOf } from "./lines.ts";

/** What all cells of a grid have in common. */
export interface ResultHeader {
  /** Of everything that a result depends on, but its cell: see `hashOf`. */
  readonly grid: string;
  /** How many cells the whole grid has. */
  readonly cells?: number;
  /** For readers, and for messages that tell two grids apart. */
  readonly [setting: string]: unknown;
}

export interface ResultLine<R> {
  readonly result: R;
  /** The same key stood before: this one does not count. */
  readonly isDuplicate: boolean;
  readonly line: Line;
}

/** A write that was cut off. */
export type TornLine = Line & { readonly isEnded: false };

/** The line that the header stands in. */
export function headerLine(header: ResultHeader): string {
  return `${JSON.stringify({ header })}\n`;
}

/** @returns undefined if the file is empty, or `line`, its first one, is torn and was to become `wanted` */
export function headerOf(line: Line | undefined, path: string, wanted?: ResultHeader): ResultHeader | undefined {
  if (line === undefined) return;
  const header = (parse(withoutMark(line.text, path)) as { header?: unknown } | undefined)?.header;
  if (typeof (header as ResultHeader | undefined)?.grid === "string") return header as ResultHeader;
  if (!line.isEnded && wanted !== undefined && headerLine(wanted).startsWith(line.text)) return;
  const words = `${path} is not a result file: its first line has no header but ${show(line.text)}`;
  throw new LabError("not_a_result_file", `${words}. Give another file name.`);
}

/** @returns how the grids of two places differ, in words; undefined if they are the same */
export function gridDifference(there: ResultHeader, here: ResultHeader): string | undefined {
  if (there.grid === here.grid) return;
  const differing = [...new Set([...Object.keys(there), ...Object.keys(here)])]
    .filter((name) => name !== "grid" && JSON.stringify(there[name]) !== JSON.stringify(here[name]))
    .map((name) => `${name} ${show(there[name])} there, ${show(here[name])} here`);
  return differing.length === 0 ? `grid ${there.grid} there, ${here.grid} here` : differing.join("; ");
}

/**
 * The results of an open file, in order; the header is passed over. Ends at a torn line, which it returns.
 *
 * @throws LabError that names a line that is no result
 */
export function* resultLines<R extends Keyed>(
  descriptor: number,
  path: string,
): Generator<ResultLine<R>, TornLine | undefined, undefined> {
  const seen = new Set<string>();
  for (const line of linesOf(descriptor)) {
    if (line.number === 1 || line.text.trim() === "") continue;
    const result = parse(line.text) as R | undefined;
    // An object is whole or no JSON: one without a line break lost that alone, perhaps to an editor.
    if (typeof result?.key !== "string") {
      if (!line.isEnded) return line as TornLine;
      const words = `line ${line.number} of ${path} is no result: ${show(line.text)}`;
      throw new LabError("result_damaged", `${words}. Remove the line; its cell is then run again.`);
    }
    yield { result, isDuplicate: seen.has(result.key), line };
    seen.add(result.key);
  }
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}
