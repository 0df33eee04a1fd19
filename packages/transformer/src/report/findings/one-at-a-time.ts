/** State of the file has a window: jobs run one at a time in the functions that touch it. One finding for the whole file. */
import type ts from "typescript";
import type { SharedState } from "../../4-plan/shared-state/shared-state.ts";
import { type Diagnostic, diagnose } from "../../shared/diagnostics.ts";

/** @param decided Functions that the user has declared exclusive: no news */
export function findOneAtATime(
  sourceFile: ts.SourceFile,
  shared: SharedState | undefined,
  decided: ReadonlySet<ts.Node>,
): Diagnostic[] {
  const [first, ...others] = shared?.windows.filter((window) => !decided.has(window.in)) ?? [];
  if (first === undefined) return [];
  const line = (node: ts.Node) => String(sourceFile.getLineAndCharacterOfPosition(node.getStart(sourceFile)).line + 1);
  const { name, declared, write, read } = first;
  const start = write.getStart(sourceFile);
  const more = others.length === 0 ? "" : ` (so is other state: ${others.length} more)`;
  const holes = { name, declared: line(declared), read: line(read), more };
  return [diagnose(sourceFile, { start, length: write.end - start }, "one_at_a_time", holes)];
}
