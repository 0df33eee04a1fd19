/** Which function of a file a profile means. */
import type * as ts from "typescript";
import type { Preemptable } from "../syntax/nodes.ts";

/** The innermost function whose head the position is in: V8 gives the parenthesis before the parameters. */
export function functionAt(
  functions: readonly Preemptable[],
  position: number,
  sourceFile: ts.SourceFile,
): Preemptable | undefined {
  return functions.findLast((f) => {
    const head = f.getStart(sourceFile);
    return head <= position && position <= (f.body as ts.Node).getStart(sourceFile);
  });
}
