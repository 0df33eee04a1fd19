/** The frames of the page, by when their callbacks ran, and the long animation frames that the browser reports. */

/** Milliseconds: what the browsers call a long animation frame, and a long task. */
export const long = 50;

export interface FramesOfRun {
  /** Frames that did not come. */
  readonly lost: number;
  /** As many as the display has in that time. */
  readonly wanted: number;
  /** The longest time between two, in milliseconds. */
  readonly longest: number;
  readonly longFrames: number;
  readonly longestLongFrame: number;
}

export class FrameWatch {
  readonly #interval: number;
  readonly #times: number[] = [];
  readonly #long: PerformanceEntry[] = [];
  readonly #observer: PerformanceObserver | undefined;

  /** @param interval Of the display, in milliseconds */
  constructor(interval: number) {
    this.#interval = interval;
    const frame = () => {
      this.#times.push(performance.now());
      if (this.#times.length > 10_000) this.#times.splice(0, 5000);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    document.addEventListener("visibilitychange", () => {
      this.#times.length = 0;
    });
    if (!PerformanceObserver.supportedEntryTypes.includes("long-animation-frame")) return;
    this.#observer = new PerformanceObserver((list) => this.#long.push(...list.getEntries()));
    this.#observer.observe({ type: "long-animation-frame" });
  }

  /** Whether the browser reports long animation frames. If not, times of more than 50 ms between frames count. */
  get reportsLongFrames(): boolean {
    return this.#observer !== undefined;
  }

  /** Frames in a second, over the last so many milliseconds. */
  rate(ms: number): number {
    const from = performance.now() - ms;
    return (this.#times.filter((time) => time > from).length * 1000) / ms;
  }

  between(from: number, to: number): FramesOfRun {
    this.#long.push(...(this.#observer?.takeRecords() ?? []));
    const inside = this.#times.filter((time) => time > from && time <= to);
    const gaps = [from, ...inside, to].map((time, i, all) => time - (all[i - 1] ?? time));
    const wanted = Math.round((to - from) / this.#interval);
    const overlapping = this.#long.filter(({ startTime, duration }) => startTime < to && startTime + duration > from);
    const durations =
      this.#observer === undefined ? gaps.filter((gap) => gap > long) : overlapping.map(({ duration }) => duration);
    return {
      wanted,
      lost: Math.max(0, wanted - inside.length),
      longest: Math.max(...gaps),
      longFrames: durations.length,
      longestLongFrame: Math.max(0, ...durations),
    };
  }
}
