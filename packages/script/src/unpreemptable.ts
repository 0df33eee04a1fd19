/** Functions of a script that are not preempted: the guards stop them all the same, but the thread waits for them until then. */
import type { TransformResult } from "@preempt/transformer";
import { type Position, positionAt } from "./positions.ts";
import { functionName } from "./source-text.ts";

/** A function that runs to its end in one go, or until its `stretchLimit`. */
export interface Unpreemptable extends Position {
  /** The stable code of the reason, as `preempt check` shows it: "PT1002". */
  readonly code: string;
  /** One sentence that says why. */
  readonly message: string;
  /** What to do about it. */
  readonly hint: string;
}

export function unpreemptableIn({ functions }: TransformResult, code: string, start: number): Unpreemptable[] {
  return functions.refused.map(({ code: reason, message, hint, start: at }) => ({
    ...{ code: reason, message: message.replaceAll(functionName, "The script"), hint },
    ...positionAt(code, at - start),
  }));
}
