/**
 * `emit` of Node's EventEmitter: preemptable listeners are preempted. It is a plain body, since it is called often and its listeners
 * do little. Errors that nobody listens to are the built-in's own, those that are monitored too, and so are emitters whose `emit` is
 * another one, as with domains. Nothing is imported from Node: browsers load the same files, and have none of this.
 */
import {
  adapterWeight,
  type PlainBody,
  type PlainFrame,
  pointFromEnd,
  thrownFromEnd,
  valueFromEnd,
  variablesAt,
} from "@preempt/abi";
import { functionApply } from "../protocol/call.ts";
import { callPlain } from "../protocol/call-plain.ts";
import { miss, site } from "../protocol/inline-cache.ts";
import { attachPlain } from "../protocol/protocol-plain.ts";
import { apply, type Callable } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { type EmitterClass, type Once, onceOf } from "./node-once.ts";

const { signal, state } = realm;

type Events = Record<PropertyKey, Callable | Callable[] | undefined>;

interface Emitter {
  readonly _events: Events | undefined;
  emit(type: unknown, ...args: unknown[]): unknown;
  on(type: unknown, listener: unknown): unknown;
  [key: symbol]: unknown;
}

interface Modules {
  readonly EventEmitter?: { new (): Emitter; readonly prototype: Emitter; readonly errorMonitor?: symbol };
  readonly types?: { isProxy?(value: unknown): boolean };
}

interface Surroundings {
  readonly process?: {
    getBuiltinModule?(name: "node:events" | "node:util"): Modules | undefined;
    nextTick?(f: Callable, ...args: unknown[]): void;
  };
}

const { getOwnPropertySymbols } = Object;
const functionText = Function.prototype.toString;

/**
 * What the text of `emit` says where it does what is done here: it calls the listeners of a copy, or it has the list copied by whoever
 * changes it meanwhile. Other versions, and other platforms, are left alone.
 */
const ofOneListener = [
  "const handler = events[type]",
  "handler.apply(this, args)",
  "addCatch(this, result, type, args)",
];
const ofCopy = ["arrayClone(handler)", "listeners[i].apply(this, args)"];
const ofMark = ["handler[kEmitting]++", "ReflectApply(handler[i], this, args)", "handler[kEmitting]--"];

interface Native {
  readonly emit: Callable;
  /** Says of an emitter that promises of its listeners are looked after. */
  readonly capture: symbol;
  /** Counts in a list of listeners how many `emit` walk over it; undefined where each walks over a copy. */
  readonly marks: symbol | undefined;
  /** The event that tells of an error before its listeners are called. */
  readonly monitor: symbol | undefined;
  /** Undefined where listeners of `once` are left to the built-in. */
  readonly once: Once | undefined;
}

function symbolNamed(object: object, name: string): symbol | undefined {
  return getOwnPropertySymbols(object).find((symbol) => symbol.description === name);
}

function find(): Native | undefined {
  const { process } = globalThis as Surroundings;
  const EventEmitter = process?.getBuiltinModule?.("node:events")?.EventEmitter;
  const emit = EventEmitter?.prototype.emit;
  if (EventEmitter === undefined || typeof emit !== "function") return undefined;
  const text = apply(functionText, emit, []) as string;
  const says = (parts: readonly string[]) => parts.every((part) => text.includes(part));
  const emitter = new EventEmitter();
  emitter.on("two", find);
  emitter.on("two", find);
  const capture = symbolNamed(emitter, "kCapture");
  const marks = symbolNamed(emitter._events?.two as object, "events.emitting");
  const isKnown = says(ofOneListener) && says(marks === undefined ? ofCopy : ofMark);
  if (!isKnown || capture === undefined) return undefined;
  const isProxy = process?.getBuiltinModule?.("node:util")?.types?.isProxy;
  const once = isProxy && onceOf(EventEmitter as unknown as EmitterClass, isProxy);
  return { emit: emit as Callable, capture, marks, monitor: EventEmitter.errorMonitor, once };
}

/** Looks after the promise that a listener gave, as the built-in does. */
function look(that: Emitter, promise: unknown, type: unknown, args: unknown[], { capture }: Native): void {
  if (promise === undefined || promise === null || !that[capture]) return;
  try {
    const { then } = promise as { then: unknown };
    if (typeof then !== "function") return;
    const rejected = (error: unknown) =>
      (globalThis as Surroundings).process?.nextTick?.(tell as Callable, that, error, type, args, capture);
    (then as Callable).call(promise, undefined, rejected);
  } catch (error) {
    that.emit("error", error);
  }
}

const rejectionKey = Symbol.for("nodejs.rejection");

function tell(that: Emitter, error: unknown, type: unknown, args: unknown[], capture: symbol): void {
  const own = that[rejectionKey];
  if (typeof own === "function") {
    apply(own as Callable, that, [error, type, ...args]);
    return;
  }
  const before = that[capture];
  try {
    that[capture] = false;
    that.emit("error", error);
  } finally {
    that[capture] = before;
  }
}

/** The functions that listen: those that `emit` called last have their bodies there. */
const listening = site();

function bodyFor(listener: unknown): PlainBody | undefined {
  return listener === listening.f ? listening.run : miss(listening, listener);
}

