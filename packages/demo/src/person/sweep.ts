/** Milliseconds from one side to the other. */
const crossing = 2200;

/** Where something is that goes to and fro, slowly at the ends: 0 to 1, at an instant in milliseconds. */
export function sweep(now: number): number {
  const phase = (now / crossing) % 2;
  const across = phase < 1 ? phase : 2 - phase;
  return across * across * (3 - 2 * across);
}
