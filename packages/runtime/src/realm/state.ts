/** The state that emitted code, protocol and scheduler share. */
import type { ActivationOutcome, PlainFrame, SharedState } from "@preempt/abi";
import type { UnitHooks } from "../exclusive/holder.ts";
import type { Context } from "../hosts/host.ts";

/** An activation with a context of its own: see builtins/contexts.ts. */
export interface InContext {
  context: Context | undefined;
  /** Runs it in the context around. */
  runHere(floor: number): ActivationOutcome | undefined;
}

export interface RealmState extends SharedState {
  /** The frames are on their way to the heap, since they would soon fill the engine's stack; the job goes on then. */
  isDeep: boolean;
  /** More frames than these are an endless recursion: the innermost one gets the engine's RangeError. */
  mostFrames: number;
  /** Leaves the loops of a frame that is not resumed, if any may be open. */
  abandon: ((frame: PlainFrame, isError: boolean) => void) | undefined;
  /** The asynchronous context in which the frames that are being saved go on, if that is not the one of whoever resumes them. */
  context: Context | undefined;
  /** Resumes an activation that has a context of its own, where code that enters one is loaded. */
  within: ((activation: InContext, floor: number) => ActivationOutcome | undefined) | undefined;
  /** What is done about exclusive units, where some are loaded. */
  units: UnitHooks | undefined;
  /** To be called when a job ends, if calls remember what they called. */
  forget: (() => void) | undefined;
  /** The value that the captured job awaits, or `nothing` of the realm. */
  awaiting: unknown;
}
