/** Which scheduler runs the jobs of a tree of components. */
import { isServer, pageScheduler } from "@preempt/latest-job";
import type { Scheduler } from "@preempt/runtime";
import { type App, hasInjectionContext, type InjectionKey, inject, provide } from "vue";

const key: InjectionKey<Scheduler> = Symbol("@preempt/vue");

/**
 * Has jobs run by a scheduler of yours: those of this component and of all inside, or those of a whole application.
 *
 *     provideScheduler(rt);        // in setup
 *     provideScheduler(rt, app);   // beside app.use(…)
 *
 * Without it, they share one scheduler of the page, which is made when the first job starts.
 */
export function provideScheduler(scheduler: Scheduler, app?: App): void {
  if (app === undefined) provide(key, scheduler);
  else app.provide(key, scheduler);
}

/**
 * The scheduler that runs the jobs of this component, for jobs of event handlers. In a browser, that is the provided one, otherwise the
 * page's. On a server without a provided one, there is none.
 */
export function useScheduler(): Scheduler | undefined {
  return providedScheduler() ?? (isServer() ? undefined : pageScheduler());
}

/** Undefined if none was provided, or outside of an application. */
export function providedScheduler(): Scheduler | undefined {
  return hasInjectionContext() ? inject(key, undefined) : undefined;
}
