/**
 * The density of the sum of i numbers that are uniform in [0, 1] (Irwin and Hall): a spline with knots at the integers.
 *
 * At x = c + fraction, by the recurrence of splines, whose terms are positive, so that nothing cancels:
 *
 *     density_i(x) · (i - 1) = x · density_{i-1}(x) + (i - x) · density_{i-1}(x - 1)
 *
 * In pictures, the slice {y in [0,1]^i, Σ y = x} falls into cones from its middle (x/i, …, x/i) over its faces. A face
 * y_k = 0 is a slice of i - 1 with the sum x, and x/i away; a face y_k = 1 is one with the sum x - 1, 1 - x/i away.
 */
export interface IrwinHall {
  /** `rows[i][c]`: the density of i numbers at c + fraction, over the largest of its row. Row 0 is empty. */
  readonly rows: readonly Float64Array[];
  /** What the last row has to be multiplied by to be the densities. */
  readonly scale: number;
}

/**
 * @param fraction From 0 to 1
 * @param most Rows end with the density at `most` + fraction, if not before
 */
export function irwinHall(n: number, fraction: number, most: number = n - 1): IrwinHall {
  const rows = [new Float64Array(0), Float64Array.of(1)];
  let scale = 1;
  for (let i = 2; i <= n; i++) {
    const before = rows[i - 1] as Float64Array;
    const row = new Float64Array(Math.min(i, most + 1));
    let largest = 0;
    for (let c = 0; c < row.length; c++) {
      const x = c + fraction;
      const density = (x * (before[c] ?? 0) + (i - x) * (before[c - 1] ?? 0)) / (i - 1);
      row[c] = density;
      largest = Math.max(largest, density);
    }
    for (let c = 0; c < row.length; c++) row[c] = (row[c] as number) / largest;
    scale *= largest;
    rows.push(row);
  }
  return { rows, scale };
}
