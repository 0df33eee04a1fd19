/** What the last build of a project has made: which files need not be made again, and which outputs are no longer wanted. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { hashOfFile } from "../../../node/answers.ts";
import type { FileCounts } from "../../../report/build-summary.ts";
import type { Diagnostic } from "../../../shared/diagnostics.ts";

/** What was made of one file. */
export interface FileNote {
  /** Absolute paths, with hashes of what was written there. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly counts: FileCounts;
  readonly diagnostics: readonly Diagnostic[];
  /** What TypeScript said of its output, as of declarations that need a type. */
  readonly errors: readonly string[];
}

export interface BuildNotes {
  /** Everything but the files that decides what is made. */
  readonly key: string;
  /** Of all files of the program, those of packages included. */
  readonly state: string;
  readonly files: Readonly<Record<string, FileNote>>;
}

export function readNotes(path: string | undefined): BuildNotes | undefined {
  if (path === undefined) return undefined;
  try {
    return JSON.parse(readFileSync(path, "utf8")) as BuildNotes;
  } catch {
    return undefined;
  }
}

/** A file is written beside its place and renamed, so that nobody reads half of one. */
export function writeNotes(path: string | undefined, text: string): void {
  if (path === undefined) return;
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(temporary, text);
    renameSync(temporary, path);
  } catch {
    // The next build makes everything again.
    rmSync(temporary, { force: true });
  }
}

/** Whether everything stands in the output as it was written. */
export function isIntact({ outputs }: FileNote): boolean {
  return Object.entries(outputs).every(([path, hash]) => hashOfFile(path) === hash);
}

/** Removes what the last build has written, nobody has changed since, and this one did not write. */
export function removeStale(last: BuildNotes | undefined, now: Readonly<Record<string, FileNote>>): void {
  const wanted = new Set(Object.values(now).flatMap(({ outputs }) => Object.keys(outputs)));
  for (const { outputs } of Object.values(last?.files ?? {})) {
    for (const [path, hash] of Object.entries(outputs)) {
      if (!wanted.has(path) && hashOfFile(path) === hash) rmSync(path, { force: true });
    }
  }
}
