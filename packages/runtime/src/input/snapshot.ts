/** The option `snapshot`: arguments of a job's own. */

import type { Callable } from "../realm/intrinsics.ts";
import { PreemptError } from "./errors.ts";

declare const structuredClone: <T>(value: T) => T;

/** @throws PreemptError if the arguments cannot be cloned */
export function snapshotOf(args: unknown[], { name }: Callable): unknown[] {
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
