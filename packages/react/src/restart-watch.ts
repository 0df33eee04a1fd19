/**
 * Finds jobs that start for ever: a component that makes its function, or an object among its arguments, anew each time it renders gets a
 * new job from each result. In development, the console then says so, once for each place.
 */
import { isSame, type Shown } from "@preempt/latest-job";

declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** As many results in a row, each of which has changed the arguments: no person does that. */
const suspicious = 5;

class RestartWatch {
  #seen: Shown | undefined;
  #inRow = 0;

  /** A component was committed. */
  committed(shown: Shown, fn: Shown["fn"], args: Shown["args"]): void {
    if (shown === this.#seen || shown.fn === undefined || shown.view.isPending) return;
    this.#seen = shown;
    // This is the first time that the result is on the screen.
    const isChanged = shown.fn !== fn || !isSame(shown.args, args);
    this.#inRow = isChanged ? this.#inRow + 1 : 0;
    if (this.#inRow !== suspicious) return;
    const before = shown.args || [];
    const place = (args || []).findIndex((arg, i) => !Object.is(arg, before[i]));
    const what = shown.fn !== fn ? "a new function" : `a new argument ${place + 1}`;
    console.warn(
      `preempt: useJob(${fn?.name || "a function"}) starts a job again and again, because each time the component renders, it passes ${what}. ` +
        "Functions and arguments are compared by Object.is. Declare the function outside of the component, and memoise objects with useMemo.",
    );
  }
}

/** Undefined in production: bundlers then leave the class out. */
export let watchRestarts: (() => RestartWatch) | undefined;
try {
  if (process.env.NODE_ENV !== "production") watchRestarts = () => new RestartWatch();
} catch {
  // A page without a bundler has no `process`, and is not in development.
}
