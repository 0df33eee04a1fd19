/**
 * How many preemption points may a job pass before the clock is read? Pure arithmetic.
 *
 * A budget should last a fixed fraction of the slice, whatever the code: the pace of each function is learned from
 * budgets that were used up. The clock may be coarse (0.1 ms or 1 ms in browsers): a step of the clock inside a
 * short budget says little, so short measurements are added up before they count, and only time beyond one step
 * of the clock counts against a budget at once.
 */

/** As many points as a small integer can count: "no limit". */
export const unlimited = 2 ** 30 - 1;

/** A new function's first guess. Small: too small costs a few reads of the clock, too large a late slice. */
const firstGuess = 64;
/** Bounds what a sudden change of pace can cost; at 10 ns a point this still lasts 0.16 ms. */
const ceiling = 16_384;

export class Pace {
  /** Points to pass. */
  budget = firstGuess;
  #points = 0;
  #time = 0;
  #zeros = 0;
  #perPoint = 0;

  /**
   * Takes in that `budget` points took `time`.
   *
   * @param target How long a budget should last
   * @param resolution The clock's step
   */
  learn(budget: number, time: number, target: number, resolution: number): void {
    const surely = time - resolution;
    if (surely > target) {
      // Too long beyond doubt: shrink at once, and forget what was learned.
      this.budget = Math.max(1, Math.floor((budget * target) / surely));
      this.#forget();
      this.#perPoint = 0;
      return;
    }
    this.#points += budget + 1;
    this.#time += time;
    if (this.#time === 0) {
      // Four budgets within one step of the clock: each lasted less than a quarter of it.
      if (++this.#zeros >= 4) {
        this.#forget();
        this.budget = Math.min(ceiling, budget * 2);
      }
      return;
    }
    if (this.#time < Math.max(4 * resolution, target)) return;
    const measured = this.#time / this.#points;
    this.#perPoint = this.#perPoint === 0 ? measured : (this.#perPoint + measured) / 2;
    this.budget = Math.max(1, Math.min(ceiling, budget * 2, Math.floor(target / this.#perPoint)));
    this.#forget();
  }

  #forget(): void {
    this.#points = 0;
    this.#time = 0;
    this.#zeros = 0;
  }
}
