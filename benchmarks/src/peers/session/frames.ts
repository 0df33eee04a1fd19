/** The animation frames of a page that would draw something in each. */
import { median } from "../../statistics.ts";
import { sharedClock } from "./clock.ts";

export interface Frames {
  readonly came: number;
  /** As many as the display has in that time. */
  readonly wanted: number;
}

export interface FrameWatch {
  between(from: number, to: number): Frames;
}

/** Milliseconds: more than twenty frames. */
const watching = 400;

/** Takes that long, in which nothing else runs: so the display's interval is known. */
export async function watchFrames(box: HTMLElement): Promise<FrameWatch> {
  const times: number[] = [];
  const frame = (start: number) => {
    times.push(sharedClock());
    box.style.transform = `translateX(${start % 300}px)`;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  await new Promise((resolve) => setTimeout(resolve, watching));
  // Over ten frames: clocks of pages are coarse.
  const interval = median(times.slice(10).map((time, i) => time - (times[i] as number))) / 10;
  return {
    between: (from, to) => ({
      came: times.filter((time) => time >= from && time <= to).length,
      wanted: (to - from) / interval,
    }),
  };
}
