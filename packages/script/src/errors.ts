/** What goes wrong with scripts. Wrong options are errors of the runtime. */
import { faultIn, type OptionTable, refusal, remedyOf, show } from "@preempt/checks";
import { PreemptError } from "@preempt/runtime";
import type { Position } from "./positions.ts";

/** Why a script was stopped. */
export type StopCode = "time_limit" | "timeout" | "memory_limit" | "blocked";

const names: Record<StopCode, string> = {
  time_limit: "TimeLimitError",
  timeout: "TimeoutError",
  memory_limit: "MemoryLimitError",
  blocked: "BlockedError",
};

/** With what a run rejects that was stopped. Code of the script cannot catch it, where it is preemptable. */
export class ScriptStopped extends Error {
  /**
   * - "time_limit": it has computed for its `limit`. The name is "TimeLimitError".
   * - "timeout": it had not ended after its `timeout`. "TimeoutError".
   * - "memory_limit": the heap has grown by its `memoryLimit`. "MemoryLimitError".
   * - "blocked": code of it that cannot be preempted kept the thread for its `stretchLimit`. "BlockedError".
   */
  readonly code: StopCode;

  /** @internal */
  constructor(code: StopCode, sentence: string) {
    super(`${code}: ${sentence}`);
    this.name = names[code];
    this.code = code;
  }
}

/** The script is no code, or imports something. Lines and columns count from 1. */
export class ScriptSyntaxError extends SyntaxError {
  /** The script, as it is named in the options. */
  readonly script: string;
  /** The line; undefined if only the engine has found the error, which does not say where. */
  readonly line: number | undefined;
  /** The column. */
  readonly column: number | undefined;

  /** @internal */
  constructor(script: string, what: string, position: Position | undefined) {
    super(position === undefined ? `${script}: ${what}` : `${script}:${position.line}:${position.column} ${what}`);
    this.name = "ScriptSyntaxError";
    this.script = script;
    this.line = position?.line;
    this.column = position?.column;
  }
}

/** `what` is given as something that it cannot be; `expected` ends the sentence "Give …". */
export function refuse(code: string, what: string, given: unknown, expected: string): never {
  throw new PreemptError(code, refusal(what, show(given), expected));
}

/** @throws PreemptError if `options` is no object, or has a member that is not in the table, or of another kind */
export function checkOptions(options: unknown, whose: string, table: OptionTable): void {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    refuse("options_not_an_object", `the options of ${whose}`, options, "an object");
  }
  const fault = faultIn(options as object, table, whose);
  if (fault === undefined) return;
  const { code, ending = code, what, given, give = remedyOf(ending) } = fault;
  throw new PreemptError(code, refusal(what, given, give));
}
