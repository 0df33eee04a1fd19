/** Reports for developers, once per function. */
import { isFirstReport } from "../realm/notes.ts";
import { say } from "./say.ts";

/**
 * Reports something about `fn` on the console, unless something was reported about it before. For integrations that find functions
 * which are not preemptable before the scheduler does.
 *
 * @param text Undefined: nothing is printed, and the scheduler will not report that the function is not preemptable
 */
export function reportOnce(fn: { readonly name: string }, text: string | undefined): void {
  if (isFirstReport(fn, text) && text !== undefined) say(text);
}
