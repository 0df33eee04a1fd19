/** What exclusive units, activations and schedulers know of each other. */
import type { ActivationOutcome } from "@preempt/abi";

/** Whoever resumes an activation: a job, if there is one. */
export interface Driver {
  /** Whether it waits for something else, so that to run its activation would lead nowhere. */
  readonly isBlocked: boolean;
}

/** An activation, which may be suspended in exclusive units. */
export interface Holder {
  /** How many frames are suspended. */
  readonly depth: number;
  readonly driver: Driver | undefined;
  /** The innermost frame from which on a unit is held; -1: none. */
  heldFrom: number;
  /** Made when it is resumed first, if there are units. */
  units: object | undefined;
  /**
   * Resumes the innermost frame and goes on outwards until only `floor` frames are left, the activation awaits, or the budget is
   * used up. Undefined: they are left.
   */
  runDownTo(floor: number): ActivationOutcome | undefined;
}

/** What activations ask of exclusive units, where any are loaded. */
export interface UnitHooks {
  lock(name: string): object;
  mustWait(lock: object): boolean;
  waitHere(lock: object): void;
  /** The frame at `index` was suspended with `mark`, which says which unit it is in, if any. */
  suspended(holder: Holder, mark: unknown, index: number): void;
  /** The frame at `index`, from which on a unit was held, has ended. */
  left(holder: Holder, index: number): void;
  /** Resumes the activation as far as its units allow. */
  resume(holder: Holder): ActivationOutcome | undefined;
  /** Whoever drives it need not be told any more that it awaits something. */
  forget(holder: Holder): void;
}
