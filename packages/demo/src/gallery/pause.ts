/** The few lines that people write to give the thread back by hand. */
import type { Pause } from "./entry.ts";

/** Milliseconds of work between two yields. The same as in the comparison with other schedulers. */
const stretch = 5;

interface Yielding {
  readonly scheduler?: { yield?(): Promise<void> };
}

/** To the next turn of the event loop; where the browser has no `scheduler.yield`, by a timer. */
function giveBack(): Promise<void> {
  const { scheduler } = globalThis as Yielding;
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}

/** @param signal Aborted when the answer is not wanted any more */
export function pauseOf(signal: AbortSignal): Pause {
  let end = performance.now() + stretch;
  return async () => {
    if (performance.now() < end) return;
    await giveBack();
    signal.throwIfAborted();
    end = performance.now() + stretch;
  };
}
