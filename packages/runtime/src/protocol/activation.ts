/**
 * One activation of a preemptable function: its suspended frames, and how they are resumed.
 *
 *   frames   [ outermost … innermost ]       only the innermost is resumed;
 *                             │              its value goes to the next one out by next(value),
 *            ◀── value ───────┘              its error by throw(error), and so on outwards.
 *
 * A resumed frame may call again and be captured again: the frames below it, saved innermost first in a chain that begins at
 * `state.captured`, are then put on top of it. The cost does not depend on the depth.
 *
 * It is long because resuming, unwinding and cancelling all work on the same private frames, in the hottest path of the runtime.
 */
import {
  type ActivationOutcome,
  bodyWeight,
  type Captured,
  type CapturedInUnit,
  depthFromEnd,
  type Frame,
  fixedElements,
  type GeneratorFrame,
  type PlainFrame,
  pointFromEnd,
  runAt,
  type SharedActivation,
  selfAt,
  thrownFromEnd,
  usedUp,
  valueFromEnd,
  variableShift,
  variablesAt,
} from "@preempt/abi";
import type { Driver } from "../exclusive/holder.ts";
import { generatorNext, generatorReturn, generatorThrow, isPlainFrame, privateList } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";

const { apply } = Reflect;
const { state, nothing, signal, Settled } = realm;

/** What stands where a frame has been: nothing that it used stays alive. */
const ended = undefined as unknown as Frame;

/** Stands for a function that was left without a frame: what the one inside returns is its value, too. */
const passing: PlainFrame = [() => undefined, undefined, 0, undefined, 0];

/** Of a plain body below a generator: no lower than any. A small integer, as those that are known. */
const unknownDepth = 2 ** 30 - 1;

type Completion = "next" | "throw" | "return";

/** Whether an error goes to a `try` block of the plain body, or the end of a cancelled job to a `finally`: the frame says so, and is told. */
function takes(frame: PlainFrame, completion: Completion): boolean {
  const thrown = frame.length - thrownFromEnd;
  const isFinished = frame[thrown] === state.same;
  if (!isFinished && (completion === "return" || frame[thrown] !== state)) return false;
  frame[thrown] = completion === "throw";
  return true;
}

export class Activation implements SharedActivation {
  /** The first {@link depth} are suspended. */
  readonly #frames: Frame[];
  #depth: number;
  #completion: Completion = "next";
  /** In: what the innermost frame receives next. Out, after "done": the result. */
  value: unknown;
  /** After "awaiting": the value awaited. */
  awaiting: unknown;
  /** What finalizers threw during a {@link close}. */
  readonly closeErrors: unknown[] = [];
  /** Index of the frame whose finalizers run for a {@link close}; -1 when not closing. */
  #closing = -1;
  #closed = false;
  /** @internal The job that it is of. */
  driver: Driver | undefined;
  /** @internal The innermost frame from which on an exclusive unit is held; -1: none. See exclusive/units.ts. */
  heldFrom = -1;
  /** @internal The exclusive units that it holds. */
  units: object | undefined;
  /** The budget when it was resumed, or when frames last moved to the heap for their depth. */
  #since = 0;

  /** @param frames Frames to run, outermost first; a fresh array. A fresh frame starts when it is first resumed. */
  constructor(frames: Frame[]) {
    this.#frames = privateList(frames);
    this.#depth = frames.length;
  }

  /** Of a plain body that was called by nobody else, and was suspended: what it has saved. */
  static ofCaptured(): Activation {
    const made = new Activation([]);
    made.#since = state.budget;
    made.#suspended(true);
    return made;
  }

  /** How many frames are suspended. */
  get depth(): number {
    return this.#depth;
  }

  /** Whether {@link close} was called. */
  get isClosing(): boolean {
    return this.#closed;
  }

  /** Makes the next {@link resume} throw `error` at the innermost suspension point. */
  fail(error: unknown): void {
    this.#completion = "throw";
    this.value = error;
  }

