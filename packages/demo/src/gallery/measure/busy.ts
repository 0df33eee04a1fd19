/**
 * Whether the machine is busy with something else. A page cannot see other programs, but it can see that a loop of fixed
 * length takes longer than it did, while the page itself does nothing.
 */
import { median } from "../../observe/statistics.ts";

/** Times of the loop that a quiet machine takes at most; engines and clocks vary by less. */
const tolerated = 1.5;
const samples = 9;
const rounds = 200_000;

function loop(): number {
  const start = performance.now();
  let value = 1;
  for (let i = 0; i < rounds; i++) value = (Math.imul(value, 1664525) + 1013904223) | 0;
  // The value is used, or the engine would leave out the loop.
  return performance.now() - start + (value === 0 ? 1e-9 : 0);
}

export class BusyWatch {
  #best = Number.POSITIVE_INFINITY;

  /** Looks for some milliseconds. True: other programs take the processor, and what is measured now is too slow. */
  look(): boolean {
    const times = Array.from({ length: samples }, loop);
    this.#best = Math.min(this.#best, ...times);
    return isBusy(times, this.#best);
  }
}

/** @param best The shortest time that was ever seen */
export function isBusy(times: readonly number[], best: number): boolean {
  return median(times) > tolerated * best;
}
