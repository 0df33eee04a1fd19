/**
 * Runs preemptable functions step by step, without a scheduler: for tests.
 */
import { largestBudget } from "@preempt/abi";
import type { Activation } from "../protocol/activation.ts";
import { activate, resume } from "../protocol/protocol.ts";
import type { Callable } from "../realm/intrinsics.ts";

/** Any function. */
export type AnyFunction = (...args: never[]) => unknown;

/** How to call the function, and how far to let it run. */
export interface StartOptions<F extends AnyFunction = AnyFunction> {
  /** Arguments. Default: none. */
  args?: Parameters<F> | readonly unknown[];
  /** The function's `this`. Default: undefined. */
  thisArg?: unknown;
  /**
   * Preemption points that each step may pass before the next one suspends it: an integer from 0 (suspend at every
   * point) up, or Infinity (never). Default: 0.
   */
  budget?: number;
}

/** Options of {@link drive} and {@link driveAsync}. */
export interface DriveOptions<F extends AnyFunction = AnyFunction> extends StartOptions<F> {
  /** Called at each preemption, while the function is suspended, with the number of preemptions so far. Default: nothing is called. */
  onPreempt?: (preemptions: number) => void;
}

/** The result of a step: the function ended, was preempted, or awaits a promise. */
export type Step<T> =
  | { readonly done: true; readonly value: T }
  | { readonly done?: false; readonly preempted: true; readonly awaiting?: undefined }
  | { readonly done?: false; readonly preempted?: false; readonly awaiting: Promise<unknown> };

/** A step as the activation gives it: what it awaits may be anything. */
type RawStep<T> =
  | { readonly done: true; readonly value: T; readonly awaiting?: undefined }
  | { readonly done?: false; readonly preempted: true; readonly awaiting?: undefined }
  | { readonly done?: false; readonly preempted?: false; readonly awaiting: { readonly value: unknown } };

/** One for all: what is measured step by step should not be the making of objects. */
const preempted = Object.freeze({ preempted: true });

/** One activation, advanced by hand. */
export interface Steps<T> {
  /**
   * Continues to the end, the next preemption or the next await. After `awaiting`, pass the promise's value as `value`.
   *
   * @throws what the function throws
   */
  next(value?: unknown): Step<T>;
  /**
   * Continues with an error, as a rejected promise does: the function sees `error` thrown where it waits.
   *
   * @throws what the function throws
   */
  throw(error: unknown): Step<T>;
}

/** The result of a whole run. */
export interface Driven<T> {
  /** What the function returned. */
  readonly value: T;
  /** How many times the function was suspended because its budget was used up. */
  readonly preemptions: number;
}

/**
 * Starts one activation of `fn`, to be advanced step by step. Several activations can be interleaved in any order.
 *
 * A function that the transformer made preemptable is preempted at its points, a generator function at each `yield`. Any other
 * function runs to its end in one step.
 *
 * @throws RangeError if the budget is not an integer of 0 or more, nor Infinity
 * @throws TypeError if `fn` is not a function
 */
export function start<F extends AnyFunction>(fn: F, options: StartOptions<F> = {}): Steps<Awaited<ReturnType<F>>> {
  const advance = startRaw(fn, options);
  const shown = (step: RawStep<Awaited<ReturnType<F>>>): Step<Awaited<ReturnType<F>>> =>
    step.awaiting ? { awaiting: promiseOf(step.awaiting.value) } : step;
  return {
    next: (value) => shown(advance(value, false)),
    throw: (error) => shown(advance(error, true)),
  };
}

