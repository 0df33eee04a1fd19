/** Signals of the web's prioritized task scheduling: an AbortSignal that has a priority, too. */
import type { AbortSignalLike } from "../input/options.ts";

/** The priorities of the web. */
export type WebPriority = "user-blocking" | "user-visible" | "background";

/** As much of TaskSignal as is used. */
export interface TaskSignalLike extends AbortSignalLike {
  /** The priority of the jobs now. */
  readonly priority: WebPriority;
  /** Calls `listener` when the signal is aborted, or when its priority changes. */
  addEventListener(type: "abort" | "prioritychange", listener: () => void): void;
  /** Removes a listener. */
  removeEventListener(type: "abort" | "prioritychange", listener: () => void): void;
}

/** What they are here, unless somebody says otherwise. 0 is that of jobs for which nothing is said. */
const usual: Readonly<Record<WebPriority, number>> = { "user-blocking": 1, "user-visible": 0, background: -1 };

/** The priority that the signal has now, as a number; undefined if it has none. */
export function priorityOf(
  signal: AbortSignalLike | undefined,
  priorities: Partial<Record<WebPriority, number>> = {},
): number | undefined {
  const named = (signal as Partial<TaskSignalLike> | undefined)?.priority;
  return named === undefined ? undefined : (priorities[named] ?? usual[named]);
}

/** Calls `changed` when the priority of the signal changes. Returns how to stop listening. */
export function onPriority(signal: AbortSignalLike, changed: () => void): () => void {
  if ((signal as Partial<TaskSignalLike>).priority === undefined) return () => {};
  const it = signal as TaskSignalLike;
  it.addEventListener("prioritychange", changed);
  return () => it.removeEventListener("prioritychange", changed);
}
