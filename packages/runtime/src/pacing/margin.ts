/**
 * What comes last in a slice may keep the thread past its end: a collection of garbage, a call that takes long. So a slice
 * ends earlier by what the last ones were late, and that fits in.
 *
 * The next slice is later than the k-th latest of n with a probability of k / (n + 1), whatever the lengths are, as long as
 * they come in any order: than the latest of few, or the second of 2,000, that is at most one in a thousand soon.
 */

/** Slices of which the latest are kept, beside those of as many before them. */
const remembered = 2000;
/** Slices after which a single one says nothing more. */
const many = 1000;
/** Slices may be late by this fraction of their length, before they end earlier for it. */
const tolerated = 0.1;
/** A slice is not made shorter by more than this fraction of it: what takes longer would not fit in anyway. */
const most = 0.5;

/** By how much earlier the slices of a function end. */
export class Margin {
  #value = 0;
  #first = 0;
  #second = 0;
  #before = 0;
  #slices = 0;
  #isNew = true;

  /** Milliseconds, for a slice of `length`, or in a round of that length. */
  of(length: number): number {
    return Math.min(this.#value, most * length);
  }

  /**
   * A slice was to end `late` milliseconds ago, its margin counted in. Below 0 it ended for something else.
   *
   * @param length The slice's, or the round's where that is shorter
   * @param resolution The clock's step: so much later it may seem
   */
  see(late: number, length: number, resolution: number): void {
    if (!(late >= 0)) return;
    const wanted = late - Math.max(tolerated * length, resolution);
    if (wanted <= most * length) {
      this.#second = Math.max(this.#second, Math.min(wanted, this.#first));
      this.#first = Math.max(this.#first, wanted);
    }
    if (++this.#slices === many) this.#isNew = false;
    else if (this.#slices === remembered) {
      this.#before = this.#second;
      this.#slices = this.#first = this.#second = 0;
    }
    this.#value = Math.max(this.#before, this.#isNew ? this.#first : this.#second);
  }
}
