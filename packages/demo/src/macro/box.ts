/** The moving box of the experiment: where it is depends on the time alone, so a late update shows as a jump. */
import { sweep } from "../person/sweep.ts";

/** Of its stage, in pixels. */
const padding = 8;

/** The room for the box is looked up once: what is drawn while it is measured costs as little as can be. */
export function boxMover(box: HTMLElement): () => void {
  const room = (box.parentElement?.clientWidth ?? 0) - box.offsetWidth - 2 * padding;
  return () => {
    box.style.transform = `translateX(${(sweep(performance.now()) * room).toFixed(1)}px)`;
  };
}
