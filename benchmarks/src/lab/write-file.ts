/** Files that a command writes beside its output. */
import { writeFileSync } from "node:fs";
import { LabError } from "./errors.ts";

/** @throws LabError if it cannot be written */
export function writeTo(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new LabError("file_not_written", `${file} cannot be written: ${(error as Error).message}.`, { cause: error });
  }
}
