/**
 * Points may be nanoseconds apart and then, within one budget, milliseconds: no count fits both. What such a budget
 * overran is paid back in care: until a share of that time has been spent on reading the clock more often, the budget
 * stays near what would have been right. So code that does it again finds a small budget, whatever interval it tries to
 * defy, and care costs at most that share of the time. What a look at the clock takes is measured for that: before an
 * engine has compiled code, it takes ten times as long, and that is when most budgets overrun, by the compiling itself.
 *
 * Care begins anew whenever slow code is met in which a budget as before would have overrun: then it is of use. Where one long
 * stretch took the time (a collection of garbage, an array that is filled, another process), no budget would have helped:
 * the more often care prevents nothing, the less of it is given.
 */

/** Bounds what a sudden change of pace can cost; at 10 ns a point this still lasts 0.16 ms. */
const ceiling = 16_384;
/** A budget that lasts longer than it should, but not by more than this factor, was chosen a bit too large. */
const tolerated = 2.5;
/** A budget in care may last longer than others by this factor, so that care lasts: fast code passes a small one in no time. */
const careful = 2;
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
/** Milliseconds that it may take unseen by a clock whose steps are longer: so much in Firefox. */
const longestUnseen = 0.005;
/** Code is slow where a budget lasts long, though it is smaller by this factor than one that overran; */
const muchSmaller = 3;
/** and where so many do in a row, it is no single stretch. */
const phase = 2;
/** So much of care is given though it prevented nothing, to see when it does. */
const least = 1 / 32;
/** What care was good for counts half after so many times. */
const remembered = 32;

/** Keeps budgets small for a while after one overran. */
export class Care {
  /** Points that a budget may have. */
  most = ceiling;
  /** Budgets yet to be kept small, as long as it is above 0. */
  #left = 0;
  /** Points of the budget that overran, and how often in a row it would have overrun again. */
  #risky = 0;
  #slowFor = 0;
  /** How often an overrun was prevented, and how often care was in vain; whether the present one is. */
  #uses = 0;
  #vain = 0;
  #isVain = false;

  /** Whether it keeps this budget from being larger: what would be as small without care costs nothing. */
  binds(budget: number): boolean {
    return this.#left > 0 && budget + 1 > this.most;
  }

  /** A budget that is bound begins, `time` after the one before ended, by a clock with steps of `resolution`. */
  spend(time: number, resolution: number): void {
    this.#left -= Math.max(1, Math.max(time, Math.min(longestUnseen, resolution / 4)) / usual);
    if (this.#left > 0) return;
    this.most = ceiling;
    this.#risky = 0;
    if (this.#isVain) this.#vain++;
  }

  /** `budget` points took `time` or longer. */
  see(budget: number, time: number, target: number): void {
    if (this.#left > 0) this.#goOn(budget, time, target);
    // Against one long stretch between two points no budget helps.
    if (time <= target * tolerated || budget === 0) return;
    // Not yet known; and what takes long meanwhile says nothing against care for something else.
    if (this.#left <= 0) this.#isVain = true;
    this.#slowFor = phase;
    this.#risky = Math.max(this.#risky, budget);
    this.most = Math.min(this.most, ((careful * target) / time) * (budget + 1) - 1);
    this.#take(time);
  }

  #goOn(budget: number, time: number, target: number): void {
    if (time * 2 < target || budget * muchSmaller > this.#risky) {
      this.#slowFor = 0;
      return;
    }
    this.#slowFor++;
    if (this.#slowFor < phase) return;
    if (this.#slowFor === phase) {
      this.#uses++;
      this.#isVain = false;
    }
    this.#take((time / (budget + 1)) * this.#risky);
  }

  /** Takes care for as long as it is worth for an overrun of `time`. */
  #take(time: number): void {
    if (this.#uses + this.#vain > remembered) {
      this.#uses /= 2;
      this.#vain /= 2;
    }
    const worth = Math.max(least, (this.#uses + 1) / (this.#uses + this.#vain + 1));
    this.#left = Math.max(this.#left, Math.min(mostCare, time * careOfOverrun * worth));
  }
}
