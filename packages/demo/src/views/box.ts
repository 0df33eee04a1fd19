/** The moving box: where it is depends on the time alone, so a late update shows as a jump. */
export function moveBox(box: HTMLElement, now: number): void {
  const phase = (now / 2200) % 2;
  const across = phase < 1 ? phase : 2 - phase;
  const eased = across * across * (3 - 2 * across);
  box.style.setProperty("--at", eased.toFixed(4));
}
