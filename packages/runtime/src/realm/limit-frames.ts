import { refuse, show } from "../input/errors.ts";
import { realm } from "./realm.ts";

/**
 * Sets how deep a recursion of preemptable functions may get, in all jobs of this realm. Their frames move to the heap before
 * the engine's stack ends, so what ends an endless recursion is this number: the innermost function gets a RangeError, as it
 * would at the end of the stack. A frame takes 100 to 300 bytes. (Those of functions which return what they call are not kept, and
 * count by what they would take of the stack: one more for every eight variables.)
 *
 * @param most Frames of one job; default 2,000,000
 * @throws PreemptError if it is not an integer above 0
 */
export function limitFrames(most: number): void {
  if (!Number.isSafeInteger(most) || most <= 0) {
    refuse("frames_not_a_count", "the number of frames", show(most), "an integer above 0");
  }
  realm.state.mostFrames = most;
}
