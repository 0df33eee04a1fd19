/**
 * A virtual host for tests: time stops where the test says, errors that nobody awaits fail the test, and a run without
 * an end is noticed.
 */

import { VirtualHost } from "../hosts/virtual.ts";
import { PreemptError, positive, show } from "../input/errors.ts";
import { at, type Duration, type Instant, surelyLater } from "../kernel/time.ts";
import type { Observer } from "../observers/observer.ts";

/** Options of a {@link TestHost}. Times are milliseconds. */
export interface TestHostOptions {
  /** The first instant, in milliseconds. Default 0. */
  start?: number;
  /**
   * "throw" (default): `run` and `settle` throw at their end if a job failed that nobody awaits, or an alarm or observer
   * threw. "collect": they are in `reported` alone.
   */
  errors?: "throw" | "collect";
  /**
   * How many turns and timers one `run` or `settle` may take that has no end, or during which time stands still. Above
   * 0. Default 100,000.
   */
  maxSteps?: number;
  /** How long jobs run before the event loop gets the thread. Above 0; Infinity: until nothing is ready. Default 5. */
  round?: number;
}

export class TestHost extends VirtualHost {
  readonly #errors: "throw" | "collect";
  readonly #maxSteps: number;
  #told = 0;
  #steps = 0;
  #isRunning = false;
  readonly #round: Duration;
  #roundStart = Number.NEGATIVE_INFINITY;
  #until = Number.POSITIVE_INFINITY;
  #isOver = false;
  /** @internal For the scheduler: a job that gets the processor at the end of a run, and needs time, waits. */
  readonly observer: Observer = {
    jobPreempted: () => {
      if (this.isAtEnd) this.#isOver = true;
    },
  };

  /** @throws PreemptError for an option out of range */
  constructor({ start = 0, errors = "throw", maxSteps = 100_000, round = 5 }: TestHostOptions = {}) {
    super({ start });
    if (errors !== "throw" && errors !== "collect") {
      throw new PreemptError("errors_unknown", `errors is ${show(errors)}. Give "throw" or "collect".`);
    }
    this.#errors = errors;
    this.#maxSteps = positive(maxSteps, "max_steps", "maxSteps");
    this.#round = positive(round, "round", "the round");
  }

  /** @internal Whether this round has no time left: it is there for what is due at the end of the run. */
  get isAtEnd(): boolean {
    return this.#roundStart >= this.#until;
  }

  /** @internal Rounds, and slices with them, end where the run does. */
  roundEnd(start: Instant): Instant {
    this.#roundStart = start;
    return at(Math.max(start, Math.min(surelyLater(start, this.#round), this.#until)));
  }

  override step(until = Number.POSITIVE_INFINITY): boolean {
    if (this.#isOver) return false;
    const before = this.now();
    const had = super.step(until);
    if (had && this.#isRunning) this.#count(until !== Number.POSITIVE_INFINITY && this.now() > before);
    return had;
  }

  /**
   * Runs turns and timers until none is left or the next is later than `until`; then the clock stands at `until`. A job
   * that runs then is preempted, and goes on in the next run; code that cannot be preempted there runs on to where it can.
   *
   * @throws PreemptError for errors that nobody awaits (see {@link TestHostOptions.errors}), and if there is no end
   */
  override run(until = Number.POSITIVE_INFINITY): void {
    this.#begin(until);
    try {
      super.run(until);
    } finally {
      this.#end();
    }
    this.#throwNew();
  }

  /** As {@link run}, and lets promises settle in between. */
  override async settle(until = Number.POSITIVE_INFINITY): Promise<void> {
    this.#begin(until);
    try {
      await super.settle(until);
    } finally {
      this.#end();
    }
    this.#throwNew();
  }

  /** @throws PreemptError if a job failed that nobody awaits, or an alarm or observer threw */
  expectNoErrors(): void {
    const { reported } = this;
    this.#told = reported.length;
    if (reported.length > 0) throw unhandled(reported);
  }

  #begin(until: number): void {
    if (typeof until !== "number" || Number.isNaN(until)) {
      throw new PreemptError("until_not_an_instant", `until is ${show(until)}. Give an instant in milliseconds.`);
    }
    this.#steps = 0;
    this.#isRunning = true;
    this.#until = until;
  }

  #end(): void {
    this.#isRunning = false;
    this.#until = Number.POSITIVE_INFINITY;
    this.#isOver = false;
  }

  #count(hasPassed: boolean): void {
    if (hasPassed) this.#steps = 0;
    else if (++this.#steps > this.#maxSteps) {
      throw new PreemptError(
        "no_end",
        `after ${this.#maxSteps} turns and timers it is ${this.now()} and there is still something to do. ` +
          "Periodic tasks and repeated alarms never end. Give run() or settle() an end, or stop them; or raise maxSteps.",
      );
    }
  }

  #throwNew(): void {
    const fresh = this.reported.slice(this.#told);
    this.#told = this.reported.length;
    if (this.#errors === "throw" && fresh.length > 0) throw unhandled(fresh);
  }
}

function unhandled(reported: VirtualHost["reported"]): PreemptError {
  const many = reported.length === 1 ? "an error" : `${reported.length} errors`;
  const lines = reported.map(({ error, context }) => `  ${context}: ${String(error)}`);
  return new PreemptError(
    "unhandled_errors",
    `there was ${many} that nobody awaited:\n${lines.join("\n")}\n` +
      'Await the job before the host runs it, or collect them with errors: "collect" and look at host.reported.',
    { cause: reported[0]?.error },
  );
}
