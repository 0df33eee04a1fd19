/** Where the stack ends before the walks over a file do: expressions or statements that stand in each other by hundreds. */
import * as ts from "typescript";
import { type Diagnostic, diagnose } from "../shared/diagnostics.ts";

/** Whether the engine ran out of stack. */
export function isStackOverflow(error: unknown): error is Error {
  // Firefox has an error of its own for it, which no other code throws.
  return error instanceof RangeError || (error instanceof Error && error.name === "InternalError");
}

/** What `look` finds, or `otherwise` where the stack ends before. */
export function unlessTooDeep<T>(look: () => T, otherwise: T): T {
  try {
    return look();
  } catch (error) {
    if (isStackOverflow(error)) return otherwise;
    throw error;
  }
}

/** The finding about a file that was left as it is, which may be one that cannot even be parsed. */
export function tooDeep(fileName: string, { message }: Error): Diagnostic {
  return aboutFile(fileName, "too_deep", message);
}

/** The finding about a file whose transform threw `problem`. */
export function aboutProblem(fileName: string, problem: unknown): Diagnostic {
  if (isStackOverflow(problem)) return tooDeep(fileName, problem);
  return aboutFile(fileName, "not_printable", problem instanceof Error ? problem.message : String(problem));
}

function aboutFile(fileName: string, name: "too_deep" | "not_printable", what: string): Diagnostic {
  const empty = ts.createSourceFile(fileName, "", ts.ScriptTarget.ESNext);
  return diagnose(empty, { start: 0, length: 0 }, name, { what });
}
