/**
 * The part of the runner that lives inside the realm of a test: the runtime, and the ways to run the test's function.
 */
import "../../runtime/src/script.ts";
import type { Activation } from "../../runtime/src/protocol/activation.ts";
import { activate, resume } from "../../runtime/src/protocol/protocol.ts";

type Main = (this: unknown) => unknown;

/** Suspended after so many preemption points at first, and after every `budget` from then on. */
export interface Pace {
  readonly first: number;
  readonly budget: number;
}

/** Counts what really happened. */
export interface Counts {
  preemptions: number;
  awaits: number;
}

const mostSteps = 5_000_000;

class Run {
  readonly #activation: Activation;
  readonly #counts: Counts;
  readonly #pace: Pace;
  #started = false;
  #steps = 0;

  constructor(main: Main, args: unknown[], pace: Pace, counts: Counts) {
    this.#activation = activate(main, undefined, args);
    this.#pace = pace;
    this.#counts = counts;
  }

  /** Runs until the next preemption, await or end. */
  step(): { done: boolean; awaiting?: unknown; value?: unknown } {
    if (this.#steps++ > mostSteps) throw new Error("runner: too many preemptions");
    const budget = this.#started ? this.#pace.budget : this.#pace.first;
    this.#started = true;
    const outcome = resume(this.#activation, budget);
    if (outcome === "done") return { done: true, value: this.#activation.value };
    if (outcome === "preempted") {
      this.#counts.preemptions++;
      return { done: false };
    }
    this.#counts.awaits++;
    return { done: false, awaiting: { value: this.#activation.awaiting } };
  }

  settled(value: unknown): void {
    this.#activation.value = value;
  }

  failed(error: unknown): void {
    this.#activation.fail(error);
  }
}

/** Runs `main`, an annotated function, to its end: a promise if `isAsync`. */
export function drive(main: Main, isAsync: boolean, pace: Pace, counts: Counts): unknown {
  const run = new Run(main, [], pace, counts);
  return isAsync ? finishAsync(run) : finish(run);
}

function finish(run: Run): unknown {
  for (;;) {
    const { done, awaiting, value } = run.step();
    if (done) return value;
    if (awaiting !== undefined) throw new Error("runner: a plain function awaits");
  }
}

async function finishAsync(run: Run): Promise<unknown> {
  for (;;) {
    const { done, awaiting, value } = run.step();
    if (done) return value;
    if (awaiting !== undefined) await settle(run, awaiting as { value: unknown });
  }
}

async function settle(run: Run, awaiting: { value: unknown }): Promise<void> {
  try {
    run.settled(await awaiting.value);
  } catch (error) {
    run.failed(error);
  }
}

/**
 * Runs `main` in turn with activations of `companion`, which checks itself and answers "ok": step by step, so that
 * anything that one activation shared with another by mistake would be seen.
 */
export function interleave(main: Main, isAsync: boolean, companion: Main, pace: Pace, counts: Counts): unknown {
  const ignored: Counts = { preemptions: 0, awaits: 0 };
  const begin = (k: number) => new Run(companion, [k], { first: k, budget: 1 + k }, ignored);
  const companions = [begin(0), begin(1)];
  const run = new Run(main, [], pace, counts);

  function between(): void {
    // No method and no iterator: the test may have replaced them.
    for (let i = 0; i < 2; i++) {
      const { done, value } = (companions[i] as Run).step();
      if (!done) continue;
      if (value !== "ok") throw new Error(`runner: a companion was disturbed: ${value}`);
      companions[i] = begin(i);
    }
  }

  if (!isAsync) {
    for (;;) {
      const { done, value } = run.step();
      if (done) return value;
      between();
    }
  }
  return (async () => {
    for (;;) {
      const { done, awaiting, value } = run.step();
      if (done) return value;
      between();
      if (awaiting !== undefined) await settle(run, awaiting as { value: unknown });
    }
  })();
}
