/** The option `snapshot`: arguments of a job's own. */

import type { Callable } from "../realm/intrinsics.ts";
import { PreemptError, refuse, show } from "./errors.ts";

declare const structuredClone: <T>(value: T) => T;

/** @throws PreemptError if the option is no boolean, or the arguments cannot be cloned */
export function snapshotOf(args: unknown[], isWanted: unknown, { name }: Callable): unknown[] {
  if (isWanted !== true) refuse("snapshot_not_a_boolean", `snapshot of "${name}"`, show(isWanted), "true or false");
  try {
    return structuredClone(args);
  } catch (cause) {
    throw new PreemptError(
      "argument_not_cloneable",
      `an argument of "${name}" cannot be cloned (${(cause as Error)?.message}). Give plain data, or leave out snapshot.`,
      { cause },
    );
  }
}
