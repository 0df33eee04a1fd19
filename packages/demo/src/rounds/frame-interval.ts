/** How far apart a display's frames are, from the times that animation frames were given. */
import { median } from "./quantiles.ts";

/**
 * The mean over all of the frames that the display had, those that were not drawn counted as well. Neither the median
 * nor the plain mean: engines round the times (Firefox's stand 6.2 or 7.2 ms apart at 144 Hz, of which the median is 3 % too
 * long), and a frame that was left out is no slower display.
 *
 * @param starts Of at least two frames, in milliseconds.
 */
export function intervalOf(starts: readonly number[]): number {
  const times = starts.slice(1).map((start, i) => start - (starts[i] as number));
  const usual = median(times);
  let frames = 0;
  for (const time of times) frames += Math.max(1, Math.round(time / usual));
  return ((starts.at(-1) as number) - (starts[0] as number)) / frames;
}
