/**
 * Methods of iterators that give another iterator: `map`, `filter`, `take`, `drop`, `flatMap`, and `Iterator.from`.
 *
 * The iterator that they give is a real one, made by the engine, which walks over one of ours. A step of it is code of ours: code that
 * knows nothing of preemption has it run to its end when it calls `next`, and preemptable code has it suspended.
 *
 *   h = it.map(f)        the engine's helper over { next: one step, run to its end }
 *   h.next()             preemptable: the step itself; then the engine's `next` hands on what it gave, and knows whether h has ended
 *
 * It is long because each method follows its own steps of the specification, and all share one kind of step.
 */
import { call } from "../protocol/call.ts";
import { createStamp } from "../protocol/entry.ts";
import { of } from "../protocol/protocol.ts";
import { enter } from "../protocol/protocol-entry.ts";
import { apply, type Body, type Callable, uncurry } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { getMethod, type Indexed, isObject, iteratorKey } from "./abstract.ts";
import { counterpart, invoked } from "./counterpart.ts";
import {
  close,
  closeQuietly,
  IteratorPrototype,
  stampsOf,
  stepOf,
  type Walked,
  walkedBy,
  withCallback,
} from "./iterators.ts";

const { signal, state } = realm;
const TheTypeError = TypeError;
const ended = Symbol("ended");

/** A helper of ours: what it walks over, and where it is. */
interface Helper {
  readonly walked: Walked;
  /** The iterator that `flatMap` walks over just now. */
  inner: Walked | undefined;
  /** One step: its value, or `ended`. */
  step: Body;
  isRunning: boolean;
  isEnded: boolean;
  /** What the engine's `next` is to hand on. */
  given: (() => { done: boolean; value: unknown }) | undefined;
}

const helpers = createStamp<Helper>();

function running(): never {
  throw new TheTypeError("Generator is already running");
}

/** What the engine's helper walks over. */
function standIn(helper: Helper): object {
  const { walked } = helper;
  return {
    __proto__: null,
    next() {
      const { given } = helper;
      helper.given = undefined;
      if (given !== undefined) return given();
      if (helper.isRunning) running();
      helper.isRunning = true;
      try {
        const value = enter(helper.step, undefined, []);
        helper.isEnded = value === ended;
        return { done: helper.isEnded, value };
      } catch (error) {
        helper.isEnded = true;
        throw error;
      } finally {
        helper.isRunning = false;
      }
    },
    get return() {
      if (helper.isRunning) running();
      helper.isEnded = true;
      const { inner } = helper;
      if (inner === undefined) return returning(walked.iterator);
      return () => {
        try {
          close(inner);
        } catch (error) {
          closeQuietly(walked);
          throw error;
        }
        close(walked);
        return {};
      };
    },
  };
}

/** The `return` of an iterator, asked for now. */
function returning(iterator: object): Callable | undefined {
  const method = getMethod(iterator, "return");
  return method && (() => apply(method, iterator, []));
}

type Take = (iterator: object, limit: number) => object;

function helperOf(take: Take, self: unknown, make: (helper: Helper) => Body): object {
  const helper: Helper = {
    walked: walkedBy(self as object),
    inner: undefined,
    step: running as never,
    isRunning: false,
    isEnded: false,
    given: undefined,
  };
  helper.step = make(helper);
  // With this limit the engine does nothing but hand on.
  const made = take(standIn(helper), Number.POSITIVE_INFINITY);
  helpers.put(made, helper);
  return made;
}

/** Calls what the iterator's user gave; if that throws, the iterator is closed. */
function* asked(
  walked: Walked,
  callback: unknown,
  value: unknown,
  counter: number,
): Generator<unknown, unknown, unknown> {
  let isLeft = true;
  try {
    let answer = call(invoked(callback), undefined, value, counter);
    if (answer === signal) answer = yield;
    isLeft = false;
    return answer;
  } finally {
    if (isLeft) closeQuietly(walked);
  }
}

const mapping =
  (callback: unknown) =>
  ({ walked }: Helper): Body => {
    let counter = 0;
    return function* (): Generator<unknown, unknown, unknown> {
      const step = yield* stepOf(walked);
      return step.done ? ended : yield* asked(walked, callback, step.value, counter++);
    };
  };

const filtering =
  (callback: unknown) =>
  ({ walked }: Helper): Body => {
    let counter = 0;
    return function* (): Generator<unknown, unknown, unknown> {
      for (;;) {
        if (--state.budget < 0) yield;
        const step = yield* stepOf(walked);
        if (step.done) return ended;
        const { value } = step;
        if (yield* asked(walked, callback, value, counter++)) return value;
      }
    };
  };

const taking =
  (limit: number) =>
  ({ walked }: Helper): Body => {
    let remaining = limit;
    return function* (): Generator<unknown, unknown, unknown> {
      if (remaining === 0) {
        close(walked);
        return ended;
      }
      remaining--;
      const step = yield* stepOf(walked);
      return step.done ? ended : step.value;
    };
  };

const dropping =
  (limit: number) =>
  ({ walked }: Helper): Body => {
    let remaining = limit;
    return function* (): Generator<unknown, unknown, unknown> {
      for (; remaining > 0; ) {
        if (--state.budget < 0) yield;
        remaining--;
        if ((yield* stepOf(walked)).done) return ended;
      }
      const step = yield* stepOf(walked);
      return step.done ? ended : step.value;
    };
  };

