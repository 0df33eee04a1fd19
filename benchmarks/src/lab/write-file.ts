/** Files that a command writes beside its output. */
import { closeSync, lstatSync, mkdirSync, openSync, rmSync, writeFileSync } from "node:fs";
import { LabError } from "./errors.ts";
import { whyNotWritten } from "./why-not.ts";

/** @throws LabError if it cannot be written */
export function writeTo(file: string, text: string): void {
  writing(file, () => writeFileSync(file, text));
}

/**
 * Before hours of work whose result goes there. What the file has stays in it; one that is not there is not made.
 *
 * @throws LabError if it cannot be written
 */
export function checkWritable(file: string): void {
  writing(file, () => {
    const isNew = lstatSync(file, { throwIfNoEntry: false }) === undefined;
    closeSync(openSync(file, "a"));
    if (isNew) rmSync(file);
  });
}

function writing(file: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new LabError("file_not_written", `${file} cannot be written: ${whyNotWritten(error, file)}.`, {
      cause: error,
    });
  }
}

/**
 * A folder for results, with those above it; one that is there is fine.
 *
 * @throws LabError if it cannot be made
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw new LabError("file_not_written", `the folder ${path} cannot be made: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}