  /** Makes the next {@link resume} run the finalizers (`finally` blocks) of all frames, and no catch blocks. */
  close(): void {
    this.#closed = true;
    this.#completion = "return";
    this.#closing = this.#depth - 1;
    this.value = undefined;
    if (this.units !== undefined) state.units?.forget(this);
  }

  /**
   * Resumes the innermost frame and goes on outwards until the activation ends, awaits, or the budget in the
   * realm's state is used up.
   *
   * @throws what the outermost frame throws; the activation has ended then
   */
  resume(): ActivationOutcome {
    const outcome = state.units === undefined ? this.runDownTo(0) : state.units.resume(this);
    if (outcome !== undefined) return outcome;
    if (this.#completion === "throw") throw this.value;
    // The outermost frame may be that of an async function: whoever takes the result adopts a thenable.
    if (Settled.is(this.value)) this.value = this.value.value;
    return "done";
  }

  /** @internal As {@link resume}, until only `floor` frames are left: undefined then. */
  runDownTo(floor: number): ActivationOutcome | undefined {
    this.#since = state.budget;
    while (this.#depth > floor) {
      const frame = this.#frames[this.#depth - 1] as Frame;
      const isPlain = isPlainFrame(frame);
      if (isPlain ? this["preempt.resumePlain"](frame) : this["preempt.resume"](frame)) {
        const outcome = this.#suspended(isPlain);
        if (outcome !== undefined) return outcome;
      }
    }
    return undefined;
  }

  // Stack traces are cut at these names, which no minifier changes: what stands below is the kernel's. See job-stack.ts.

  /**
   * @internal Resumes the generator of the innermost frame. Returns whether it was suspended; otherwise its value or error goes to the
   * next frame out.
   */
  "preempt.resume"(frame: GeneratorFrame): boolean {
    const completion = this.#completion;
    this.#completion = "next";
    state.depth = 0;
    let step: IteratorResult<unknown, unknown>;
    try {
      step =
        completion === "next"
          ? generatorNext(frame, this.value)
          : completion === "throw"
            ? generatorThrow(frame, this.value)
            : generatorReturn(frame, this.value);
    } catch (error) {
      return this.#threw(error);
    }
    if (!step.done) {
      if (step.value !== undefined) state.units?.suspended(this, step.value, this.#depth - 1);
      return true;
    }
    return this.#left("next", step.value);
  }

  /** Nothing but loops is in the way of an error or a return. */
  #leavePlain(frame: PlainFrame, completion: Completion): false {
    const { value } = this;
    try {
      state.abandon?.(frame, completion === "throw");
    } catch (error) {
      return this.#left("throw", error);
    }
    return this.#left(completion === "throw" ? "throw" : "next", value);
  }

  /**
   * @internal Calls the plain body of the innermost frame again. Returns whether it was suspended: then it has saved a new frame.
   * Otherwise its value or error goes to the next frame out.
   */
  "preempt.resumePlain"(frame: PlainFrame): boolean {
    const completion = this.#completion;
    if (completion !== "next") {
      this.#completion = "next";
      if (!takes(frame, completion)) return this.#leavePlain(frame, completion);
    }
    if (frame === passing) return this.#left("next", this.value);
    const run = frame[runAt];
    const at = frame.length - pointFromEnd;
    const point = frame[at] as number;
    frame[at + (pointFromEnd - valueFromEnd)] = this.value;
    let value: unknown;
    try {
      if (point <= 0) {
        // It does not count the point at which it starts once more.
        if (point === 0) state.budget++;
        else frame[at] = -point;
        // The list of its arguments begins with its depth.
        (frame as unknown[])[runAt] = 0;
        value = apply(run, undefined, frame);
      } else {
        const self = frame[selfAt];
        // It goes on, and its depth is 0.
        const given = frame as unknown as number;
        // Parameters come first among the variables. The body reads them there, but an engine that has seen undefined
        // arguments expects them ever after.
        value =
          at > variablesAt + 2
            ? run(given, self, frame[variablesAt], frame[variablesAt + 1], frame[variablesAt + 2])
            : run(given, self);
      }
    } catch (error) {
      return this.#threw(error);
    }
    if (value === signal) {
      this.#depth--;
      return true;
    }
    // What stood around the `finally` is left as well: loops, but for those that it ended itself.
    return completion === "return" ? this.#leavePlain(frame, completion) : this.#left("next", value);
  }

  /** The stack may have ended where a frame was to be saved: those below it go with it. */
  #threw(error: unknown): false {
    state.captured = undefined;
    return this.#left("throw", error);
  }

