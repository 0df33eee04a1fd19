/**
 * The animation frames of one subtest: it lasts from the first to the first that comes when its time is over.
 *
 * A frame's time is that which the engine gives. But after a long task Chromium gives the time at which the frame should have
 * begun: half a second ago. Then it is the last beat of the display before the frame did begin.
 */
import { median } from "../observe/statistics.ts";

export interface Frames {
  /** Between the times of neighbouring frames, in milliseconds. */
  readonly intervals: readonly number[];
  /** From the first to the last frame, on the page's clock. */
  readonly elapsed: number;
}

/** The display's interval in milliseconds, seen while nothing runs. */
export async function displayInterval(): Promise<number> {
  const times: number[] = [];
  while (times.length < 40) times.push(await new Promise<number>(requestAnimationFrame));
  return median(times.slice(1).map((time, i) => time - (times[i] as number)));
}

/** When a frame with this time really began, at the earliest, if its callback ran at `now`. */
export function beatOf(time: number, now: number, interval: number): number {
  return time + Math.max(0, Math.floor((now - time) / interval)) * interval;
}

/**
 * @param interval Of the display.
 * @param begin Called in the first frame.
 * @param seen Called in each frame: what the page holds now comes to the screen.
 */
export function watchFrames(
  duration: number,
  interval: number,
  signal: AbortSignal,
  begin: (now: number) => void,
  seen: (now: number) => void,
): Promise<Frames> {
  return new Promise((resolve, reject) => {
    // At once: in a page out of sight no frame comes.
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    const intervals: number[] = [];
    let last = Number.NaN;
    let start = Number.NaN;
    const frame = (given: number) => {
      const now = performance.now();
      // Two frames may have one beat: then a measured interval, which is not exact, would put the later one before.
      const time = Math.max(beatOf(given, now, interval), Number.isNaN(last) ? 0 : last);
      if (signal.aborted) return;
      if (Number.isNaN(start)) {
        start = now;
        begin(now);
      } else {
        intervals.push(time - last);
        seen(now);
      }
      last = time;
      if (now - start >= duration) resolve({ intervals, elapsed: now - start });
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}
