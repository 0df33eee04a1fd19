/** One kind of background work: repeats its job while it is switched on. */
import type { Checker } from "../checker.ts";
import type { Runner } from "../modes.ts";
import type { Result } from "./jobs.ts";

/** Milliseconds between the end of a job and the release of the next: the load is sustained, however fast the machine. */
const pause = 30;

export interface LoadOptions<T> {
  readonly kind: string;
  readonly job: (input: string, size: number) => Result<T>;
  /** Milliseconds from a release to its deadline. */
  readonly deadline: number;
  readonly priority: number;
  readonly size: number;
  readonly input: () => string;
  readonly show: (result: Result<T>) => void;
}

export interface LoadReport {
  readonly done: number;
  readonly responseTime: number | undefined;
  readonly misses: number;
  readonly preemptions: number;
  readonly verdict: "equal" | "different" | "unknown";
  readonly hash: string;
}

export class Load<T = unknown> {
  readonly options: LoadOptions<T>;
  size: number;
  readonly #checker: Checker;
  #runner: Runner;
  #on: AbortController | undefined;
  #report: LoadReport = { done: 0, responseTime: undefined, misses: 0, preemptions: 0, verdict: "unknown", hash: "" };

  constructor(options: LoadOptions<T>, checker: Checker, runner: Runner) {
    this.options = options;
    this.size = options.size;
    this.#checker = checker;
    this.#runner = runner;
  }

  get report(): LoadReport {
    return this.#report;
  }

  get isOn(): boolean {
    return this.#on !== undefined;
  }

  switch(on: boolean): void {
    this.#on?.abort();
    this.#on = undefined;
    if (!on) return;
    this.#on = new AbortController();
    void this.#repeat(this.#on.signal);
  }

  /** Goes on under another scheduler; counts start again. */
  moveTo(runner: Runner): void {
    this.#runner = runner;
    this.#report = { ...this.#report, done: 0, responseTime: undefined, misses: 0, preemptions: 0, verdict: "unknown" };
    this.switch(this.isOn);
  }

  async #repeat(signal: AbortSignal): Promise<void> {
    const { job, deadline, priority, kind } = this.options;
    let delay = 0;
    while (!signal.aborted) {
      const input = this.options.input();
      const size = this.size;
      const expected = this.#checker.expected(kind, input, size);
      const prepared = this.#runner.prepare(job);
      const submitted = this.#runner.scheduler.submit(prepared, {
        args: [input, size],
        name: kind,
        delay,
        deadline,
        priority,
        signal,
      });
      let result: Result<T>;
      try {
        result = await submitted;
      } catch (error) {
        if (signal.aborted) return;
        throw error;
      }
      const late = (submitted.lateness ?? 0) > 0;
      this.#report = {
        done: this.#report.done + 1,
        responseTime: submitted.responseTime,
        misses: this.#report.misses + (late ? 1 : 0),
        preemptions: submitted.preemptions,
        verdict: this.#report.verdict,
        hash: result.hash,
      };
      this.options.show(result);
      void expected.then((hash) => {
        if (!signal.aborted) this.#report = { ...this.#report, verdict: hash === result.hash ? "equal" : "different" };
      });
      delay = pause;
    }
  }
}
