/**
 * A fresh realm for one run of a program: it prints into a list, its clock ticks by one whenever it is read, its random numbers
 * are always the same, and its timers are called in their order after the program, without waiting.
 */
import vm from "node:vm";
import { globals, showError, showPrinted } from "./show.ts";

export interface Timer {
  readonly id: number;
  readonly at: number;
  readonly interval: number | undefined;
  readonly callback: (...args: unknown[]) => unknown;
  readonly args: readonly unknown[];
}

// biome-ignore lint/suspicious/noExplicitAny: what the program's global object holds is the program's
export type Global = Record<string, any>;

export class Realm {
  readonly context: vm.Context;
  readonly global: Global;
  readonly lines: string[] = [];
  readonly #timers = new Map<number, Timer>();
  readonly #known: ReadonlySet<string | symbol>;
  #now = 1_600_000_000_000;
  #timerCount = 0;
  #characters = 0;

  /** @param install puts what the program's shell has where the program finds it */
  constructor(install: (realm: Realm) => void) {
    this.context = vm.createContext(vm.constants.DONT_CONTEXTIFY ?? {}) as vm.Context;
    this.global = vm.runInContext("globalThis", this.context) as Global;
    globals.add(this.global);
    this.#installShell();
    install(this);
    settings.runInContext(this.context)(() => this.#now++);
    this.#known = new Set(Reflect.ownKeys(this.global));
  }

  run(script: vm.Script, timeout?: number): unknown {
    return script.runInContext(this.context, timeout === undefined ? {} : { timeout });
  }

  /** Calls `f`, with a time limit if there is one. */
  call(f: () => unknown, timeout: number | undefined): unknown {
    Object.defineProperty(this.global, hook, { value: f, configurable: true });
    return this.run(callHook, timeout);
  }

  define(name: string, value: unknown): void {
    Object.defineProperty(this.global, name, { value, writable: true, configurable: true, enumerable: false });
  }

  print(text: string): void {
    // A program that prints without end is compared by its beginning.
    this.#characters += text.length;
    if (this.#characters < mostPrinted) this.lines.push(text);
  }

  /** An error as the program would make it. */
  error(name: string, message: string): Error {
    return new (constructorOf(this.context, name))(message);
  }

  /** Takes the next timer out. */
  nextTimer(): Timer | undefined {
    const [next] = [...this.#timers.values()].sort((a, b) => a.at - b.at || a.id - b.id);
    if (next === undefined) return undefined;
    this.#timers.delete(next.id);
    this.#now = Math.max(this.#now, next.at);
    if (next.interval !== undefined) this.#timers.set(next.id, { ...next, at: this.#now + Math.max(1, next.interval) });
    return next;
  }

  /** Names that the program added to the global object, in order. */
  added(): string[] {
    const keys = Reflect.ownKeys(this.global).filter((key) => typeof key === "string" && !this.#known.has(key));
    // Bodies of functions of a classic script stand beside them, under names of ours.
    return (keys as string[]).filter((key) => !key.includes("$")).sort();
  }

  addTimer(callback: unknown, delay: unknown, args: readonly unknown[], isRepeated = false): number {
    if (typeof callback !== "function") return 0;
    const id = ++this.#timerCount;
    const wait = Math.max(1, Number(delay) || 0);
    const interval = isRepeated ? wait : undefined;
    this.#timers.set(id, { id, at: this.#now + wait, interval, callback: callback as Timer["callback"], args });
    return id;
  }

  #installShell(): void {
    const print = (...values: unknown[]) => this.print(values.map(showPrinted).join(" "));
    const console = vm.runInContext("({})", this.context) as Record<string, unknown>;
    for (const name of ["log", "error", "warn", "info", "debug", "trace", "dir", "table", "group", "assert"]) {
      console[name] = print;
    }
    this.define("console", console);
    // Of shells of engines, which print texts.
    this.define("print", (...values: unknown[]) => this.print(values.map((v) => this.#text(v)).join(" ")));
    this.define("setTimeout", (f: unknown, delay: unknown, ...args: unknown[]) => this.addTimer(f, delay, args));
    this.define("setInterval", (f: unknown, delay: unknown, ...args: unknown[]) => this.addTimer(f, delay, args, true));
    this.define("setImmediate", (f: unknown, ...args: unknown[]) => this.addTimer(f, 0, args));
    for (const name of ["clearTimeout", "clearInterval", "clearImmediate"]) {
      this.define(name, (id: unknown) => void this.#timers.delete(Number(id)));
    }
    const promise = constructorOf(this.context, "Promise") as unknown as PromiseConstructor;
    const resolved = promise.resolve();
    this.define("queueMicrotask", (f: () => unknown) => void promise.prototype.then.call(resolved, () => f()));
    for (const name of ["self", "window", "global"]) this.define(name, this.global);
  }

  /** As the program's own `String` would have it, which may run its code and throw. */
  #text(value: unknown): string {
    if (typeof value === "symbol") return value.toString();
    return `${value as string}`;
  }
}

export function reportUnhandled(realm: Realm, reason: unknown): void {
  realm.print(`unhandled rejection: ${showError(reason)}`);
}

const mostPrinted = 2_000_000;
const hook = Symbol.for("corpora runner");
const callHook = new vm.Script("globalThis[Symbol.for('corpora runner')]()");

function constructorOf(context: vm.Context, name: string): new (message?: string) => Error {
  return vm.runInContext(name, context);
}

/** What differs between two runs, or between a program and what is made of it by design: positions and the text of functions. */
const settings = new vm.Script(`(now) => {
  "use strict";
  Error.stackTraceLimit = 0;
  let seed = 1;
  Math.random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 4294967296;
  const { apply, construct } = Reflect;
  const { prototype } = Date;
  Date.now = { now() { return now(); } }.now;
  globalThis.Date = new Proxy(Date, {
    apply: (date) => construct(date, [now()]) + "",
    construct: (date, args, made) => construct(date, args.length === 0 ? [now()] : args, made),
  });
  prototype.constructor = globalThis.Date;
  Object.defineProperty(globalThis, "performance", { value: { now }, configurable: true, writable: true });
  const textOf = Function.prototype.toString;
  const endsWith = String.prototype.endsWith;
  Function.prototype.toString = {
    toString() {
      const text = apply(textOf, this, []);
      return apply(endsWith, text, ["{ [native code] }"]) ? text : "function () { [as written] }";
    },
  }.toString;
}`);
