/** The runtime's objects, as far as emitted code uses them. The runtime's classes have more. */
import type { PlainBody } from "./frame.ts";

/**
 * `const $last = $site("o.m", 1)`: the inline cache of a call, which remembers the functions that it called.
 *
 *   ($callee = o.m) === $last.f ? $last.run : $miss($last, $callee)
 */
export interface SharedCache {
  /** The function that it called first. */
  readonly f: unknown;
  /** What to call in its place, with a depth and a `this`; nothing if it is called as it stands. */
  readonly run: PlainBody | undefined;
  /** The last function remembered that has no body. */
  readonly plain: unknown;
}

/** Calls of more arguments than these pass no number of them to `$site`: the runtime makes no callers for them. */
export const mostCountedArguments = 3;

/** `const $total = $accessSite("total")`: what the reads, or the assignments, of one name know. */
export interface SharedAccessSite {
  /** Whether to ask for an accessor before the property is read. */
  isHot: boolean;
}

/** `const $lock = $exclusive("file")`: the lock of an exclusive unit. */
export interface SharedLock {
  /** Undefined: no job is suspended inside. */
  readonly owner: object | undefined;
}

/** `$enterAsync(…)`: an async function that un-annotated code has called. */
export interface SharedActivation {
  /** What it receives next; when it is done, its result. */
  value: unknown;
  readonly awaiting: unknown;
  fail(error: unknown): void;
}

/** `$iterate(list, text)` and `$keysOf(object)`: a loop's steps. */
export interface SharedSteps {
  more(): boolean;
  readonly value: unknown;
}

/** `$iterate(list, text)`: closed where the loop is left. */
export interface SharedIteration extends SharedSteps {
  close(): void;
}

/** `$iterateSteps(iterable, text)`: the steps of `for` … `of`, each of which may be suspended. */
export interface SharedStepIteration {
  readonly open: boolean;
  readonly value: unknown;
  next(): unknown;
  more(result: unknown): boolean;
  close(): unknown;
  closed(result: unknown): void;
}

/** `$takeSteps(iterable, text)`: the steps of a list pattern, each of which may be suspended. */
export interface SharedPatternSteps {
  /** The result of a step, or the signal. */
  ask(): unknown;
  /** Takes what {@link ask} gave; `isOmitted`: for a place that the pattern leaves out. */
  take(result: unknown, isOmitted?: boolean): this;
  /** Fetches all values for `...rest`: the steps, or the signal. */
  rest(): unknown;
  /** What closing gives, or the signal. */
  close(): unknown;
  /** Takes what {@link close} gave. */
  closed(result: unknown): this;
}

/** `$iterateAsync(iterable)`: the steps of `for await`. */
export interface SharedAsyncIteration {
  readonly open: boolean;
  readonly value: unknown;
  next(): unknown;
  more(result: unknown): boolean;
  close(): unknown;
  closed(result: unknown): void;
}

/** `$disposeAsync()`: the resources of a block with `await using`. */
export interface SharedDisposal {
  readonly awaiting: unknown;
  use<T>(value: T): T;
  useAsync<T>(value: T): T;
  fail(error: unknown): void;
  more(): boolean;
  settled(result: unknown): void;
  left(): boolean;
  end(): boolean;
}

/** `$superReference(get, set)`: `super[key]` for code that stands elsewhere. */
export interface SharedReference {
  value: unknown;
}

/** `$begun($made, newTarget)`: what a constructor knows while it runs. */
export interface SharedBox {
  readonly newTarget: unknown;
}
