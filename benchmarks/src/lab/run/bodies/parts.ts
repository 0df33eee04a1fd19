/**
 * Jobs that consist of parts: with critical sections (in annotated code, waiting for a lock looks like a call), with
 * awaits between them, and with an end that releases another job.
 */
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

/** @preempt */
export function runReleasing(run: (units: number) => number, parts: readonly UnitsPart[], release: () => void): number {
  const result = runParts(run, parts);
  release();
  return result;
}

export interface AwaitingPart {
  readonly rounds: number;
  /** Milliseconds for which the job suspends itself before it; 0: not at all. */
  readonly pause: number;
}

/**
 * @param next The parts of the task's next job
 * @param wait Resolves after so many milliseconds
 * @preempt
 */
export async function runAwaiting(
  run: (units: number) => number,
  next: () => readonly AwaitingPart[],
  wait: (ms: number) => Promise<void>,
): Promise<number> {
  let result = 0;
  for (const { rounds, pause } of next()) {
    if (pause > 0) await wait(pause);
    result ^= run(rounds);
  }
  return result;
}
