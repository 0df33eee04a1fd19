/**
 * How many preemption points may a job pass before the clock is read? Arithmetic, but for the price of care.
 *
 * A budget should last a fixed fraction of the slice, whatever the code: the pace of each function is learned from
 * budgets that were used up, as a moving average. The clock may be coarse (0.1 ms or 1 ms in browsers): a step of the
 * clock inside a short budget says little, so short measurements are added up before they count, and only time beyond
 * one step of the clock counts against a budget at once.
 *
 * Points may be nanoseconds apart and then, within one budget, milliseconds: no count fits both. What such a budget
 * overran is paid back in care: until a share of that time has been spent on reading the clock more often, the budget
 * stays at what would have been right. So code that does it again finds a small budget, whatever interval it tries to
 * defy, and care costs at most that share of the time. What a look at the clock takes is measured for that: before an
 * engine has compiled code, it takes ten times as long, and that is when most budgets overrun, by the compiling itself.
 */

import type { Host } from "./host.ts";
import { mostPoints } from "./protocol.ts";
import type { Instant } from "./time.ts";

/** A new function's first guess. Small: too small costs a few reads of the clock, too large a late slice. */
const firstGuess = 4;
/** Bounds what a sudden change of pace can cost; at 10 ns a point this still lasts 0.16 ms. */
const ceiling = 16_384;
/** What is left of a slice is not halved where it is less than a budget by this factor. */
const lastPart = 4;
/** Milliseconds that tell a pace, where an eighth of what a budget should last is more. */
const enough = 0.03;
/**
 * How many budgets are kept small for a millisecond of overrun: care may cost a tenth of it, and ending a budget (a
 * capture, two reads of the clock, a resume: 100 to 250 ns measured) counts 0.0002 ms.
 */
const careOfOverrun = 500;
/** Care that is left is bounded, so that one long stretch (a machine that slept) is not remembered for hours. */
const mostCare = 100_000;
/**
 * Milliseconds from the end of a budget to the start of the next, in code that is compiled: 0.1 to 0.25 µs. Where it takes
 * longer, all of a budget's end does, and it counts for as many.
 */
const usual = 0.000_25;

/** How many points a job passes at a time: learned, or as the user says. */
export interface Allowance {
  /**
   * Points to pass before the one that looks at the clock.
   *
   * @param left Milliseconds to the end of the slice, more than 0
   * @param since When the clock was looked at last
   */
  next(left: number, since: Instant, clock: Pick<Host, "now">): number;
  /** See {@link Pace.learn}. */
  learn(budget: number, time: number, target: number, resolution: number): void;
}

/** `budget` points, whatever they take. */
export function fixedAllowance(budget: number): Allowance {
  const most = Math.min(budget, mostPoints);
  return { next: () => most, learn() {} };
}

export class Pace implements Allowance {
  /** Points that last as long as a budget should. */
  budget = firstGuess;
  #points = 0;
  #time = 0;
  #perPoint = 0;
  /** Budgets yet to be kept small, as long as it is above 0, and how small. */
  #care = 0;
  #safe = ceiling;

  /**
   * Until the slice ends half of what is left at a time, so that a pace that has changed makes no more than the last part late, and
   * that is short. A small integer, by `| 0`, and not a number that happens to be whole: code that was compiled for the one
   * has to be compiled again when it meets the other.
   */
  next(left: number, since: Instant, clock: Pick<Host, "now">): number {
    if (this.#care > 0) this.#care -= Math.max(1, (clock.now() - since) / usual);
    else this.#safe = ceiling;
    const rest = left / this.#perPoint - 1;
    const part = rest * lastPart > this.budget ? rest / 2 : rest;
    return Math.min(this.budget, part) | 0;
  }

  /**
   * Takes in that `budget` points took `time`.
   *
   * @param target How long a budget should last
   * @param resolution The clock's step
   */
  learn(budget: number, time: number, target: number, resolution: number): void {
    const surely = time - resolution;
    if (surely > target) {
      this.#overran(budget, surely, target);
      return;
    }
    const twice = this.budget * 2 + 1;
    this.#points += budget + 1;
    this.#time += time;
    if (this.#time === 0) {
      // Four budgets within one step of the clock: each lasts less than a quarter of it.
      if (this.#points > 4 * this.budget) this.#restart(twice);
      return;
    }
    if (this.#time < Math.max(4 * resolution, Math.min(target / 8, enough))) return;
    const measured = this.#time / this.#points;
    this.#perPoint = this.#perPoint === 0 ? measured : (this.#perPoint + measured) / 2;
    this.#restart(Math.min(twice, target / this.#perPoint - 1));
  }

  /** Too long beyond doubt: shrink at once. What was learned before says nothing about what is left of the slice. */
  #overran(budget: number, surely: number, target: number): void {
    this.#perPoint = surely / (budget + 1);
    const right = target / this.#perPoint - 1;
    // Against one long stretch between two points no budget helps; but it shows that care is still called for.
    if (budget > 0 || this.#care > 0) {
      this.#care = Math.min(mostCare, Math.max(0, this.#care) + surely * careOfOverrun);
      this.#safe = Math.min(this.#safe, right);
    }
    this.#restart(right);
  }

  /** Measures anew, with budgets of this many points, as far as care allows. */
  #restart(budget: number): void {
    this.budget = Math.max(0, Math.floor(Math.min(budget, this.#safe)));
    this.#points = 0;
    this.#time = 0;
  }
}
