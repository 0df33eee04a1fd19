/** Which scheduler runs the jobs of a tree of components. */
import { isServer, pageScheduler } from "@preempt/latest-job";
import type { Scheduler } from "@preempt/runtime";
import { getContext, setContext } from "svelte";

const key = Symbol("@preempt/svelte");

/**
 * Has the jobs of this component and of all inside run by a scheduler of yours. To be called while the component is initialised, before
 * `useJob`. Without it, they share one scheduler of the page, which is made when the first job starts.
 */
export function setScheduler(scheduler: Scheduler): void {
  setContext(key, scheduler);
}

/**
 * The scheduler that runs the jobs of this component, for jobs of event handlers. In a browser, that is the one that was set, otherwise
 * the page's. On a server without one that was set, there is none.
 */
export function useScheduler(): Scheduler | undefined {
  return contextScheduler() ?? (isServer() ? undefined : pageScheduler());
}

/** Undefined if none was set, or outside of a component. */
export function contextScheduler(): Scheduler | undefined {
  try {
    return getContext(key);
  } catch {
    // Svelte has no other way to find out that no component is being initialised.
    return undefined;
  }
}
