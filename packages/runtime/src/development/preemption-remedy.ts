/** Why a job of a function cannot be preempted, and what helps, in words that the scheduler and the server share. */
import { entryOf } from "../protocol/protocol.ts";
import { type Callable, isGeneratorFunction } from "../realm/intrinsics.ts";
import { notes } from "../realm/notes.ts";
import { pluginLine } from "./tool-chain.ts";

/**
 * What makes jobs of `fn` preemptable, as the last sentences of a message; undefined if they are preemptable already.
 *
 *     const remedy = preemptionRemedy(handler);
 *     if (remedy !== undefined) console.warn(`The handler is not preemptable. ${remedy}`);
 */
export function preemptionRemedy(fn: unknown): string | undefined {
  if (typeof fn !== "function") return undefined;
  if (entryOf(fn as Callable) !== undefined || isGeneratorFunction(fn as Callable)) return undefined;
  if (isNative(fn)) {
    return 'It is a bound or built-in function. Submit the function itself, and give its "this" as the option thisArg.';
  }
  if (!notes().isTransformed) {
    return `No code of this program was transformed, so Preempt's plugin seems to be missing. ${pluginLine()}`;
  }
  return 'Write /** @preempt */ before it, in a file that Preempt\'s plugin transforms. "npx preempt check --list" lists the preemptable functions, and says why others are not.';
}

export const sourceOf = (fn: object): string => Function.prototype.toString.call(fn);

function isNative(fn: object): boolean {
  return /\{\s*\[native code\]\s*\}$/.test(sourceOf(fn));
}
