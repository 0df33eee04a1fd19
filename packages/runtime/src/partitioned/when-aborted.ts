import type { AbortSignalLike } from "../input/options.ts";
import { onAbort, reasonOf } from "../kernel/on-abort.ts";

/** Calls `abort` with the reason when the signal is aborted, at once if it was before. Returns how to stop listening. */
export function whenAborted(signal: AbortSignalLike | null | undefined, abort: (reason: unknown) => void): () => void {
  if (!signal) return nothing;
  if (signal.aborted) {
    abort(reasonOf(signal));
    return nothing;
  }
  return onAbort(signal, () => abort(reasonOf(signal)));
}

const nothing = () => {};
