/** The moving box of the experiment: where it is depends on the time alone, so a late update shows as a jump. */

/** Milliseconds from one side to the other. */
const crossing = 2200;
/** Of its stage, in pixels. */
const padding = 8;

/** The room for the box is looked up once: what is drawn while it is measured costs as little as can be. */
export function boxMover(box: HTMLElement): () => void {
  const room = (box.parentElement?.clientWidth ?? 0) - box.offsetWidth - 2 * padding;
  return () => {
    const phase = (performance.now() / crossing) % 2;
    const across = phase < 1 ? phase : 2 - phase;
    box.style.transform = `translateX(${(across * across * (3 - 2 * across) * room).toFixed(1)}px)`;
  };
}
