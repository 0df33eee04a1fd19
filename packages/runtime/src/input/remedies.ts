/**
 * What to give instead of a value that was refused: the last sentence of the error's message. Development says it; production
 * leaves it to docs/errors.md, and bundlers leave these texts out.
 */
import { remedyOf } from "@preempt/checks";

declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** Ends the sentence "Give …"; undefined where it is not said. */
export function remedyFor(code: string): string | undefined {
  try {
    if (process.env.NODE_ENV !== "production") return remedyOf(code);
  } catch {
    // A page without a bundler has loaded the texts anyway.
    return remedyOf(code);
  }
  return undefined;
}
