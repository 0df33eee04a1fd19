/** A job with critical sections: in annotated code, waiting for a lock looks like a call. */
import type { Lock } from "@preempt/runtime";

export interface UnitsPart {
  /**
   * Units of work. Not called so: V8 gives the first fields of objects that begin alike one representation, and a pace's
   * units are no small integers. Loops compiled for these would be compiled again.
   */
  readonly rounds: number;
  /** Held meanwhile; undefined where nobody else runs. */
  readonly resource: { lock(): Lock } | undefined;
}

/** @preempt */
export function runParts(run: (units: number) => number, parts: readonly UnitsPart[]): number {
  let result = 0;
  for (const { rounds, resource } of parts) {
    if (resource === undefined) result ^= run(rounds);
    else {
      const lock = resource.lock();
      result ^= run(rounds);
      lock.unlock();
    }
  }
  return result;
}
