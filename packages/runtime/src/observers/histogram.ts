/**
 * How values are spread, in memory that does not grow with their number: counts in buckets whose width grows with the
 * value. Each octave (from a power of two to the next) is cut into 64 equal buckets, as an HDR histogram does, so that
 * a value read back is at most 1 % off, however small or large.
 *
 *   … │ 1/2 ▏▏▏64▏▏▏ │ 1 ▏▏▏▏64▏▏▏▏ │ 2 ▏▏▏▏▏▏64▏▏▏▏▏▏ │ 4 …        and the same for negative values
 */
import { PreemptError, show } from "../input/errors.ts";

const perOctave = 64;
/** Smaller is 0: in milliseconds just under a nanosecond, less than any clock here tells. */
const smallestExponent = -20;
/** Larger is in the last bucket: in milliseconds, 35 years. */
const largestExponent = 39;
const octaves = largestExponent - smallestExponent + 1;

/** A histogram as plain data. */
export interface HistogramData {
  /** How many values were recorded. */
  readonly count: number;
  /** The sum of all values. */
  readonly sum: number;
  /** Absent if nothing was recorded, as is `max`. */
  readonly min?: number;
  /** The largest value. */
  readonly max?: number;
  /**
   * The buckets in use, from the smallest value to the largest: number and count. Bucket 0 is for the value 0, the n-th
   * bucket above 0 has the values from 2^(o - 20) · (1 + s/64) on, where o = ⌊(n - 1) / 64⌋ and s = (n - 1) mod 64;
   * bucket -n has the same values with a minus sign.
   */
  readonly buckets: readonly (readonly [bucket: number, count: number])[];
}

/** Counts for the values of one sign. An octave takes 512 bytes, from its first value on. */
type Octaves = (Float64Array | undefined)[];

/**
 * Values of any sign, most often milliseconds. Count, minimum and maximum are exact, the mean up to rounding, quantiles up
 * to {@link Histogram.relativeError} for values from 2^-20 to 2^40 of either sign; nearer to 0 counts as 0.
 * Takes 61 KB at most, and about 4 KB for values within a factor of 100.
 */
export class Histogram {
  /** Bound for |quantile - value| / |value|. */
  static readonly relativeError: number = 0.01;

  #count = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  #sum = 0;
  /** What rounding has taken from the sum so far: small values added to a large sum are not lost (Neumaier 1974). */
  #lost = 0;
  #zeros = 0;
  readonly #above: Octaves = [];
  readonly #below: Octaves = [];

  /**
   * A histogram from what {@link toJSON} gave.
   *
   * @throws PreemptError if the data is not that of a histogram
   */
  static fromJSON(data: HistogramData): Histogram {
    checkData(data);
    const made = new Histogram();
    for (const [bucket, count] of data.buckets) made.#add(bucket, count);
    made.#count = data.count;
    made.#sum = data.sum;
    if (data.min !== undefined) made.#min = data.min;
    if (data.max !== undefined) made.#max = data.max;
    return made;
  }

  /** How many values were recorded. */
  get count(): number {
    return this.#count;
  }

  /** The smallest value; undefined if there is none. */
  get min(): number | undefined {
    return this.#count === 0 ? undefined : this.#min;
  }

  /** The largest value; undefined if there is none. */
  get max(): number | undefined {
    return this.#count === 0 ? undefined : this.#max;
  }

  /** The arithmetic mean; undefined if there is no value. */
  get mean(): number | undefined {
    return this.#count === 0 ? undefined : this.sum / this.#count;
  }

  /** Of all values. */
  get sum(): number {
    return this.#sum + this.#lost;
  }

