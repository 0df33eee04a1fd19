/** Which scheduler runs the jobs of a tree of components. */
import { isServer, pageScheduler } from "@preempt/latest-job";
import type { Scheduler } from "@preempt/runtime";
import { createContext, createElement, type ReactElement, type ReactNode, useContext } from "react";

/** The scheduler that was provided; undefined if none was. */
export const SchedulerContext = createContext<Scheduler | undefined>(undefined);

/** Properties of a {@link PreemptProvider}. */
export interface PreemptProviderProps {
  /** Runs the jobs of the components inside. Make it outside of components, once: `const rt = new Scheduler()`. */
  readonly scheduler: Scheduler;
  /** The components. */
  readonly children?: ReactNode;
}

/**
 * Has the jobs of all components inside run by a scheduler of yours: with its own policy or observers, or on virtual time in a test.
 *
 *     <PreemptProvider scheduler={rt}><App /></PreemptProvider>
 *
 * Without a provider, they share one scheduler of the page, which is made when the first job starts.
 */
export function PreemptProvider({ scheduler, children }: PreemptProviderProps): ReactElement {
  return createElement(SchedulerContext, { value: scheduler }, children);
}

/**
 * The scheduler that runs the jobs of this component, for jobs of event handlers and queries. In a browser, that is the one of the
 * provider, otherwise the page's. Rendering on a server without a provider, there is none.
 */
export function useScheduler(): Scheduler | undefined {
  const provided = useContext(SchedulerContext);
  return provided ?? (isServer() ? undefined : pageScheduler());
}
