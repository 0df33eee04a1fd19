/**
 * One listener for each signal, however many jobs have it: engines look through a signal's listeners for each that is added,
 * and Node takes more than ten for a leak.
 */
import type { AbortSignalLike } from "../input/options.ts";

/** Those who listen, and the listener that tells them. */
const known = new WeakMap<AbortSignalLike, readonly [all: Set<() => void>, listener: () => void]>();

/** Calls `abort` when the signal is aborted, in the order of these calls. Returns how to stop listening. */
export function onAbort(signal: AbortSignalLike, abort: () => void): () => void {
  const [all, listener] = known.get(signal) ?? listen(signal);
  all.add(abort);
  return () => {
    if (!all.delete(abort) || all.size > 0) return;
    known.delete(signal);
    signal.removeEventListener("abort", listener);
  };
}

/** Why the signal was aborted; the error of a signal that cannot tell. */
export function reasonOf(signal: AbortSignalLike | null | undefined): unknown {
  try {
    return signal?.reason;
  } catch (error) {
    return error;
  }
}

function listen(signal: AbortSignalLike) {
  const all = new Set<() => void>();
  const listener = () => {
    for (const abort of all) {
      try {
        abort();
      } catch {
        // At the end of the stack: they are told when there is room again.
        void Promise.resolve().then(abort);
      }
    }
  };
  // First, so that nothing is known of a signal that throws.
  signal.addEventListener("abort", listener);
  const entry = [all, listener] as const;
  known.set(signal, entry);
  return entry;
}