  /** @throws PreemptError if the value is not a finite number */
  record(value: number): void {
    if (!Number.isFinite(value)) {
      throw new PreemptError("value_not_finite", `the value to record is ${show(value)}. Give a finite number.`);
    }
    this.#count++;
    this.#addToSum(value);
    if (value < this.#min) this.#min = value;
    if (value > this.#max) this.#max = value;
    this.#add(bucketOf(value), 1);
  }

  /** Adds the values of another histogram, which stays as it is. */
  merge(other: Histogram): void {
    // A copy first: the other may be this one.
    const buckets = [...other.#buckets()];
    this.#count += other.#count;
    const lost = other.#lost;
    this.#addToSum(other.#sum);
    this.#addToSum(lost);
    this.#min = Math.min(this.#min, other.#min);
    this.#max = Math.max(this.#max, other.#max);
    for (const [bucket, count] of buckets) this.#add(bucket, count);
  }

  /**
   * The value that a share `q` of all values does not exceed: of n values in order, the ⌈q·n⌉-th; 0 gives the smallest,
   * 1 the largest. Undefined if there is none.
   *
   * @param q From 0 to 1: 0.5 is the median
   * @throws PreemptError if that is not such a number
   */
  quantile(q: number): number | undefined {
    if (!(q >= 0 && q <= 1)) {
      throw new PreemptError("quantile_out_of_range", `the quantile is ${show(q)}. Give a number from 0 to 1.`);
    }
    if (this.#count === 0) return undefined;
    // 0.07 · 100 is a little above 7: the product's last bits must not move the rank.
    const rank = Math.ceil(q * this.#count * (1 - 2 ** -51));
    if (rank <= 1) return this.#min;
    if (rank >= this.#count) return this.#max;
    let passed = 0;
    for (const [bucket, count] of this.#buckets()) {
      passed += count;
      if (passed >= rank) return Math.min(Math.max(middleOf(bucket), this.#min), this.#max);
    }
    return this.#max;
  }

  /** Forgets all values. */
  reset(): void {
    this.#count = 0;
    this.#min = Number.POSITIVE_INFINITY;
    this.#max = Number.NEGATIVE_INFINITY;
    this.#sum = 0;
    this.#lost = 0;
    this.#zeros = 0;
    this.#above.length = 0;
    this.#below.length = 0;
  }

  /** The histogram as plain data, for JSON and for other threads. */
  toJSON(): HistogramData {
    const { count, sum, min, max } = this;
    return {
      count,
      sum,
      ...(min !== undefined && { min }),
      ...(max !== undefined && { max }),
      buckets: [...this.#buckets()],
    };
  }

  #addToSum(value: number): void {
    const sum = this.#sum + value;
    this.#lost += Math.abs(this.#sum) >= Math.abs(value) ? this.#sum - sum + value : value - sum + this.#sum;
    this.#sum = sum;
  }

  #add(bucket: number, count: number): void {
    if (bucket === 0) {
      this.#zeros += count;
      return;
    }
    const n = Math.abs(bucket) - 1;
    const side = bucket > 0 ? this.#above : this.#below;
    const octave = Math.floor(n / perOctave);
    side[octave] ??= new Float64Array(perOctave);
    side[octave][n % perOctave] = (side[octave][n % perOctave] as number) + count;
  }

  /** Those in use, from the smallest value to the largest. */
  *#buckets(): Generator<[bucket: number, count: number], void> {
    for (let n = this.#below.length * perOctave; n > 0; n--) {
      const count = countIn(this.#below, n);
      if (count > 0) yield [-n, count];
    }
    if (this.#zeros > 0) yield [0, this.#zeros];
    for (let n = 1; n <= this.#above.length * perOctave; n++) {
      const count = countIn(this.#above, n);
      if (count > 0) yield [n, count];
    }
  }
}

function countIn(side: Octaves, n: number): number {
  return side[Math.floor((n - 1) / perOctave)]?.[(n - 1) % perOctave] ?? 0;
}

function bucketOf(value: number): number {
  const size = Math.abs(value);
  if (size < 2 ** smallestExponent) return 0;
  let n = octaves * perOctave;
  if (size < 2 ** (largestExponent + 1)) {
    // The logarithm may be rounded across a power of two. The bucket is right all the same: then it is -1 of the octave
    // above, or 64 of the octave below.
    const exponent = Math.floor(Math.log2(size));
    n = 1 + (exponent - smallestExponent) * perOctave + Math.floor((size / 2 ** exponent - 1) * perOctave);
  }
  return value < 0 ? -n : n;
}

/** The value that is least off, relatively, from all others in the bucket: the harmonic mean of its two ends. */
function middleOf(bucket: number): number {
  if (bucket === 0) return 0;
  const n = Math.abs(bucket) - 1;
  const unit = 2 ** (Math.floor(n / perOctave) + smallestExponent);
  const from = 1 + (n % perOctave) / perOctave;
  const to = from + 1 / perOctave;
  const size = (unit * 2 * from * to) / (from + to);
  return bucket < 0 ? -size : size;
}

function checkData(data: HistogramData): void {
  const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
  const isBucket = (entry: unknown) =>
    Array.isArray(entry) &&
    Number.isInteger(entry[0]) &&
    Math.abs(entry[0]) <= octaves * perOctave &&
    isCount(entry[1]);
  const isSound =
    typeof data === "object" &&
    data !== null &&
    isCount(data.count) &&
    Number.isFinite(data.sum) &&
    Array.isArray(data.buckets) &&
    data.buckets.every(isBucket) &&
    data.buckets.reduce((sum, [, count]) => sum + count, 0) === data.count &&
    (data.count === 0 ||
      (Number.isFinite(data.min) && Number.isFinite(data.max) && Number(data.min) <= Number(data.max)));
  if (isSound) return;
  throw new PreemptError(
    "histogram_data_malformed",
    "the data is not that of a histogram, or its counts do not add up. Give what toJSON() of a histogram gave.",
  );
}
