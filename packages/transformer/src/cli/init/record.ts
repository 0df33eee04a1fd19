/** The record of what the command wrote, with which it can be undone. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { FileChange } from "./prepared.ts";

/** A folder that version control does not see: it holds a .gitignore of its own. */
export const recordFolder = ".preempt";
const recordName = `${recordFolder}/init.json`;

interface RecordedFile {
  readonly name: string;
  /** The text before; null: there was no file. */
  readonly before: string | null;
  /** The text that was written. */
  readonly after: string;
  /** The hash of that text. */
  readonly hash: string;
}

interface InitRecord {
  readonly version: 1;
  readonly files: readonly RecordedFile[];
}

/** Writes the files, and a record of them. What an earlier run recorded stays in it. */
export function writeAndRecord(folder: string, changes: readonly FileChange[]): void {
  const files = new Map(readRecord(folder)?.files.map((file) => [file.name, file]));
  for (const { name, before, after } of changes) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, after);
    const earlier = files.get(name);
    // A file that was edited since is restored to what it was at this run.
    const isAsWritten = earlier !== undefined && before !== undefined && hashOf(before) === earlier.hash;
    const first = isAsWritten ? earlier.before : (before ?? null);
    files.set(name, { name, before: first, after, hash: hashOf(after) });
  }
  writeRecord(folder, [...files.values()]);
}

/** Takes a file as it is now for what was written: package managers lay package.json out anew when they install. */
export function recordAgain(folder: string, name: string): void {
  const files = readRecord(folder)?.files ?? [];
  const after = readFileSync(join(folder, name), "utf8");
  writeRecord(
    folder,
    files.map((file) => (file.name === name ? { ...file, after, hash: hashOf(after) } : file)),
  );
}

function writeRecord(folder: string, files: readonly RecordedFile[]): void {
  mkdirSync(join(folder, recordFolder), { recursive: true });
  writeFileSync(join(folder, recordFolder, ".gitignore"), "*\n");
  const record: InitRecord = { version: 1, files };
  writeFileSync(join(folder, recordName), `${JSON.stringify(record, undefined, 2)}\n`);
}

/** What undoing would do. */
export interface Undoing {
  /** The files as they are, and as they were; `after` is undefined for files that go. */
  readonly files: readonly { readonly name: string; readonly before: string; readonly after: string | undefined }[];
  /** Files that somebody edited since. */
  readonly edited: readonly RecordedFile[];
}

/** @returns undefined if nothing was recorded */
export function undoingOf(folder: string): Undoing | undefined {
  const record = readRecord(folder);
  if (record === undefined) return undefined;
  // A file that is gone needs nothing if it was not there before either.
  const there = record.files.filter(({ name, before }) => existsSync(join(folder, name)) || before !== null);
  const now = (name: string) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), "utf8") : "");
  // What somebody put back already needs nothing, too.
  const left = there.filter(({ name, before }) => now(name) !== before);
  return {
    files: left.map(({ name, before }) => ({ name, before: now(name), after: before ?? undefined })),
    edited: left.filter(({ name, hash }) => hashOf(now(name)) !== hash),
  };
}

/** Restores the files, and removes the record. */
export function restore(folder: string, { files }: Undoing): void {
  for (const { name, after } of files) {
    if (after === undefined) removeWithFolder(folder, name);
    else writeFileSync(join(folder, name), after);
  }
  rmSync(join(folder, recordFolder), { recursive: true });
}

/** Removes the file, and the folders that are empty without it. */
function removeWithFolder(folder: string, name: string): void {
  rmSync(join(folder, name));
  const parent = dirname(name);
  if (parent !== "." && readdirSync(join(folder, parent)).length === 0) rmdirSync(join(folder, parent));
}

function readRecord(folder: string): InitRecord | undefined {
  const path = join(folder, recordName);
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, "utf8")) as InitRecord;
  } catch {
    return undefined;
  }
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
