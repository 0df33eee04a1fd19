/** A function of another file is handed to a scheduler and is not preemptable: its job keeps the thread until it ends. */
import type ts from "typescript";
import type { Found } from "../../2-find/annotations.ts";
import { type Diagnostic, diagnose } from "../../shared/diagnostics.ts";

/** Whether the value is surely a function that may run long and is not preemptable. */
export type IsPlain = (value: ts.Expression) => boolean;

export function findPassedPlain({ passed }: Found, sourceFile: ts.SourceFile, isPlain: IsPlain): Diagnostic[] {
  return passed
    .filter(({ value }) => isPlain(value))
    .map(({ value, method }) => {
      const start = value.getStart(sourceFile);
      const name = sourceFile.text.slice(start, value.end);
      return diagnose(sourceFile, { start, length: value.end - start }, "passed_plain", { name, method });
    });
}
