/**
 * Positive values by their logarithms, counted in narrow bins: of a thousand million values what is told of a few thousand
 * bins. Quantiles are off by at most half a bin, 0.06 %; count, least, most and mean of the logarithms are exact.
 */

/** 20,000 bins in all, 160 kB. */
const binsPerDecade = 2000;
const [firstDecade, lastDecade] = [-5, 5];
const bins = (lastDecade - firstDecade) * binsPerDecade;

export class LogHistogram {
  readonly #counts = new Float64Array(bins);
  count = 0;
  least = Number.POSITIVE_INFINITY;
  most = Number.NEGATIVE_INFINITY;
  #sum = 0;
  #squares = 0;

  /** Values beyond 10^-5 and 10^5 are counted at the ends. */
  add(value: number): void {
    const log = Math.min(lastDecade, Math.max(firstDecade, Math.log10(value)));
    const bin = Math.min(bins - 1, Math.floor((log - firstDecade) * binsPerDecade));
    this.#counts[bin] = (this.#counts[bin] as number) + 1;
    this.count++;
    this.#sum += log;
    this.#squares += log * log;
    if (value < this.least) this.least = value;
    if (value > this.most) this.most = value;
  }

  merge(other: LogHistogram): void {
    for (let i = 0; i < bins; i++) this.#counts[i] = (this.#counts[i] as number) + (other.#counts[i] as number);
    this.count += other.count;
    this.#sum += other.#sum;
    this.#squares += other.#squares;
    this.least = Math.min(this.least, other.least);
    this.most = Math.max(this.most, other.most);
  }

  /** The value below which such a part lies, from 0 to 1; NaN without values. */
  quantile(part: number): number {
    if (this.count === 0) return Number.NaN;
    if (part >= 1) return this.most;
    const wanted = part * (this.count - 1) + 1;
    let seen = 0;
    for (let i = 0; i < bins; i++) {
      seen += this.#counts[i] as number;
      if (seen < wanted) continue;
      // The bins at the ends have what lies beyond.
      if (i === 0) return this.least;
      return i === bins - 1 ? this.most : Math.min(this.most, Math.max(this.least, 10 ** middle(i)));
    }
    return this.most;
  }

  /** Standard deviation of the logarithms; NaN of fewer than two. */
  get deviation(): number {
    const { count } = this;
    return count < 2 ? Number.NaN : Math.sqrt(Math.max(0, this.#squares - this.#sum ** 2 / count) / (count - 1));
  }

  /** Logarithms, and how many values have them. */
  *logs(): Generator<readonly [log: number, count: number], void, undefined> {
    for (let i = 0; i < bins; i++) {
      const count = this.#counts[i] as number;
      if (count > 0) yield [middle(i), count];
    }
  }
}

const middle = (bin: number) => firstDecade + (bin + 0.5) / binsPerDecade;
