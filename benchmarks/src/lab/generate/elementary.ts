/**
 * Logarithm, exponential and roots by addition, multiplication and division alone. The language leaves the last bits of
 * `Math.log`, `Math.exp` and `Math.pow` to the engine; these have the same bits on every one, so that a seed gives the
 * same task sets everywhere. Within 4 units in the last place of the true value.
 */

// ln 2 in two parts: the first has so few bits that its products with exponents are exact.
const ln2High = 0.6931471803691238;
const ln2Low = 1.9082149292705877e-10;

/** ln x for x > 0: x = m·2^k with m from 0.7 to 1.4, and ln m = 2 artanh((m - 1)/(m + 1)) by its series. */
export function log(x: number): number {
  let m = x;
  let k = 0;
  for (; m > 1.4; k++) m /= 2;
  for (; m < 0.7; k--) m *= 2;
  const s = (m - 1) / (m + 1);
  // |s| < 0.177: the next term would be below 2^-59 of the first.
  let series = 0;
  for (let power = 21; power >= 3; power -= 2) series = (series + 1 / power) * s * s;
  return k * ln2High + (2 * s * (1 + series) + k * ln2Low);
}

/** e^x for |x| < 700: x = r + k ln 2, and e^r by its series. */
export function exp(x: number): number {
  const k = Math.round(x / ln2High);
  const r = x - k * ln2High - k * ln2Low;
  // |r| < 0.347: the next term would be below 2^-58.
  let series = 1;
  for (let n = 14; n >= 1; n--) series = 1 + (series * r) / n;
  for (let i = k; i > 0; i--) series *= 2;
  for (let i = k; i < 0; i++) series /= 2;
  return series;
}

/** The k-th root of x, for x > 0. */
export function root(x: number, k: number): number {
  return k === 1 ? x : exp(log(x) / k);
}
