/**
 * Whether the machine is busy with something else. A page cannot see other programs. But it can see, while it does nothing
 * itself, that frames do not come, or that a loop of fixed length takes longer than it did.
 */
import { median } from "../../observe/statistics.ts";
import type { FrameWatch } from "./frame-watch.ts";

/** Times of the loop that a quiet machine takes at most; engines and clocks vary by less. */
const tolerated = 1.5;
/** Part of the frames that a quiet page may lose. */
const toleratedLoss = 0.1;
/** Milliseconds in which frames are counted. */
const span = 1000;
const samples = 5;
const rounds = 1_000_000;

function loop(): number {
  const start = performance.now();
  let value = 1;
  for (let i = 0; i < rounds; i++) value = (Math.imul(value, 1664525) + 1013904223) | 0;
  // The value is used, or the engine would leave out the loop.
  return performance.now() - start + (value === 0 ? 1e-9 : 0);
}

export class BusyWatch {
  readonly #frames: FrameWatch;
  #best = Number.POSITIVE_INFINITY;
  #idleSince = Number.POSITIVE_INFINITY;
  #isBusy = false;

  constructor(frames: FrameWatch) {
    this.#frames = frames;
  }

  /** As of the last look. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** The page has worked until now: frames that were lost are its own. */
  worked(): void {
    this.#idleSince = performance.now();
  }

  /** While the page does nothing. Takes some milliseconds; nothing in the first second after {@link worked}. */
  look(): void {
    const now = performance.now();
    if (now - this.#idleSince < span) return;
    const { lost, wanted } = this.#frames.between(now - span, now);
    const times = Array.from({ length: samples }, loop);
    this.#best = Math.min(this.#best, ...times);
    this.#isBusy = isBusy(times, this.#best, lost / wanted);
  }
}

/**
 * @param best The shortest time that was ever seen
 * @param loss Part of the frames that did not come: 0 to 1
 */
export function isBusy(times: readonly number[], best: number, loss: number): boolean {
  return median(times) > tolerated * best || loss > toleratedLoss;
}
