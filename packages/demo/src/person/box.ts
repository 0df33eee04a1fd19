/** The moving box: where it is depends on the time alone, so a late update shows as a jump. */
import { sweep } from "./sweep.ts";

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** One update, the job of the periodic task "box". Where people want no motion it takes a step a second. */
export function moveBox(box: HTMLElement): void {
  const now = calm.matches ? Math.floor(performance.now() / 1000) * 1000 : performance.now();
  box.style.setProperty("--at", sweep(now).toFixed(4));
}
