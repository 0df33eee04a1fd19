/**
 * What drives the resumable body of a generator function. The generator object that everybody sees is a native one, a *shell*, which
 * does nothing but delegate to its driver:
 *
 *   caller ── it.next(v) ─▶ shell ── yield* ─▶ driver.next(v) ── next ─▶ body     yields `give(x)`: the step has ended, with x
 *                                                                                 yields else:      the step was suspended
 *
 * So the engine itself keeps the object's state: not started, suspended at a `yield`, running, ended. A preemptable caller asks
 * through `stepOf`, whose step may be suspended with the job. Everybody else calls the engine's own `next`: the step runs to its end.
 */
import {
  type Captured,
  depthLimit,
  type GeneratorFrame,
  generatorWeight,
  type PlainBody,
  type PlainFrame,
  valueFromEnd,
  variablesAt,
} from "@preempt/abi";
import { completed, endExact, startExact } from "../protocol/protocol-entry.ts";
import { generatorNext, generatorReturn, generatorThrow } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";

const { state, signal } = realm;

export type Completion = "next" | "throw" | "return";
export type Step = IteratorResult<unknown, unknown>;

const { freeze } = Object;

/** What a body yields when its step has ended: with a value, or with the whole result of an iterator that it delegates to. */
export const giving: unknown = freeze({ preempt: "giving" });
export const passing: unknown = freeze({ preempt: "passing" });
/** An iterator that the body delegates to has returned, after it was suspended: the body is to return, too. */
export const returning: unknown = freeze({ preempt: "returning" });
let given: unknown;

/** `yield v` in a body is `yield $give(v)`. */
export function give(value: unknown): unknown {
  given = value;
  return giving;
}

/** What a delegation yields in the place of a value: `value` goes with it. */
export function giveAs(kind: unknown, value: unknown): unknown {
  given = value;
  return kind;
}

/** What the shell gets from its driver when the step was suspended. */
const suspended: Step = freeze({ done: false, value: undefined });

/** The driver whose shell is on its way to ask it, for a caller that can be suspended. */
let asking: Driver | undefined;

/** A shell delegates to it by `yield*`. */
export class Driver {
  readonly #body: GeneratorFrame;
  /** Whether a step was begun, suspended, and has not ended. */
  isSuspended = false;
  /** Whether the engine takes the shell for ended though the body is not. */
  isAlone = false;
  /** The exclusive unit that the suspended body is in. */
  unit: object | undefined;

  constructor(body: GeneratorFrame) {
    this.#body = body;
  }

  [Symbol.iterator](): this {
    return this;
  }

  next(value: unknown): Step {
    return this.#asked("next", value);
  }

  throw(error: unknown): Step {
    return this.#asked("throw", error);
  }

  return(value: unknown): Step {
    return this.#asked("return", value);
  }

  #asked(completion: Completion, value: unknown): Step {
    if (asking === this) {
      asking = undefined;
      return this.advance(completion, value);
    }
    if (this.isSuspended) {
      this.isAlone = true;
      throw isRunning();
    }
    const outer = state.exact || startExact();
    try {
      return completed(stepToEnd(this, completion, value)) as Step;
    } finally {
      if (outer !== true) endExact(outer);
    }
  }

  /** Resumes the body: its step, or {@link suspended}. */
  advance(completion: Completion, value: unknown): Step {
    const step = resumedBody(this.#body, completion, value);
    if (step.done) return step;
    const result = resultOf(step);
    if (result !== undefined) return result;
    this.unit = step.value as object | undefined;
    this.isSuspended = true;
    return suspended;
  }
}

/** Resumes a body, which returns where it is to. */
export function resumedBody(body: GeneratorFrame, completion: Completion, value: unknown): Step {
  const step = resumed(body, completion, value);
  return step.value === returning && !step.done ? resumedBody(body, "return", taken()) : step;
}

/** The result that the caller gets, if the step has ended with a value. */
export function resultOf({ value }: Step): Step | undefined {
  if (value === giving) return { value: taken(), done: false };
  return value === passing ? (taken() as Step) : undefined;
}

function taken(): unknown {
  const value = given;
  given = undefined;
  return value;
}

export function resumed(frame: GeneratorFrame, completion: Completion, value: unknown): Step {
  if (completion === "next") return generatorNext(frame, value);
  return completion === "throw" ? generatorThrow(frame, value) : generatorReturn(frame, value);
}

/** As engines say it. */
function isRunning(): TypeError {
  return new TypeError("Generator is already running");
}

/**
 * One step for a caller that can be suspended: its result, or the signal.
 *
 * @throws TypeError if a step was suspended, in this job or in another one: the generator is running
 */
export function stepOf(
  driver: Driver,
  shell: GeneratorFrame,
  completion: Completion,
  value: unknown,
  depth: number,
): unknown {
  if (driver.isSuspended) throw isRunning();
  if (depth + 2 * generatorWeight <= depthLimit) return step(driver, shell, completion, value, depth);
  state.captured = [startStep, shell, driver, completion, value, 0, state.captured, depth];
  return signal;
}

const startStep = ((_depth: number, shell: GeneratorFrame, driver: Driver, completion: Completion, value: unknown) =>
  stepOf(driver, shell, completion, value, 0)) as PlainBody;

function step(driver: Driver, shell: GeneratorFrame, completion: Completion, value: unknown, depth: number): unknown {
  const outer = state.depth;
  state.depth = depth + 2 * generatorWeight;
  let made: Step;
  if (driver.isAlone) made = driver.advance(completion, value);
  else {
    asking = driver;
    try {
      made = resumed(shell, completion, value);
    } finally {
      // A shell that has not started, or has ended, does not come to its driver.
      asking = undefined;
    }
  }
  state.depth = outer;
  return made === suspended ? saved(goOn, shell, driver, depth) : made;
}

/** Saves a frame that takes errors, and the end of a cancelled job: both go to the body. */
function saved(run: PlainBody, self: unknown, driver: Driver, depth: number): unknown {
  const { unit } = driver;
  const mark = unit === undefined ? depth : ([unit, depth] as const);
  state.captured = [run, self, driver, state.same, 1, state.captured as Captured, mark];
  return signal;
}

/** What a frame of {@link saved} was given. */
function received(frame: PlainFrame): { driver: Driver; completion: Completion; value: unknown } {
  const driver = frame[variablesAt] as Driver;
  const thrown = frame[variablesAt + 1];
  driver.isSuspended = false;
  const completion = thrown === true ? "throw" : thrown === false ? "return" : "next";
  return { driver, completion, value: frame[frame.length - valueFromEnd] };
}

const goOn = ((frame: PlainFrame, shell: GeneratorFrame) => {
  const { driver, completion, value } = received(frame);
  return step(driver, shell, completion, value, 0);
}) as unknown as PlainBody;

/** The step inside of the shell, for whoever asked it: the signal only on its way to `completed`. */
function stepToEnd(driver: Driver, completion: Completion, value: unknown): unknown {
  const { depth } = state;
  state.depth = depth + 2 * generatorWeight;
  const made = driver.advance(completion, value);
  state.depth = depth;
  return made === suspended ? saved(goOnToEnd, undefined, driver, depth) : made;
}

const goOnToEnd = ((frame: PlainFrame) => {
  const { driver, completion, value } = received(frame);
  return stepToEnd(driver, completion, value);
}) as unknown as PlainBody;
