/**
 * What is left of a function that was suspended: a frame. For a plain body it is an array, so that all frames have one shape.
 *
 *            0      1      2 …                              length - 3   - 2      - 1
 *   frame  [ run,   self,  …variables,  (thrown),           point,       value,   depth ]
 *            │      │      │            │                   │            │        └ how deep the body was
 *            │      │      │            │                   │            └ what the function receives when it goes on
 *            │      │      │            │                   └ where it goes on
 *            │      │      │            └ last of the variables: see `thrownFromEnd`
 *            │      │      └ parameters first
 *            │      └ its `this`
 *            └ the body to call again
 *
 * While a capture is under way, each frame points by `value` to the one that was saved before it:
 *
 *   $state.captured  ─▶ [ main, …, 4, ●, 1 ]        saved last
 *                                     └▶ [ sum, …, 2, ●, 2 ]
 *                                                     └▶ undefined    saved first: the function that was suspended
 *
 * The body returns `$save(…)`, which saves its frame and gives the signal. Its caller sees the signal, does the same, and so on outwards
 * to the runtime, which takes the chain apart and keeps the frames. A function that returns what it calls saves no frame.
 *
 * `point` says how the body is called again:
 *
 *   0        it starts:     run(0, self, …variables)                   the frame without its end is the list of arguments
 *   above 0  it goes on:    run(frame, self, …)                        the frame stands in the place of the depth, and is 0 deep
 *   below 0  it goes on:    run(0, self, …variables, -point, value)    the frame is the list of arguments
 */

export const runAt = 0;
export const selfAt = 1;
export const variablesAt = 2;

/** How many parameters of a plain body come before those of the function: its depth and its `this`. */
export const leadingParameters = 2;

/** Where the last elements stand: `frame.length - pointFromEnd`. */
export const pointFromEnd = 3;
export const valueFromEnd = 2;
export const depthFromEnd = 1;

/** How many elements of a frame are no variables. */
export const fixedElements: number = variablesAt + pointFromEnd;

/**
 * The last variable, in a body with a `try` in which it can be suspended. The frame is saved with one of these there:
 *
 *   the realm's state        the point stands in a `try` block. For an error, this becomes true and `value` the error.
 *   the state's `same`       a `finally` follows, too. If the job is cancelled, this becomes false; then the block runs and nothing else.
 *   anything else            no error and no cancellation goes to this frame.
 */
export const thrownFromEnd = 4;

/** A plain body. Returns the function's value, or the signal after saving a frame. */
export type PlainBody = (depth: number, self: unknown, ...args: unknown[]) => unknown;

/** A frame of a plain body. */
export type PlainFrame = [
  run: PlainBody,
  self: unknown,
  ...variables: unknown[],
  point: number,
  value: unknown,
  depth: number,
];

/** A frame of a function whose body is a generator: the generator. */
export interface GeneratorFrame {
  next(value?: unknown): IteratorResult<unknown, unknown>;
  throw(error: unknown): IteratorResult<unknown, unknown>;
  return(value?: unknown): IteratorResult<unknown, unknown>;
}

export type Frame = GeneratorFrame | PlainFrame;

/**
 * A frame in a chain. One of a generator has that in the place of `run`; nobody knows its depth, and there stands the lock of the
 * exclusive unit that it is in, if any.
 */
export type Captured = [
  run: PlainBody | GeneratorFrame,
  self: unknown,
  ...variables: unknown[],
  point: unknown,
  inner: Captured | undefined,
  depth: number | CapturedInUnit | object | undefined,
];

/** What stands in the place of the depth where a plain body is in an exclusive unit. */
export type CapturedInUnit = readonly [lock: object, depth: number];

/** The elements of a frame's list. */
export interface FrameParts<T> {
  readonly run: T;
  readonly self: T;
  readonly variables: readonly T[];
  readonly point: T;
  /** In a chain: the frame that was saved before. */
  readonly value: T;
  readonly depth: T;
}

/** The elements in their order. */
export function inFrameOrder<T>({ run, self, variables, point, value, depth }: FrameParts<T>): T[] {
  return [run, self, ...variables, point, value, depth];
}
