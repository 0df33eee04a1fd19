/** How a plain body is left to be called again. */
import { type Captured, valueFromEnd } from "@preempt/abi";
import { realm } from "../realm/realm.ts";

const { state, signal } = realm;

/**
 * `return $save(f$rest, $this, n, i, 2, 0, $depth);`: saves the frame, whose elements these are, before those that were saved for its
 * callees. Returns the signal. A list in each body would take three times the code, and engines inline a body up to a length.
 */
export function save(...frame: unknown[]): unknown {
  frame[frame.length - valueFromEnd] = state.captured;
  state.captured = frame as Captured;
  return signal;
}
