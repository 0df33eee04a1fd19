/** What no job can run, and would seem done at once: an async generator function gives an object that somebody has to ask. */
import { refuse } from "../input/errors.ts";

const AsyncGeneratorFunctionPrototype = Object.getPrototypeOf(async function* () {}) as object;

/** @throws PreemptError if `fn` is an async generator function (of this realm) */
export function refuseAsyncGenerator(fn: object, name: string, what: string): void {
  if (Object.getPrototypeOf(fn) !== AsyncGeneratorFunctionPrototype) return;
  refuse(`${name}_async_generator`, what, "an async generator function");
}