/** What {@link start} does, with awaited values as they are: a promise around one would take a turn of its own. */
function startRaw<F extends AnyFunction>(
  fn: F,
  options: StartOptions<F>,
): (value: unknown, isError: boolean) => RawStep<Awaited<ReturnType<F>>> {
  const budget = checkedBudget(options.budget ?? 0);
  if (typeof fn !== "function") throw new TypeError(`start and drive take a function, not ${String(fn)}`);
  let activation: Activation | undefined;
  let isAwaiting = false;
  let ended = false;

  return (value, isError) => {
    if (ended) throw new Error("this activation has ended: start another one");
    try {
      if (activation === undefined) {
        activation = activate(fn as unknown as Callable, options.thisArg, [...(options.args ?? [])]);
      } else if (isError) {
        activation.fail(value);
      } else if (isAwaiting || value !== undefined) {
        // Else it has a value already, where another activation has run it to enter an exclusive unit.
        activation.value = value;
      }
      const outcome = resume(activation, budget);
      isAwaiting = outcome === "awaiting";
      if (outcome === "preempted") return preempted;
      if (outcome === "awaiting") return { awaiting: { value: activation.awaiting } };
      ended = true;
      return { done: true, value: activation.value as Awaited<ReturnType<F>> };
    } catch (error) {
      ended = true;
      throw error;
    }
  };
}

/**
 * Runs `fn` to its end at once. Each time its budget is used up, it is suspended and resumed.
 *
 * @throws what `fn` throws; an Error if it awaits (use {@link driveAsync})
 */
export function drive<F extends AnyFunction>(fn: F, options: DriveOptions<F> = {}): Driven<ReturnType<F>> {
  const steps = start(fn, options);
  for (let preemptions = 0; ; ) {
    const step = steps.next();
    if (step.done) return { value: step.value as ReturnType<F>, preemptions };
    if (step.awaiting) {
      step.awaiting.catch(() => {});
      throw new Error("drive: the function awaits. Use driveAsync for async functions.");
    }
    preemptions++;
    options.onPreempt?.(preemptions);
  }
}

/**
 * As {@link drive} for functions that await: waits for each promise, then goes on. Each await takes as many turns of
 * microtasks as it does in a plain async function, so that the order beside other promises stays what it was.
 *
 * Rejects with what `fn` throws.
 */
export async function driveAsync<F extends AnyFunction>(
  fn: F,
  options: DriveOptions<F> = {},
): Promise<Driven<Awaited<ReturnType<F>>>> {
  const advance = startRaw(fn, options);
  let step = advance(undefined, false);
  for (let preemptions = 0; ; ) {
    if (step.done) {
      const then = thenOf(step.value);
      // Awaiting what is no thenable would take a turn more than the function's own end.
      return { value: then ? await then : step.value, preemptions };
    }
    if (step.awaiting) {
      let value: unknown;
      let isError = false;
      try {
        value = await step.awaiting.value;
      } catch (error) {
        value = error;
        isError = true;
      }
      step = advance(value, isError);
    } else {
      preemptions++;
      options.onPreempt?.(preemptions);
      step = advance(undefined, false);
    }
  }
}

/** What to await of a result that is a promise or a thenable; its `then` is read once, as an async function's end reads it. */
function thenOf<T>(value: T): PromiseLike<T> | undefined {
  if (value instanceof Promise) return value;
  if ((typeof value !== "object" || value === null) && typeof value !== "function") return undefined;
  const { then } = value as { then?: unknown };
  if (typeof then !== "function") return undefined;
  // biome-ignore lint/suspicious/noThenProperty: it stands for the thenable
  return { then: (...reactions: unknown[]) => Reflect.apply(then as Callable, value, reactions) } as PromiseLike<T>;
}

function promiseOf(value: unknown): Promise<unknown> {
  return value instanceof Promise ? value : (async () => await value)();
}

function checkedBudget(budget: number): number {
  if (budget === Number.POSITIVE_INFINITY) return largestBudget;
  if (Number.isInteger(budget) && budget >= 0) return Math.min(budget, largestBudget);
  throw new RangeError(
    `budget_not_a_count: the budget is ${String(budget)}. Give an integer of 0 or more, or Infinity.`,
  );
}
