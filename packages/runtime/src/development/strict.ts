/** The option `strict`: jobs that cannot be preempted are refused. */
import { PreemptError } from "../input/errors.ts";
import { isPreemptable } from "../protocol/is-preemptable.ts";
import type { Callable } from "../realm/intrinsics.ts";
import { preemptionRemedy } from "./preemption-remedy.ts";

declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** @throws PreemptError if `fn` is a function that is not preemptable */
export function refuseUnpreemptable(fn: Callable): void {
  if (typeof fn !== "function" || isPreemptable(fn)) return;
  let remedy: string | undefined = "Annotate it with /** @preempt */.";
  try {
    if (process.env.NODE_ENV !== "production") remedy = preemptionRemedy(fn);
  } catch {
    // A page without a bundler is not in development.
  }
  throw new PreemptError("not_preemptable", `"${fn.name}" is not preemptable. ${remedy}`);
}
