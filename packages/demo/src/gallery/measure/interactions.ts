/**
 * How long keys and clicks waited for the next frame, as the browser reports it (Event Timing). From these the Interaction
 * to Next Paint (INP) is computed in the way of web-vitals, which counts from the load of the page on, and not for a run.
 */

interface InteractionEntry extends PerformanceEntry {
  /** The same for the events of one interaction: a key has up to four. 0: not of an interaction. */
  readonly interactionId: number;
}

export interface Interactions {
  readonly count: number;
  /** Milliseconds, in steps of 8. Undefined without an interaction. */
  readonly inp: number | undefined;
  readonly worst: number | undefined;
}

/** Browsers report no faster ones. */
export const fastest = 16;

export class InteractionWatch {
  readonly #observer: PerformanceObserver | undefined;
  /** By interaction: when the last of its events came, and the longest. */
  readonly #seen = new Map<number, { readonly last: number; readonly duration: number }>();
  /** When keys and clicks came: those that are fast have no entry. */
  #begun: number[] = [];

  constructor() {
    for (const type of ["keydown", "click"])
      addEventListener(type, ({ timeStamp, isTrusted }) => isTrusted && this.#begun.push(timeStamp), { capture: true });
    if (!PerformanceObserver.supportedEntryTypes.includes("event")) return;
    this.#observer = new PerformanceObserver((list) => this.#take(list.getEntries()));
    this.#observer.observe({ type: "event", durationThreshold: fastest } as PerformanceObserverInit);
  }

  get isSupported(): boolean {
    return this.#observer !== undefined;
  }

  /** Forgets what came before that time. */
  forget(time: number): void {
    this.#take(this.#observer?.takeRecords() ?? []);
    for (const [id, { last }] of this.#seen) if (last < time) this.#seen.delete(id);
    this.#begun = this.#begun.filter((start) => start >= time);
  }

  /** Of the interactions with an event in that time. */
  between(from: number, to: number): Interactions {
    this.#take(this.#observer?.takeRecords() ?? []);
    const isInside = (start: number) => start >= from && start <= to;
    const count = this.#begun.filter(isInside).length;
    const slow = [...this.#seen.values()].filter(({ last }) => isInside(last)).map(({ duration }) => duration);
    if (count === 0 || !this.isSupported) return { count, inp: undefined, worst: undefined };
    return { count, ...inpOf(slow, count) };
  }

  #take(entries: readonly PerformanceEntry[]): void {
    for (const { interactionId, startTime, duration } of entries as InteractionEntry[]) {
      if (!interactionId) continue;
      const before = this.#seen.get(interactionId);
      this.#seen.set(interactionId, {
        last: Math.max(startTime, before?.last ?? startTime),
        duration: Math.max(duration, before?.duration ?? 0),
      });
    }
  }
}

/**
 * INP leaves out the slowest interaction of every fifty.
 *
 * @param slow Durations that were reported
 * @param count All interactions; those that were not reported took at most {@link fastest}
 */
export function inpOf(slow: readonly number[], count: number): { inp: number; worst: number } {
  const sorted = [...slow].sort((a, b) => b - a);
  const at = Math.min(Math.floor(count / 50), count - 1);
  return { inp: sorted[at] ?? fastest, worst: sorted[0] ?? fastest };
}
