/** The animation frames of one subtest: it lasts from the first to the first that comes when its time is over. */

export interface Frames {
  /** Between the times of neighbouring frames, in milliseconds. */
  readonly intervals: readonly number[];
  /** From the first to the last frame, on the page's clock. */
  readonly elapsed: number;
}

/**
 * @param begin Called in the first frame.
 * @param seen Called in each frame: what the page holds now comes to the screen.
 */
export function watchFrames(
  duration: number,
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
    const frame = (time: number) => {
      const now = performance.now();
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
