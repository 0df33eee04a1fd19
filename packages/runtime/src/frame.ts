/** What emitted code, protocol and scheduler know of a suspended function, and the state they share. */

/** A suspended activation of one function: the generator of its resumable body. */
export interface Frame {
  next(value?: unknown): IteratorResult<unknown, unknown>;
  throw(error: unknown): IteratorResult<unknown, unknown>;
  return(value?: unknown): IteratorResult<unknown, unknown>;
}

/** What emitted code reads and writes at each preemption point, and what a capture leaves behind. */
export interface RealmState {
  /** Preemption points that may still be passed; below zero the running frame yields. A small integer. */
  budget: number;
  /** Frames saved by the capture under way, innermost first. Empty except between a yield and the scheduler. */
  captured: Frame[];
  /** The value that the captured job awaits, or {@link nothing}. */
  awaiting: unknown;
  /**
   * True while a function that was called from un-annotated code is driven to completion on the spot.
   * Calls below it take the original bodies, and awaits cost the promise ticks that they cost in the original.
   */
  exact: boolean;
}
