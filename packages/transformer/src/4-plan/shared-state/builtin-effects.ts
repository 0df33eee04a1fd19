/** What the language's own functions do to the object that they are called on, or given. */

export type BuiltinEffect = "reads" | "writes" | "changes";

/** Methods that change what they are called on. What is in no list only reads. */
const methods: ReadonlyMap<string, BuiltinEffect> = new Map<string, BuiltinEffect>([
  ["add", "writes"],
  ["clear", "writes"],
  ["copyWithin", "changes"],
  ["delete", "writes"],
  ["fill", "writes"],
  ["next", "changes"],
  ["pop", "changes"],
  ["push", "writes"],
  ["reverse", "changes"],
  ["set", "writes"],
  ["shift", "changes"],
  ["sort", "changes"],
  ["splice", "changes"],
  ["unshift", "writes"],
  ["setInt8", "writes"],
  ["setUint8", "writes"],
  ["setInt16", "writes"],
  ["setUint16", "writes"],
  ["setInt32", "writes"],
  ["setUint32", "writes"],
  ["setFloat32", "writes"],
  ["setFloat64", "writes"],
  ["setBigInt64", "writes"],
  ["setBigUint64", "writes"],
]);

/** Functions that change their first argument. */
const changers = new Set(["Object.assign", "Object.defineProperty", "Object.setPrototypeOf", "Reflect.set"]);

export function effectOfMethod(name: string): BuiltinEffect {
  return methods.get(name) ?? "reads";
}

export function effectOnArgument(full: string, index: number): BuiltinEffect {
  return index === 0 && changers.has(full) ? "writes" : "reads";
}

/** The global functions that call what they are given in a turn of its own. */
export const timers: ReadonlySet<string> = new Set([
  "queueMicrotask",
  "requestAnimationFrame",
  "requestIdleCallback",
  "setImmediate",
  "setInterval",
  "setTimeout",
]);

/** What keeps the functions that it is given, and calls them in a turn of their own. */
const keepers = new Set([
  ...timers,
  "addEventListener",
  "addListener",
  "catch",
  "finally",
  "nextTick",
  "on",
  "once",
  "then",
]);

export function callsLater(name: string): boolean {
  return keepers.has(name);
}