/** `Reflect.apply(listener, self, args)` */
function invoked(depth: number, listener: Callable, self: Emitter, args: unknown[], once: Once | undefined): unknown {
  const body = bodyFor(listener);
  if (body !== undefined) return callPlain(body, depth, self, args);
  const original = once?.listenerOf(listener);
  const run = original === undefined ? undefined : bodyFor(original);
  if (run === undefined) return apply(listener, self, args);
  const fired = (once as Once).fire(listener, self, args);
  return fired.target === undefined ? fired.result : callPlain(run, depth, fired.target, args);
}

/** `listener.apply(self, args)` */
function applied(depth: number, listener: Callable, self: Emitter, args: unknown[], once: Once | undefined): unknown {
  const method: unknown = listener.apply;
  if (method !== functionApply) return (method as Callable).call(listener, self, args);
  return invoked(depth, listener, self, args, once);
}

/** Where a frame goes on: behind the only listener, or in a list of them. Its variables, from the first on: */
const one = 1;
const many = 2;
const typeAt = variablesAt;
const argsAt = variablesAt + 1;
const listAt = variablesAt + 2;
const indexAt = variablesAt + 3;

function create(): () => void {
  const native = find();
  if (native === undefined) return () => {};
  const { emit, marks, monitor, once } = native;

  const emitting: PlainBody = (depth, self, ...given) => {
    if (typeof depth === "object") return goOn(depth as unknown as PlainFrame, self as Emitter);
    const that = self as Emitter;
    const type = given[0];
    if (type === "error" && isOwn(that)) return apply(emit, self, given);
    const events = that._events;
    if (events === undefined) return false;
    const handler = events[type as PropertyKey];
    if (handler === undefined) return false;
    const args = apply(behindFirst, undefined, given) as unknown[];
    if (typeof handler !== "function") return walk(depth, that, type, args, opened(handler), 0);
    const result = applied(depth + adapterWeight, handler, that, args, once);
    if (result === signal) return saved(depth, that, type, args, undefined, 0, one);
    look(that, result, type, args, native);
    return true;
  };

  function saved(
    depth: number,
    that: Emitter,
    type: unknown,
    args: unknown[],
    list: Callable[] | undefined,
    i: number,
    point: number,
  ): unknown {
    // A list that is marked is to be told where it is left by an error, or not gone on with.
    const thrown = list === undefined || marks === undefined ? undefined : state.same;
    state.captured = [emitting, that, type, args, list, i, thrown, point, state.captured, depth];
    return signal;
  }

  function goOn(frame: PlainFrame, that: Emitter): unknown {
    const type = frame[typeAt];
    const args = frame[argsAt] as unknown[];
    const list = frame[listAt] as Callable[];
    const thrown = frame[frame.length - thrownFromEnd];
    const value = frame[frame.length - valueFromEnd];
    if (typeof thrown === "boolean") {
      close(list);
      if (thrown) throw value;
      return undefined;
    }
    if (frame[frame.length - pointFromEnd] === one) {
      look(that, value, type, args, native as Native);
      return true;
    }
    return walk(0, that, type, args, list, (frame[indexAt] as number) + 1, value);
  }

  function opened(handler: Callable[]): Callable[] {
    if (marks === undefined) return arrayClone(handler);
    count(handler, marks, 1);
    return handler;
  }

  function close(list: Callable[]): void {
    if (marks !== undefined) count(list, marks, -1);
  }

  /** @param value What the listener before gave */
  function walk(
    depth: number,
    that: Emitter,
    type: unknown,
    args: unknown[],
    list: Callable[],
    from: number,
    value?: unknown,
  ): unknown {
    let isSuspended = false;
    try {
      look(that, value, type, args, native as Native);
      for (let i = from; i < list.length; i++) {
        const result = calledFrom(depth + adapterWeight, list[i] as Callable, that, args);
        if (result === signal) {
          isSuspended = true;
          return saved(depth, that, type, args, list, i, many);
        }
        look(that, result, type, args, native as Native);
      }
    } finally {
      if (!isSuspended) close(list);
    }
    return true;
  }

  function calledFrom(depth: number, listener: Callable, that: Emitter, args: unknown[]): unknown {
    if (marks === undefined) return applied(depth, listener, that, args, once);
    return invoked(depth, listener, that, args, once);
  }

  /** Whether an error of `that` is monitored, or thrown. */
  function isOwn({ _events: events }: Emitter): boolean {
    return events?.error === undefined || (monitor !== undefined && events[monitor] !== undefined);
  }

  return () => void attachPlain(emit, emitting, true);
}

function count(list: Callable[], marks: symbol, by: 1 | -1): void {
  const counts = list as unknown as { [key: symbol]: number };
  counts[marks] = (counts[marks] as number) + by;
}

const { slice } = Array.prototype;
const arrayClone = (list: Callable[]): Callable[] => apply(slice as Callable, list, []) as Callable[];
const behindFirst = (_first: unknown, ...others: unknown[]): unknown[] => others;

let stamp: (() => void) | undefined;

export function useEmit(): void {
  stamp ??= create();
  stamp();
}
