/** What no job can run, and would seem done at once: an async generator function gives an object that somebody has to ask. */
import { refuse } from "../input/errors.ts";

/** @throws PreemptError if `fn` is an async generator function */
export function refuseAsyncGenerator(fn: object, name: string, what: string): void {
  // By its name: in a bundle for engines that have none, an async generator of ours would be a plain function, as all others.
  if (fn.constructor?.name === "AsyncGeneratorFunction") refuse(`${name}_async_generator`, what, "an async generator");
}
