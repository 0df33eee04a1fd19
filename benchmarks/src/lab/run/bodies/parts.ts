/** A job with critical sections: in annotated code, waiting for a lock looks like a call. */
import type { Lock } from "@preempt/runtime";

export interface UnitsPart {
  readonly units: number;
  /** Held meanwhile; undefined where nobody else runs. */
  readonly resource: { lock(): Lock } | undefined;
}

/** @preempt */
export function runParts(run: (units: number) => number, parts: readonly UnitsPart[]): number {
  let result = 0;
  for (const { units, resource } of parts) {
    if (resource === undefined) result ^= run(units);
    else {
      const lock = resource.lock();
      result ^= run(units);
      lock.unlock();
    }
  }
  return result;
}
