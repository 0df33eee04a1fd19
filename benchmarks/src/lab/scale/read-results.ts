/** Result files, read without taking them: by reports, and by who merges them. */
import { closeSync, openSync } from "node:fs";
import { LabError } from "../errors.ts";
import { whyNotRead } from "../why-not.ts";
import type { Keyed } from "./keyed.ts";
import { linesOf } from "./lines.ts";
import { headerOf, type ResultHeader, type ResultLine, resultLines } from "./result-lines.ts";

export interface FoundResults<T> {
  readonly header: ResultHeader;
  /** Read one by one, once. The file is open until they end, or until whoever takes them stops. */
  readonly results: Generator<T, void, undefined>;
}

/**
 * The first of each key. Another process may write to the file: what it is writing just now is left out.
 *
 * @throws LabError if it cannot be read, is no result file, or (when one comes to it) is damaged
 */
export function readResults<R extends Keyed>(path: string): FoundResults<R> {
  const { header, results } = readResultLines<R>(path);
  return { header, results: firstOnes(results) };
}

/** As `readResults`, with those that do not count. */
export function readResultLines<R extends Keyed>(path: string): FoundResults<ResultLine<R>> {
  const descriptor = open(path);
  try {
    const header = headerOf(linesOf(descriptor).next().value ?? undefined, path);
    if (header === undefined) throw new LabError("not_a_result_file", `${path} is empty. Give another file name.`);
    return { header, results: openAndRead(path) };
  } finally {
    closeSync(descriptor);
  }
}

/** Opened again: somebody who never begins to read must not keep it open. */
function* openAndRead<R extends Keyed>(path: string): Generator<ResultLine<R>, void, undefined> {
  const descriptor = open(path);
  try {
    yield* resultLines<R>(descriptor, path);
  } finally {
    closeSync(descriptor);
  }
}

function* firstOnes<R>(lines: Iterable<ResultLine<R>>): Generator<R, void, undefined> {
  for (const { result, isDuplicate } of lines) if (!isDuplicate) yield result;
}

function open(path: string): number {
  try {
    return openSync(path, "r");
  } catch (error) {
    throw new LabError("file_not_read", `${path} cannot be read: ${whyNotRead(error)}.`, { cause: error });
  }
}
