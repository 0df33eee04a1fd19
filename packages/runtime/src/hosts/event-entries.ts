/** The browser's entries of events (Event Timing) and long animation frames, for the report of interactions. */

/** One entry of Event Timing, as far as it is used. */
export interface EventEntry {
  readonly name: string;
  readonly startTime: number;
  readonly duration: number;
  readonly processingStart: number;
  readonly processingEnd: number;
  readonly interactionId?: number;
}

/** One script of a long animation frame, as far as it is used. */
export interface ScriptEntry {
  /** When it started, on the clock of `performance.now()`. */
  readonly startTime: number;
  /** Milliseconds. */
  readonly duration: number;
  /** What called it, such as "BUTTON#go.onclick". */
  readonly invoker?: string;
  /** The address of the script. */
  readonly sourceURL?: string;
  /** The function in which it started. */
  readonly sourceFunctionName?: string;
}

/** One long animation frame, as far as it is used. */
export interface FrameEntry {
  readonly startTime: number;
  readonly duration: number;
  readonly scripts?: readonly ScriptEntry[];
}

interface Watch {
  observe(options: object): void;
  disconnect(): void;
}

interface Observing {
  new (callback: (list: { getEntries(): readonly object[] }) => void): Watch;
  readonly supportedEntryTypes?: readonly string[];
}

/**
 * Watches both, where the browser has them.
 *
 * @returns ends it
 */
export function watchEvents(
  events: (entries: readonly EventEntry[]) => void,
  frames: (entries: readonly FrameEntry[]) => void,
): () => void {
  const { PerformanceObserver: Observer } = globalThis as { PerformanceObserver?: Observing };
  const watches: Watch[] = [];
  const watch = (type: string, options: object, told: (entries: readonly object[]) => void) => {
    if (Observer === undefined || !Observer.supportedEntryTypes?.includes(type)) return;
    const one = new Observer((list) => told(list.getEntries()));
    one.observe({ type, ...options });
    watches.push(one);
  };
  // Frames first: those of an interaction are known before it is told.
  watch("long-animation-frame", {}, (entries) => frames(entries as readonly FrameEntry[]));
  watch("event", { durationThreshold: 16 }, (entries) => events(entries as readonly EventEntry[]));
  return () => {
    for (const one of watches) one.disconnect();
  };
}
