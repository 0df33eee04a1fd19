/** A virtual host for tests: errors that nobody awaits fail the test, and a run without an end is noticed. */
import { PreemptError, positive, show } from "../errors.ts";
import { VirtualHost } from "../hosts/virtual.ts";

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
}

export class TestHost extends VirtualHost {
  readonly #errors: "throw" | "collect";
  readonly #maxSteps: number;
  #told = 0;
  #steps = 0;
  #isRunning = false;

  /** @throws PreemptError for an option out of range */
  constructor({ start = 0, errors = "throw", maxSteps = 100_000 }: TestHostOptions = {}) {
    super({ start });
    if (errors !== "throw" && errors !== "collect") {
      throw new PreemptError("errors_unknown", `errors is ${show(errors)}. Give "throw" or "collect".`);
    }
    this.#errors = errors;
    this.#maxSteps = positive(maxSteps, { name: "max_steps", what: "maxSteps" });
  }

  override step(until = Number.POSITIVE_INFINITY): boolean {
    const before = this.now();
    const had = super.step(until);
    if (had && this.#isRunning) this.#count(until !== Number.POSITIVE_INFINITY && this.now() > before);
    return had;
  }

  /**
   * Runs turns and timers until none is left or the next is later than `until`; then the clock stands at `until`.
   *
   * @throws PreemptError for errors that nobody awaits (see {@link TestHostOptions.errors}), and if there is no end
   */
  override run(until = Number.POSITIVE_INFINITY): void {
    this.#begin(until);
    try {
      super.run(until);
    } finally {
      this.#isRunning = false;
    }
    this.#throwNew();
  }

  /** As {@link run}, and lets promises settle in between. */
  override async settle(until = Number.POSITIVE_INFINITY): Promise<void> {
    this.#begin(until);
    try {
      await super.settle(until);
    } finally {
      this.#isRunning = false;
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
  }

  #count(hasPassed: boolean): void {
    if (hasPassed) this.#steps = 0;
    else if (++this.#steps > this.#maxSteps) {
      throw new PreemptError(
        "no_end",
        `after ${this.#maxSteps} turns and timers it is ${this.now()} and there is still something to do. ` +
          "Periodic tasks and alarms go on for ever: give run() or settle() an end, or stop them; or raise maxSteps.",
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
