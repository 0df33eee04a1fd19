/**
 * Results as they come: each is a line at the end of a file, so that a process that is killed loses no more than what
 * it was at, and the next one goes on from there.
 */
import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { LabError } from "../errors.ts";
import { whyNotWritten } from "../why-not.ts";
import type { Keyed } from "./keyed.ts";
import { linesOf } from "./lines.ts";
import { type Lock, takeLock } from "./lock.ts";
import { gridDifference, headerLine, headerOf, type ResultHeader, resultLines } from "./result-lines.ts";

/** Use it with `using`, or close it: until then nobody else can open the file. */
export class ResultFile<R extends Keyed> implements Disposable {
  readonly path: string;
  readonly #descriptor: number;
  readonly #lock: Lock;
  readonly #keys = new Set<string>();
  readonly #remarks: string[] = [];
  #header: ResultHeader;
  #duplicates = 0;
  #length = 0;
  #isOpen = true;

  /**
   * Creates the file, or reads it if it is there. A last line that a crash has cut off is removed, and a remark says so.
   *
   * @throws LabError if it is of another grid, damaged, or in use by another process
   */
  static open<R extends Keyed>(path: string, header: ResultHeader): ResultFile<R> {
    return new ResultFile<R>(path, header);
  }

  private constructor(path: string, header: ResultHeader) {
    this.path = path;
    this.#header = header;
    this.#lock = takeLock(`${path}.lock`, path);
    try {
      this.#descriptor = openToAppend(path);
    } catch (error) {
      this.#lock.release();
      throw error;
    }
    try {
      this.#read();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** That of the file: of the same grid as the one given, other settings may differ. */
  get header(): ResultHeader {
    return this.#header;
  }

  /** What the user should know of the file's state; for the terminal. */
  get remarks(): readonly string[] {
    return this.#remarks;
  }

  /** How many results with different keys there are. */
  get size(): number {
    return this.#keys.size;
  }

  /** How many more there were for keys that had one: they do not count. */
  get duplicates(): number {
    return this.#duplicates;
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /**
   * Ends when the result is on the disk, as far as the system tells.
   *
   * @returns false if there is one with its key: the first counts, nothing is written
   */
  append(result: R): boolean {
    return this.appendAll([result]) === 1;
  }

  /** As `append`, with one visit to the disk. @returns how many were new */
  appendAll(results: Iterable<R>): number {
    const lines: string[] = [];
    const added: string[] = [];
    for (const result of results) {
      if (this.#keys.has(result.key)) {
        this.#duplicates++;
        continue;
      }
      this.#keys.add(result.key);
      added.push(result.key);
      lines.push(`${JSON.stringify(result)}\n`);
    }
    if (lines.length === 0) return 0;
    try {
      this.#write(lines.join(""));
    } catch (error) {
      for (const key of added) this.#keys.delete(key);
      throw error;
    }
    return lines.length;
  }

  /** In the order in which they were written, the first of each key; read from the file one by one. */
  *results(): Generator<R, void, undefined> {
    for (const { result, isDuplicate } of resultLines<R>(this.#descriptor, this.path)) if (!isDuplicate) yield result;
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.#descriptor);
    this.#lock.release();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #read(): void {
    if (!fstatSync(this.#descriptor).isFile()) {
      throw new LabError(
        "not_a_file",
        `${this.path} is no ordinary file, from which results are read again. Give another.`,
      );
    }
    const first = linesOf(this.#descriptor).next().value ?? undefined;
    const header = headerOf(first, this.path, this.#header);
    this.#length = fstatSync(this.#descriptor).size;
    if (header === undefined) {
      this.#cut(0);
      this.#write(headerLine(this.#header));
      return;
    }
    const difference = gridDifference(header, this.#header);
    if (difference !== undefined) {
      const words = `${this.path} has results of another grid (${difference})`;
      throw new LabError("other_grid", `${words}. Give another file name, or the settings of that grid.`);
    }
    this.#header = header;
    const lines = resultLines<R>(this.#descriptor, this.path);
    let [isEnded, step] = [first?.isEnded, lines.next()];
    for (; !step.done; step = lines.next()) {
      const { result, isDuplicate, line } = step.value;
      this.#keys.add(result.key);
      if (isDuplicate) this.#duplicates++;
      isEnded = line.isEnded;
    }
    const torn = step.value;
    if (torn !== undefined) {
      this.#cut(torn.start);
      const what = `the last line, ${torn.end - torn.start} bytes, was cut off in the middle and has been removed`;
      this.#remarks.push(`${this.path}: ${what}; its cell counts as not run.`);
    } else if (!isEnded) this.#write("\n");
    if (this.#duplicates > 0) {
      this.#remarks.push(
        `${this.path}: results whose key stood before: ${this.#duplicates}; the first of each counts.`,
      );
    }
  }

  #cut(length: number): void {
    ftruncateSync(this.#descriptor, length);
    this.#length = length;
  }

  /** All of it, or nothing. */
  #write(text: string): void {
    if (!this.#isOpen) throw new Error(`${this.path} has been closed.`);
    const bytes = Buffer.from(text);
    try {
      // One call, unless the disk takes a part only.
      for (let from = 0; from < bytes.length; ) from += writeSync(this.#descriptor, bytes, from);
      fdatasyncSync(this.#descriptor);
      this.#length += bytes.length;
    } catch (error) {
      ftruncateSync(this.#descriptor, this.#length);
      const why = (error as Error).message;
      throw new LabError("file_not_written", `${this.path} cannot be written: ${why}.`, { cause: error });
    }
  }
}

function openToAppend(path: string): number {
  try {
    return openSync(path, "a+");
  } catch (error) {
    const why = whyNotWritten(error, path);
    throw new LabError("file_not_written", `${path} cannot be written: ${why}.`, { cause: error });
  }
}
