/** The page's frames: a box that moves in each, how many came in the last second, and the longest wait between two. */
import { RecentCount } from "../observe/recent-count.ts";
import { find } from "../views/element.ts";

export interface Pace {
  /** Frames of the last second. */
  frames(): number;
  /** Milliseconds, the longest between two frames since this was called before. */
  takeLongest(): number;
}

export function watchPace(): Pace {
  const box = find("#box");
  const track = find("#track");
  const recent = new RecentCount(1000);
  let longest = 0;
  let last = performance.now();
  const frame = (now: number) => {
    recent.add(now);
    longest = Math.max(longest, now - last);
    last = now;
    const way = Math.max(track.clientWidth - box.clientWidth, 1);
    const at = (now / 6) % (2 * way);
    box.style.transform = `translateX(${at < way ? at : 2 * way - at}px)`;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  return {
    frames: () => recent.at(performance.now()),
    takeLongest() {
      const taken = longest;
      longest = 0;
      return taken;
    },
  };
}
