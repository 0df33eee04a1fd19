/** What serial orders give, or the invariant allows: what other schedules are compared with. */
import { PreemptError } from "../../input/errors.ts";
import type { RunOutcome } from "./controlled-run.ts";
import type { RaceOptions } from "./race-options.ts";

export class Allowed<S> {
  readonly #invariant: RaceOptions<S>["invariant"];
  /** Those of serial orders, unless there is an invariant. */
  readonly #outcomes = new Map<string, RunOutcome>();

  constructor(invariant: RaceOptions<S>["invariant"]) {
    this.#invariant = invariant;
  }

  /**
   * A serial order gives it.
   *
   * @throws PreemptError (`invariant_broken`) if the invariant does not hold after it
   */
  add(outcome: RunOutcome, state: S): void {
    const invariant = this.#invariant;
    if (invariant === undefined) {
      this.#outcomes.set(keyOf(outcome), outcome);
      return;
    }
    const wrong = violation(invariant, state, outcome);
    if (wrong === undefined) return;
    throw new PreemptError(
      "invariant_broken",
      `also when the jobs run one after the other, ${wrong}. Correct the invariant, or make the shared state anew in setup.`,
    );
  }

  /** What is wrong with it; undefined: it is as some serial order has it. */
  wrongWith(outcome: RunOutcome, state: S): string | undefined {
    const invariant = this.#invariant;
    if (invariant !== undefined) return violation(invariant, state, outcome);
    return this.#outcomes.has(keyOf(outcome)) ? undefined : "no serial order gives this";
  }

  /** The serial order that gives most of the same. */
  nearest({ results }: RunOutcome): RunOutcome | undefined {
    let best: RunOutcome | undefined;
    let most = -1;
    for (const outcome of this.#outcomes.values()) {
      const same = outcome.results.filter((result, i) => result === results[i]).length;
      if (same > most) [best, most] = [outcome, same];
    }
    return best;
  }
}

function keyOf({ results, timerErrors }: RunOutcome): string {
  return JSON.stringify([results, timerErrors]);
}

function violation<S>(
  invariant: NonNullable<RaceOptions<S>["invariant"]>,
  state: S,
  { settled, timerErrors }: RunOutcome,
): string | undefined {
  if (timerErrors.length > 0) return `a timer threw ${timerErrors[0]}`;
  try {
    return invariant(state, settled) === false ? "the invariant does not hold" : undefined;
  } catch (error) {
    return `the invariant does not hold: ${error instanceof Error ? error.message : String(error)}`;
  }
}
