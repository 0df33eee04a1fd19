/** Where a time axis has its marks: multiples of 1, 2 or 5 times a power of ten, no closer than asked for. */

/** The smallest such step that is at least `length`. */
export function niceStep(length: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(length));
  for (const factor of [1, 2, 5]) if (factor * magnitude >= length * (1 - 1e-9)) return factor * magnitude;
  return 10 * magnitude;
}

/** The multiples of `step` from `from` to `to`, both included. */
export function ticks(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step - 1e-9);
  const count = Math.floor(to / step + 1e-9) - first + 1;
  // Counted from 0: beyond 2^53 a number plus 1 is itself.
  return Array.from({ length: Math.max(0, count) }, (_, k) => (first + k) * step);
}

/** A time without the noise of binary fractions, and with no more digits than `step` needs. */
export function showTick(time: number, step: number): string {
  const digits = Math.min(9, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  return time.toFixed(digits).replace(/^-(0(?:\.0*)?)$/, "$1");
}