/** GetIteratorFlattenable, which takes no strings. */
function flattened(value: unknown): Walked {
  if (!isObject(value)) throw new TheTypeError(`${String(value)} is not an object`);
  const method = getMethod(value, iteratorKey);
  const iterator = method === undefined ? value : apply(method, value, []);
  if (!isObject(iterator)) throw new TheTypeError(`${String(iterator)} is not an object`);
  return walkedBy(iterator);
}

const flattening =
  (callback: unknown) =>
  (helper: Helper): Body => {
    const { walked } = helper;
    let counter = 0;
    return function* (): Generator<unknown, unknown, unknown> {
      for (;;) {
        if (--state.budget < 0) yield;
        if (helper.inner === undefined) {
          const step = yield* stepOf(walked);
          if (step.done) return ended;
          const mapped = yield* asked(walked, callback, step.value, counter++);
          helper.inner = guarded(walked, () => flattened(mapped));
        }
        const { inner } = helper;
        let isLeft = true;
        try {
          const step = yield* stepOf(inner);
          const isDone = step.done;
          const value = isDone ? undefined : step.value;
          isLeft = false;
          if (!isDone) return value;
          helper.inner = undefined;
        } finally {
          if (isLeft) closeQuietly(walked);
        }
      }
    };
  };

function guarded<T>(walked: Walked, run: () => T): T {
  try {
    return run();
  } catch (error) {
    closeQuietly(walked);
    throw error;
  }
}

/** The engine's `next` hands on what the step gave. */
const nextBody = (native: Callable): Body =>
  function* (): Generator<unknown, unknown, unknown> {
    const helper = helpers.of(this as object) as Helper;
    if (helper.isRunning) running();
    helper.isRunning = true;
    let isLeft = true;
    let given: NonNullable<Helper["given"]> = () => ({ done: true, value: undefined });
    try {
      const value = yield* apply(helper.step, undefined, []) as Generator<unknown, unknown, unknown>;
      if (value !== ended) given = () => ({ done: false, value });
      isLeft = value === ended;
    } catch (error) {
      given = () => {
        throw error;
      };
    } finally {
      helper.isRunning = false;
      if (isLeft) helper.isEnded = true;
      // Of a job that is cancelled here it has ended, too.
      // biome-ignore lint/correctness/noUnsafeFinally: what the engine's own `next` gives or throws is the result
      if (isLeft) return handedOn(native, this as object, helper, given);
    }
    return handedOn(native, this as object, helper, given);
  };

function handedOn(native: Callable, self: object, helper: Helper, given: NonNullable<Helper["given"]>): unknown {
  helper.given = given;
  const result = apply(native, self, []);
  if (helper.given === undefined) return result;
  // Code that knows nothing of preemption has called `next` meanwhile, and the engine's helper has ended with the error.
  helper.given = undefined;
  return given();
}

interface Wrapped {
  readonly walked: Walked;
}

const wrappers = createStamp<Wrapped>();
const inherits = uncurry(Object.prototype.isPrototypeOf);

const fromBody = (native: Callable): Body =>
  function* (items): Generator<unknown, unknown, unknown> {
    const walked = flattened(items);
    const { iterator, next } = walked;
    if (inherits(IteratorPrototype, iterator)) return iterator;
    const made = apply(native, undefined, [
      {
        __proto__: null,
        next: () => apply(next as Callable, iterator, []),
        get return() {
          return returning(iterator);
        },
      },
    ]) as object;
    wrappers.put(made, { walked });
    return made;
  };

function create(): (() => void)[] {
  const { take: native, map, filter, drop, flatMap } = IteratorPrototype;
  if (typeof native !== "function") return [];
  const take = uncurry(native) as unknown as Take;
  const lazy = (make: (given: never) => (helper: Helper) => Body): Body =>
    function* (given) {
      return helperOf(take, this, make(given as never)) as unknown;
    };
  const isLimit = (self: unknown, [limit]: readonly unknown[]) =>
    isObject(self) && typeof limit === "number" && limit >= 0 && limit === Math.trunc(limit);
  const { from } = (globalThis as unknown as { Iterator: { from: Callable } }).Iterator;
  const HelperPrototype = Object.getPrototypeOf(take({ next: undefined }, 0)) as Indexed;
  const WrapperPrototype = Object.getPrototypeOf(apply(from, undefined, [{ next() {} }])) as Indexed;
  const next = HelperPrototype.next as Callable;
  const isOurs = (self: unknown) => isObject(self) && helpers.of(self)?.isEnded === false;
  const wrapped = (self: unknown) => (isObject(self) ? wrappers.of(self) : undefined);
  const ofWrapped: Body = function* () {
    const { iterator, next: own } = (wrapped(this) as Wrapped).walked;
    const value = call(of(own, "next"), iterator);
    return value === signal ? yield : value;
  };
  return [
    ...stampsOf(),
    counterpart(map, lazy(mapping), withCallback),
    counterpart(filter, lazy(filtering), withCallback),
    counterpart(flatMap, lazy(flattening), withCallback),
    counterpart(native, lazy(taking), isLimit),
    counterpart(drop, lazy(dropping), isLimit),
    counterpart(next, nextBody(next), isOurs),
    counterpart(from, fromBody(from), (_self, args) => isObject(args[0])),
    counterpart(WrapperPrototype.next, ofWrapped, (self) => wrapped(self) !== undefined),
  ];
}

let stamps: (() => void)[] | undefined;

export function useIterators(): void {
  stamps ??= create();
  for (let i = 0; i < stamps.length; i++) (stamps[i] as () => void)();
}
