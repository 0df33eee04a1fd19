/**
 * Errors on their way between threads. Structured clone keeps name, message and stack of the built-in errors and loses
 * the rest: names of subclasses become Error, and own properties such as `code` go. Here an error is taken apart and put together
 * again: name, message, stack, cause, the errors of an AggregateError, and every own property that can be cloned.
 */
import { PreemptError, show } from "../../input/errors.ts";
import type { WireError } from "./protocol.ts";

declare const structuredClone: <T>(value: T, options?: { transfer?: readonly object[] }) => T;
declare const DOMException: (new (message: string, name: string) => Error) | undefined;

/** A chain of causes longer than this, or one that bites its tail, is cut. */
const deepestCause = 16;

/** The properties that are sent by themselves. */
const known = new Set(["name", "message", "stack", "cause"]);

/** Anything that can be thrown, in a form that can be sent. Never throws. */
export function encodeError(thrown: unknown, depth = 0): WireError {
  try {
    if (thrown instanceof Error) return encodeParts(thrown, depth);
  } catch (error) {
    return encodeParts(new PreemptError("error_not_readable", `an error could not be read: ${text(error)}.`), depth);
  }
  if (isCloneable(thrown)) return { kind: "value", value: thrown };
  const message = `the thrown value ${text(thrown)} cannot be cloned to another thread. Throw an Error, or plain data.`;
  return encodeParts(new PreemptError("error_not_cloneable", message), depth);
}

function encodeParts(error: Error, depth: number): WireError {
  const properties: Record<string, unknown> = {};
  const isAggregate = error instanceof AggregateError;
  for (const key of Object.keys(error)) {
    const value = (error as unknown as Record<string, unknown>)[key];
    if (known.has(key) || (isAggregate && key === "errors")) continue;
    if (isCloneable(value)) properties[key] = value;
  }
  const deeper = (value: unknown) => encodeError(value, depth + 1);
  const isDeepest = depth >= deepestCause;
  const { errors } = error as { errors?: unknown };
  return {
    kind: "error",
    base: baseOf(error),
    name: String(error.name),
    message: String(error.message),
    stack: typeof error.stack === "string" ? error.stack : undefined,
    cause: "cause" in error && !isDeepest ? deeper(error.cause) : undefined,
    errors: isAggregate && Array.isArray(errors) && !isDeepest ? errors.map(deeper) : undefined,
    properties,
  };
}

/** What was thrown, as near as can be: the nearest built-in class, with the name of the one that it was. */
export function decodeError(wire: WireError): unknown {
  if (wire.kind === "value") return wire.value;
  const { base, name, message, stack, cause, errors, properties } = wire;
  const error = make(base, name, message, errors);
  for (const [key, value] of Object.entries(properties)) define(error, key, value, true);
  if (error.name !== name) define(error, "name", name);
  if (stack !== undefined) define(error, "stack", stack);
  if (cause !== undefined) define(error, "cause", decodeError(cause));
  return error;
}

const builtIn = { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, Error };

function baseOf(error: Error): string {
  // Its `code` and `name` are no properties of its own: they come with the class.
  if (typeof DOMException === "function" && error instanceof DOMException) return "DOMException";
  const names = Object.keys(builtIn) as (keyof typeof builtIn)[];
  return names.find((name) => error instanceof builtIn[name]) ?? "Error";
}

function make(base: string, name: string, message: string, errors: readonly WireError[] | undefined): Error {
  if (errors !== undefined) return new AggregateError(errors.map(decodeError), message);
  if (name === "PreemptError") {
    const [code = "", ...rest] = message.split(": ");
    return new PreemptError(code, rest.join(": "));
  }
  if (base === "DOMException" && typeof DOMException === "function") return new DOMException(message, name);
  return new (Object.hasOwn(builtIn, base) ? builtIn[base as keyof typeof builtIn] : Error)(message);
}

function define(error: Error, key: string, value: unknown, enumerable = false): void {
  Object.defineProperty(error, key, { value, enumerable, writable: true, configurable: true });
}

export function isCloneable(value: unknown): boolean {
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}

/** What a value looks like in a message; for values that defy even that, too. */
export function text(value: unknown): string {
  try {
    return value instanceof Error ? value.message : show(value);
  } catch {
    return "(which has no text)";
  }
}
