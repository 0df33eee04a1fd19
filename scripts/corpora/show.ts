/**
 * A value of a program as text, for comparing: as much as can be seen without running code of the program. Positions, and the
 * text of functions, are left out: those the transform changes by design.
 */
import { types } from "node:util";

const mostEntries = 200;
const mostCharacters = 20_000;

export function show(value: unknown, depth = 4): string {
  return new Shower().show(value, depth);
}

/** As `console.log` has it: texts without quotes. */
export function showPrinted(value: unknown): string {
  return typeof value === "string" ? value : show(value);
}

/** Global objects of realms: everything is in them, that of the runtime, too. */
export const globals = new WeakSet<object>();

class Shower {
  readonly #around: object[] = [];

  show(value: unknown, depth: number): string {
    if (typeof value === "string") return JSON.stringify(value.slice(0, mostCharacters));
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value === "symbol") return value.toString();
    if (Object.is(value, -0)) return "-0";
    if ((typeof value !== "object" && typeof value !== "function") || value === null) return String(value);
    if (types.isProxy(value)) return "[proxy]";
    if (globals.has(value)) return "[global]";
    if (this.#around.includes(value)) return `[circle ${this.#around.indexOf(value)}]`;
    if (depth === 0) return "…";
    this.#around.push(value);
    try {
      return this.#object(value, depth - 1);
    } finally {
      this.#around.pop();
    }
  }

  #object(value: object, depth: number): string {
    const parts = [...this.#inside(value, depth), ...this.#properties(value, depth)];
    return `${nameOf(value)}{${parts.join(", ")}}`;
  }

  /** What is no property. */
  #inside(value: object, depth: number): string[] {
    const inner = (v: unknown) => this.show(v, depth);
    if (types.isDate(value)) return [String(Date.prototype.getTime.call(value))];
    if (types.isRegExp(value)) return [regExpText(value)];
    if (types.isMap(value))
      return entriesOf(Map.prototype.entries.call(value)).map(([k, v]) => `${inner(k)} => ${inner(v)}`);
    if (types.isSet(value)) return entriesOf(Set.prototype.entries.call(value)).map(([k]) => inner(k));
    if (types.isBoxedPrimitive(value)) return [boxed(value)];
    return [];
  }

  #properties(value: object, depth: number): string[] {
    const isList = Array.isArray(value) || types.isTypedArray(value);
    const keys = Reflect.ownKeys(value).slice(0, mostEntries);
    return keys.flatMap((key) => {
      // An error's stack has positions, and a function's text has other places in it.
      if (key === "stack" && types.isNativeError(value)) return [];
      if (isList && key === "length" && !types.isTypedArray(value)) return [`length: ${dataOf(value, "length")}`];
      const property = Reflect.getOwnPropertyDescriptor(value, key);
      if (property === undefined) return [];
      const isFunctionsOwn = typeof value === "function" && ["prototype", "arguments", "caller"].includes(String(key));
      if (isFunctionsOwn) return [`${String(key)}`];
      const name = typeof key === "symbol" ? `[${key.toString()}]` : key;
      const hidden = property.enumerable ? "" : "~";
      const is = property.get || property.set ? accessor(property) : this.show(property.value, depth);
      return [`${hidden}${name}: ${is}`];
    });
  }
}

/** By its own parts: `flags` would ask properties, which may be the program's. */
function regExpText(value: RegExp): string {
  const { prototype } = RegExp;
  const read = (name: string): unknown => Reflect.getOwnPropertyDescriptor(prototype, name)?.get?.call(value);
  const flags = ["hasIndices", "global", "ignoreCase", "multiline", "dotAll", "unicode", "unicodeSets", "sticky"];
  return `/${read("source")}/${flags.filter(read).join(" ")}`;
}

function accessor({ get, set }: PropertyDescriptor): string {
  return `[${[get && "get", set && "set"].filter(Boolean).join(" ")}]`;
}

/** The name of its class, as far as that is data. */
function nameOf(value: object): string {
  if (typeof value === "function") return types.isAsyncFunction(value) ? "async function " : "function ";
  if (types.isNativeError(value)) return `error ${classOf(value)} `;
  const name = classOf(value);
  return name === "Object" ? "" : `${name} `;
}

function classOf(value: object): string {
  const prototype = Reflect.getPrototypeOf(value);
  if (prototype === null) return "null";
  if (types.isProxy(prototype)) return "proxy";
  const made = dataOf(prototype, "constructor");
  const name = typeof made === "function" && !types.isProxy(made) ? dataOf(made, "name") : undefined;
  return typeof name === "string" ? name : "?";
}

function dataOf(value: object, key: string): unknown {
  return Reflect.getOwnPropertyDescriptor(value, key)?.value;
}

function boxed(value: object): string {
  if (types.isStringObject(value)) return JSON.stringify(String.prototype.valueOf.call(value));
  if (types.isNumberObject(value)) return show(Number.prototype.valueOf.call(value));
  if (types.isBooleanObject(value)) return String(Boolean.prototype.valueOf.call(value));
  if (types.isBigIntObject(value)) return `${BigInt.prototype.valueOf.call(value)}n`;
  return String(Symbol.prototype.valueOf.call(value).toString());
}

function entriesOf(entries: Iterable<[unknown, unknown]>): [unknown, unknown][] {
  return [...entries].slice(0, mostEntries);
}

/** Name and message, without asking the program more than an engine does that reports it. */
export function showError(error: unknown): string {
  if ((typeof error !== "object" && typeof error !== "function") || error === null) return `thrown: ${show(error)}`;
  if (types.isProxy(error) || !types.isNativeError(error)) return `thrown: ${show(error)}`;
  const message = Reflect.getOwnPropertyDescriptor(error, "message")?.value;
  return `${classOf(error)}: ${typeof message === "string" ? message.slice(0, mostCharacters) : show(message)}`;
}
