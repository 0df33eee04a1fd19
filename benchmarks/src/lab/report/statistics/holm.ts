/**
 * Holm's correction: of many tests one is significant by chance. Rejecting where the corrected value is at most α keeps the
 * chance of one false rejection or more at α.
 *
 * @param values p-values; NaN stays NaN and does not count
 * @returns corrected, in the same order
 */
export function holm(values: readonly number[]): number[] {
  const order = values.flatMap((p, i) => (Number.isNaN(p) ? [] : [i]));
  order.sort((a, b) => (values[a] as number) - (values[b] as number));
  const corrected = values.map(() => Number.NaN);
  let most = 0;
  order.forEach((i, k) => {
    most = Math.max(most, Math.min(1, (values[i] as number) * (order.length - k)));
    corrected[i] = most;
  });
  return corrected;
}