  /** The innermost frame has ended: hands its completion to the next one out. Returns that it was not suspended. */
  #left(completion: Completion, value: unknown): false {
    const index = --this.#depth;
    // To shorten the array each time would cost more than all of the rest.
    this.#frames[index] = ended;
    if (index === this.heldFrom) state.units?.left(this, index);
    if (index === this.#closing) {
      if (completion === "throw") this.closeErrors.push(value);
      this.#closing = index - 1;
      this.#completion = index === 0 ? "next" : "return";
      this.value = undefined;
    } else {
      this.#completion = completion;
      this.value = value;
    }
    return false;
  }

  /**
   * The innermost frame was suspended: takes over what it saved below itself. Undefined if the activation goes on.
   *
   * @param knowsDepth Whether it was a plain body, which says how deep the next one is if it called that; below a generator nobody
   * knows
   */
  #suspended(knowsDepth: boolean): ActivationOutcome | undefined {
    let captured = state.captured as Captured | undefined;
    state.captured = undefined;
    this.value = undefined;
    const frames = this.#frames;
    let depth = this.#depth;
    let next = knowsDepth ? 0 : unknownDepth;
    let isPlain = false;
    while (captured !== undefined) {
      // Lists of emitted code: to take them apart by a pattern would ask an iterator that may be the user's own.
      const run = captured[runAt];
      const at = captured.length - valueFromEnd;
      const inner = captured[at] as Captured | undefined;
      captured[at] = undefined;
      isPlain = typeof run === "function";
      // The lock of the exclusive unit that the function is in, if it is in one; with the depth, if that is known.
      const mark = captured[at + (valueFromEnd - depthFromEnd)];
      if (isPlain) {
        const own = (typeof mark === "object" ? (mark as CapturedInUnit)[1] : mark) as number;
        for (; next < own; next++) frames[depth++] = passing;
        // What emitted code adds to the depth of a call.
        next = own + bodyWeight + ((at - (fixedElements - valueFromEnd)) >> variableShift);
        frames[depth++] = captured as PlainFrame;
      } else {
        next = unknownDepth;
        frames[depth++] = run as GeneratorFrame;
      }
      if (typeof mark === "object")
        state.units?.suspended(this, isPlain ? (mark as CapturedInUnit)[0] : mark, depth - 1);
      captured = inner;
    }
    const moved = depth - this.#depth;
    this.#depth = depth;
    const isDeep = state.isDeep || isPlain;
    state.isDeep = false;
    if (state.awaiting !== nothing) {
      this.awaiting = state.awaiting;
      state.awaiting = nothing;
      return "awaiting";
    }
    // On the heap an endless recursion would end with the memory; it ends here as it does on the stack.
    if (depth > state.mostFrames) this.fail(new RangeError("Maximum call stack size exceeded"));
    // Nothing but its depth suspends a plain body before its budget is used up.
    else if (state.budget < 0 || !isDeep || this.#isUsedUpBy(moved)) return "preempted";
    return undefined;
  }

  /** Functions that make one call at most pass no point where they begin: here, unless most frames passed one, each is one. */
  #isUsedUpBy(frames: number): boolean {
    const since = this.#since;
    if (since - state.budget < frames / 2) state.budget = Math.max(usedUp, since - frames);
    this.#since = state.budget;
    return state.budget < 0;
  }
}
