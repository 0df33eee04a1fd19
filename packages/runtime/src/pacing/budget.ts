/**
 * How many preemption points may a job pass before the clock is read? Arithmetic, but for the price of {@link Care}.
 *
 * A budget should last a fixed fraction of the slice, whatever the code: the pace of each function is learned from
 * budgets that were used up, as a moving average. The clock may be coarse (0.1 ms or 1 ms in browsers): a step of the
 * clock inside a short budget says little, so short measurements are added up before they count, and only time beyond
 * one step of the clock counts against a budget at once.
 */

import { largestBudget } from "@preempt/abi";
import type { Host } from "../hosts/host.ts";
import type { Instant } from "../kernel/time.ts";
import { Care } from "./care.ts";
import { Margin } from "./margin.ts";

/** A new function's first guess. Small: too small costs a few reads of the clock, too large a late slice. */
const firstGuess = 4;
/** What is left of a slice is not halved where it is less than a budget by this factor. */
const lastPart = 4;
/** Milliseconds that tell a pace, where an eighth of what a budget should last is more. */
const enough = 0.03;

/** A budget aims at this fraction of the slice: a late look at the clock costs no more than this; */
const mostPerSlice = 8;
/** where it would have fewer steps of the clock, at a larger one, */
const steps = 8;
/** but no larger than this. */
const fewestPerSlice = 4;

/** Milliseconds that a budget should last. */
export function lengthOfBudget(slice: number, resolution: number): number {
  return slice / Math.max(fewestPerSlice, Math.min(mostPerSlice, slice / (steps * resolution)));
}

type Clock = Pick<Host, "now" | "resolution">;

/** How many points a job passes at a time: learned, or as the user says. */
export interface Allowance {
  /**
   * Points to pass before the one that looks at the clock.
   *
   * @param left Milliseconds until the job is to give the thread up; below 0 where that was before it got it
   * @param since When the clock was looked at last
   */
  next(left: number, since: Instant, clock: Clock): number;
  /** See {@link Pace.learn}. */
  learn(budget: number, time: number, target: number, resolution: number): void;
  /** By how much slices end earlier; undefined: as they were set. */
  readonly margin: Margin | undefined;
}

/** `budget` points, whatever they take. */
export function fixedAllowance(budget: number): Allowance {
  const most = Math.min(budget, largestBudget);
  return { next: () => most, learn() {}, margin: undefined };
}

export class Pace implements Allowance {
  /** Points that last as long as a budget should. */
  budget = firstGuess;
  #points = 0;
  #time = 0;
  #perPoint = 0;
  readonly #care = new Care();
  readonly margin = new Margin();

  /**
   * Until the slice ends half of what is left at a time, so that a pace that has changed makes no more than the last part late, and
   * that is short. A small integer, by `| 0`, and not a number that happens to be whole: code that was compiled for the one
   * has to be compiled again when it meets the other.
   */
  next(left: number, since: Instant, clock: Clock): number {
    const care = this.#care;
    if (care.binds(this.budget)) care.spend(clock.now() - since, clock.resolution);
    const rest = left / this.#perPoint - 1;
    const part = rest * lastPart > this.budget ? rest / 2 : rest;
    return Math.max(0, Math.min(this.budget, part)) | 0;
  }

  /**
   * Takes in that `budget` points took `time`.
   *
   * @param target How long a budget should last
   * @param resolution The clock's step
   */
  learn(budget: number, time: number, target: number, resolution: number): void {
    const surely = time - resolution;
    this.#care.see(budget, surely, target);
    if (surely > target) {
      this.#perPoint = surely / (budget + 1);
      this.#restart(target / this.#perPoint - 1);
      return;
    }
    const twice = this.budget * 2 + 1;
    this.#points += budget + 1;
    this.#time += time;
    if (this.#time <= 4 * resolution) {
      // It took less than a step more than the clock shows: where budgets last less than they should by that, they surely do.
      const most = (this.#time + resolution) / this.#points;
      if (most * this.budget >= target || this.#points <= this.budget) return;
      if (resolution > 0) this.#perPoint = Math.min(this.#perPoint, most);
      this.#restart(twice);
      return;
    }
    if (this.#time < Math.min(target / 8, enough)) return;
    const measured = this.#time / this.#points;
    this.#perPoint = this.#perPoint === 0 ? measured : (this.#perPoint + measured) / 2;
    this.#restart(Math.min(twice, target / this.#perPoint - 1));
  }

  /** Measures anew, with budgets of this many points, as far as care allows. */
  #restart(budget: number): void {
    this.budget = Math.max(0, Math.floor(Math.min(budget, this.#care.most)));
    this.#points = 0;
    this.#time = 0;
  }
}
