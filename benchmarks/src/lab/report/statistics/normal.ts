/** The standard normal distribution, exact in its tails: a p-value of 1e-40 is not 0. */

/** P(Z ≥ z). */
export function upperTail(z: number): number {
  if (z < 0) return 1 - upperTail(-z);
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  return z < 3 ? 0.5 - density * series(z) : density / fraction(z);
}

/** P(|Z| ≥ |z|). */
export function bothTails(z: number): number {
  return 2 * upperTail(Math.abs(z));
}

/** (P(Z ≤ z) - 1/2) / density: z + z³/3 + z⁵/(3·5) + … */
function series(z: number): number {
  let sum = 0;
  for (let term = z, k = 1; sum + term !== sum; k++) {
    sum += term;
    term *= (z * z) / (2 * k + 1);
  }
  return sum;
}

/** Laplace's continued fraction for density / P(Z ≥ z): z + 1/(z + 2/(z + 3/(z + …))). */
function fraction(z: number): number {
  let value = z;
  for (let k = 200; k >= 1; k--) value = z + k / value;
  return value;
}
