/** Frame times as the browser gives them: one animation frame after the other. */
export class FrameMeter {
  /** Start times of the last frames, in milliseconds; oldest first. */
  readonly #starts: number[] = [];
  readonly #keep: number;

  constructor(keepMs = 20_000) {
    this.#keep = keepMs;
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
    let worst = 0;
    let later = now;
    for (let i = this.#starts.length - 1; i >= 0; i--) {
      const start = this.#starts[i] as number;
      if (later !== now || now - start > 50) worst = Math.max(worst, later - start);
      later = start;
      if (start < now - ms) break;
    }
    return worst;
  }

  /** The last `count` frame times, in milliseconds. */
  times(count: number): number[] {
    const from = Math.max(1, this.#starts.length - count);
    const times: number[] = [];
    for (let i = from; i < this.#starts.length; i++) {
      times.push((this.#starts[i] as number) - (this.#starts[i - 1] as number));
    }
    return times;
  }
}
