/**
 * Points may be nanoseconds apart and then, within one budget, milliseconds: no count fits both. What such a budget
 * overran is paid back in care: until a share of that time has been spent on reading the clock more often, the budget
 * stays near what would have been right. So code that does it again finds a small budget, whatever interval it tries to
 * defy, and care costs at most that share of the time. What the end of a budget takes is measured for that: before an
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
 * Milliseconds that the end of a budget takes in code that is compiled, with few frames on the stack. Where small budgets
 * take longer than fast code does for their points, it is their ends that do, and each counts for as many.
 */
const usual = 0.000_2;
/** The end of a budget takes no longer: 7 µs before code is compiled, 12 with deep stacks; Firefox's clock has steps of 20. */
const longest = 0.025;
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

  /** `budget` points took `time`, as a clock shows it that has steps of `resolution`. */
  see(budget: number, shown: number, target: number, resolution: number): void {
    const time = shown - resolution;
    if (this.#left > 0) {
      this.#goOn(budget, time, target);
      // What would be as small without care costs nothing.
      if (budget + 1 > this.most) this.#spend(shown > longest ? 0 : shown - ((budget + 1) * target) / this.#risky);
    }
    // Against one long stretch between two points no budget helps.
    if (time <= target * tolerated || budget === 0) return;
    // Not yet known; and what takes long meanwhile says nothing against care for something else.
    if (this.#left <= 0) this.#isVain = true;
    this.#slowFor = phase;
    this.#risky = Math.max(this.#risky, budget);
    this.most = Math.min(this.most, ((careful * target) / time) * (budget + 1) - 1);
    this.#take(time);
  }

  /** The end of a budget took `time`. */
  #spend(time: number): void {
    this.#left -= Math.max(1, time / usual);
    if (this.#left > 0) return;
    this.most = ceiling;
    this.#risky = 0;
    if (this.#isVain) this.#vain++;
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
