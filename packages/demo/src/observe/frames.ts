/** Frame times as the browser gives them: one animation frame after the other. */
import { quantile } from "./statistics.ts";

export class FrameMeter {
  /** Start times of the last frames, in milliseconds; oldest first. */
  readonly #starts: number[] = [];
  readonly #keep: number;

  constructor(keepMs = 20_000) {
    this.#keep = keepMs;
    // A page out of sight gets no frames: none of them is late.
    document.addEventListener("visibilitychange", () => {
      this.#starts.length = 0;
    });
    const frame = (now: number) => {
      this.#starts.push(now);
      while ((this.#starts[0] as number) < now - this.#keep) this.#starts.shift();
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  /** Frames per second over the last `ms` milliseconds up to `now`. */
  rate(ms: number, now = performance.now()): number {
    let count = 0;
    for (let i = this.#starts.length - 1; i >= 0 && (this.#starts[i] as number) > now - ms; i--) count++;
    return (count * 1000) / ms;
  }

  /** The longest time between two frames in the last `ms`, the one under way included. */
  worst(ms: number, now = performance.now()): number {
    const last = this.#starts.at(-1) ?? now;
    // The next frame is not late before it is overdue by far.
    const underWay = now - last > 50 ? now - last : 0;
    return Math.max(underWay, ...this.since(now - ms).map(({ length }) => length));
  }

  /** The interval that 99 of 100 frames in the last `ms` did not exceed; NaN without frames. */
  p99(ms: number, now = performance.now()): number {
    return quantile(
      this.since(now - ms).map(({ length }) => length),
      0.99,
    );
  }

  /** The frames that began after `time`, oldest first: when, and how long after the one before. */
  since(time: number): { readonly start: number; readonly length: number }[] {
    const frames: { start: number; length: number }[] = [];
    for (let i = this.#starts.length - 1; i > 0 && (this.#starts[i] as number) > time; i--) {
      const start = this.#starts[i] as number;
      frames.push({ start, length: start - (this.#starts[i - 1] as number) });
    }
    return frames.reverse();
  }
}
