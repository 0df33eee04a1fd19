/**
 * Calls a built-in function twice, on subjects made alike: as the engine has it, and driven with a preemptable callback
 * at several budgets. What the two log, give and throw must be the same, down to every trap of a proxy.
 */
import { types } from "node:util";
import * as abi from "@preempt/runtime/abi";
import { drive } from "@preempt/runtime/testing";
import { expect } from "vitest";

const { attach, state } = abi;
for (const [name, use] of Object.entries(abi)) if (name.startsWith("use")) (use as () => void)();

type AnyFunction = (this: unknown, ...args: never[]) => unknown;
export type Log = (...what: unknown[]) => void;

export interface Call {
  readonly self: unknown;
  readonly args: readonly unknown[];
  /** What else to look at afterwards. Default: the receiver. */
  readonly after?: unknown;
}

export const budgets = [0, 1, 7, 300] as const;

/** Makes `f` preemptable, with preemption points before and after its work. */
export function preemptable<F extends AnyFunction>(f: F): F {
  const body = function* (this: unknown, ...args: never[]): Generator<unknown, unknown, unknown> {
    if (--state.budget < 0) yield;
    const value = Reflect.apply(f, this, args);
    if (--state.budget < 0) yield;
    return value;
  };
  return attach(f as never, body as never) as F;
}

/** `make` builds the call anew each time, with a log to write to. Returns how often the driven calls were preempted. */
export function sameAsNative(native: unknown, make: (log: Log) => Call): number {
  let preemptions = 0;
  const expected = observe(make, ({ self, args }) => Reflect.apply(native as AnyFunction, self, args as never[]));
  for (const budget of budgets) {
    const actual = observe(make, ({ self, args }) => {
      const prepared = args.map((a) => (typeof a === "function" ? preemptable(a as AnyFunction) : a));
      const onPreempt = () => preemptions++;
      return drive(native as AnyFunction, { thisArg: self, args: prepared, budget, onPreempt } as never).value;
    });
    expect({ budget, ...actual }).toEqual({ budget, ...expected });
  }
  return preemptions;
}

function observe(make: (log: Log) => Call, run: (call: Call) => unknown) {
  const log: string[] = [];
  let logging = true;
  const call = make((...what) => {
    if (logging) log.push(what.map((w) => show(w)).join(" "));
  });
  let outcome: string;
  let result: unknown;
  try {
    result = run(call);
    logging = false;
    outcome = `returns ${result === call.self ? "its receiver" : show(result)}`;
  } catch (error) {
    logging = false;
    outcome = `throws ${show(error)}`;
  }
  return { outcome, log, after: show("after" in call ? call.after : call.self) };
}

/** A value with its prototype, its holes, and its properties in their order. */
export function show(value: unknown, depth = 0): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (Object.is(value, -0)) return "-0";
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return `function ${value.name}`;
  // The words of a built-in's own error are the engine's.
  if (value instanceof TypeError) return "TypeError";
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (typeof value !== "object" || value === null) return String(value);
  if (depth > 4) return "…";
  const name =
    (Object.getPrototypeOf(value) as { constructor?: { name?: string } } | null)?.constructor?.name ?? "null";
  if (types.isMap(value)) {
    return `Map(${[...value].map(([k, v]) => `${show(k, depth + 1)} => ${show(v, depth + 1)}`).join(", ")})`;
  }
  if (types.isSet(value)) return `Set(${[...value].map((v) => show(v, depth + 1)).join(", ")})`;
  const parts = Reflect.ownKeys(value).map((key) => {
    const d = Object.getOwnPropertyDescriptor(value, key) as PropertyDescriptor;
    const flags = `${d.writable ? "w" : ""}${d.enumerable ? "e" : ""}${d.configurable ? "c" : ""}`;
    return `${String(key)}${flags === "wec" ? "" : `(${flags})`}: ${"value" in d ? show(d.value, depth + 1) : "accessor"}`;
  });
  return `${Array.isArray(value) ? `array ${name}` : name} {${parts.join(", ")}}`;
}

/** A proxy that logs every trap. */
export function logged<T extends object>(target: T, log: Log, name = ""): T {
  const handler: Record<string, unknown> = {};
  for (const trap of Object.getOwnPropertyNames(Reflect) as (keyof typeof Reflect)[]) {
    handler[trap] = (...args: unknown[]) => {
      const key = typeof args[1] === "string" || typeof args[1] === "symbol" ? String(args[1]) : "";
      log(`${name}${String(trap)}`, key, ...(trap === "set" || trap === "defineProperty" ? [args[2]] : []));
      return (Reflect[trap] as (...args: unknown[]) => unknown)(...args);
    };
  }
  return new Proxy(target, handler as ProxyHandler<T>);
}
