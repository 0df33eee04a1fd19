/** The state that emitted code, protocol and scheduler share. */
import type { PlainFrame, SharedState } from "@preempt/abi";
import type { UnitHooks } from "../exclusive/holder.ts";

export interface RealmState extends SharedState {
  /** The frames are on their way to the heap, since they would soon fill the engine's stack; the job goes on then. */
  isDeep: boolean;
  /** More frames than these are an endless recursion: the innermost one gets the engine's RangeError. */
  mostFrames: number;
  /** Leaves the loops of a frame that is not resumed, if any may be open. */
  abandon: ((frame: PlainFrame, isError: boolean) => void) | undefined;
  /** What is done about exclusive units, where some are loaded. */
  units: UnitHooks | undefined;
  /** To be called when a job ends, if calls remember what they called. */
  forget: (() => void) | undefined;
  /** The value that the captured job awaits, or `nothing` of the realm. */
  awaiting: unknown;
}
