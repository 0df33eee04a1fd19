/** What emitted code, protocol and scheduler know of a suspended function, and the state they share. */

import type { UnitHooks } from "../exclusive/holder.ts";

export type Callable = (this: unknown, ...args: unknown[]) => unknown;

/** A suspended activation of one function whose resumable body is a generator: that generator. */
export interface GeneratorFrame {
  next(value?: unknown): IteratorResult<unknown, unknown>;
  throw(error: unknown): IteratorResult<unknown, unknown>;
  return(value?: unknown): IteratorResult<unknown, unknown>;
}

/**
 * A plain body. First it is told how much of the engine's stack annotated calls have taken, in frames of the usual size; then
 * its `this`, then its arguments. Returns the value, or the signal.
 */
export type PlainBody = (depth: number, self: unknown, ...args: unknown[]) => unknown;

/**
 * A suspended activation of one function whose resumable body is a plain one: what to call again, with which `this`, its
 * locals, at which point it goes on, and the value that it receives there. An array, so that every function's frames have
 * one shape. In this order it is a list of arguments: at 0 those that the body was given, which was suspended where it starts;
 * below 0 those of a body that does nothing but go on, at the point of that number. Other bodies are given the frame in the place of their
 * depth, and are above 0. Last stands how deep the body was: functions that return what they call leave no frame, and are
 * counted by that; an endless recursion may consist of them. Where the last of the locals is the realm's state, the point stands in
 * a `try` block, and the value may be an error: the local is true then. Where it is the state's `same`, a `finally` follows that block,
 * and the body is called, too, if its job is cancelled: the local is false then.
 */
export type PlainFrame = [
  run: PlainBody,
  self: unknown,
  ...locals: unknown[],
  point: number,
  value: unknown,
  depth: number,
];

/** A suspended activation of one function. */
export type Frame = GeneratorFrame | PlainFrame;

/**
 * A frame on its way to the heap: a plain one, or a list with a generator in the place of what is called again, whose depth nobody
 * knows. Until it arrives, the frame that was saved before it stands where its value will: that of the function it has called.
 */
export type Captured = [
  run: PlainBody | GeneratorFrame,
  self: unknown,
  ...locals: unknown[],
  point: unknown,
  inner: Captured | undefined,
  depth: number | CapturedInUnit | object | undefined,
];

/** The lock of the exclusive unit that a plain body is in, and how deep it was. A generator yields the lock alone. */
export type CapturedInUnit = readonly [lock: object, depth: number];

/** What emitted code reads and writes at each preemption point, and what a capture leaves behind. */
export interface RealmState {
  /** Preemption points that may still be passed; below zero the running frame is suspended. A small integer. */
  budget: number;
  /**
   * How deep the generator body that runs is in annotated calls, or more: plain bodies know their depth, generator bodies
   * look here.
   */
  depth: number;
  /** The frames are on their way to the heap, since they would soon fill the engine's stack; the job goes on then. */
  isDeep: boolean;
  /** Its argument, which emitted code did not expect to be anything but a number. */
  same<T>(value: T): T;
  /** More frames than these are an endless recursion: the innermost one gets the engine's RangeError. */
  mostFrames: number;
  /** Leaves the loops of a frame that is not resumed, if any may be open. */
  abandon: ((frame: PlainFrame, isError: boolean) => void) | undefined;
  /** What is done about exclusive units, where some are loaded. */
  units: UnitHooks | undefined;
  /** To be called when a job ends, if calls remember what they called. */
  forget: (() => void) | undefined;
  /** The last frame that the capture under way has saved, a chain down to the innermost. None but between a yield and the scheduler. */
  captured: Captured | undefined;
  /** The value that the captured job awaits, or {@link nothing}. */
  awaiting: unknown;
  /**
   * True while a function that was called from un-annotated code is driven to completion on the spot.
   * Calls below it take the original bodies, and awaits cost the promise ticks that they cost in the original.
   */
  exact: boolean;
}
