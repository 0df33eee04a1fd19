/** What the advisor is given, whatever it was read from: a trace, a profile, or entries of the page's performance timeline. */
import type { TimedSample } from "../profiles/timed-samples.ts";

/** One interaction of a user with the page, from the event to the next frame. Times are milliseconds on the recording's clock. */
export interface Interaction {
  /** The type of the event that took longest: "keydown", "click". "task" for a long task without an interaction. */
  readonly type: string;
  readonly start: number;
  /** Until the next frame was presented. */
  readonly duration: number;
  /** When the first handler started, and the last one ended. */
  readonly processingStart: number;
  readonly processingEnd: number;
  /** The element, as a short selector. */
  readonly target?: string;
}

/** One entry of `scripts` in a long animation frame: what the browser called, and for how long. */
export interface ScriptRun {
  readonly start: number;
  readonly duration: number;
  /** "INPUT#query.oninput", "TimerHandler:setTimeout". */
  readonly invoker: string;
  readonly url: string;
  readonly functionName: string;
  /** Characters from the start of the script as it was served; -1 if unknown. */
  readonly position: number;
  /** Milliseconds of style and layout that the script forced. */
  readonly forcedLayout: number;
}

export interface Recording {
  readonly interactions: readonly Interaction[];
  readonly samples: readonly TimedSample[];
  readonly scripts: readonly ScriptRun[];
}

/** One entry of Event Timing, as far as it is read here. */
export interface EventEntry {
  readonly name: string;
  readonly startTime: number;
  readonly duration: number;
  readonly processingStart: number;
  readonly processingEnd: number;
  readonly interactionId?: number;
  readonly target?: string;
}

/** Durations are rounded to 8 ms, so frames that end within it are one. */
const rounding = 8;

/**
 * Puts the events of each interaction together. A key is several events (keydown, input, keyup), and all that were presented with one frame
 * are handled before it: so handlers of `input` count for the keydown that caused it.
 */
export function interactionsOf(entries: readonly EventEntry[]): Interaction[] {
  const byId = new Map<number, EventEntry>();
  for (const entry of entries) {
    const { interactionId = 0, duration } = entry;
    const known = byId.get(interactionId);
    if (interactionId > 0 && (known === undefined || duration > known.duration)) byId.set(interactionId, entry);
  }
  const found = [...byId.values()].map((longest): Interaction => {
    const end = longest.startTime + longest.duration;
    const together = entries.filter(
      (entry) => Math.abs(entry.startTime + entry.duration - end) <= rounding && entry.startTime <= end,
    );
    const target = longest.target ?? together.find((entry) => entry.target !== undefined)?.target;
    return {
      type: longest.name,
      start: longest.startTime,
      duration: longest.duration,
      processingStart: Math.max(longest.startTime, Math.min(...together.map((entry) => entry.processingStart))),
      processingEnd: Math.min(end, Math.max(...together.map((entry) => entry.processingEnd))),
      ...(target !== undefined && { target }),
    };
  });
  return found.sort((a, b) => a.start - b.start);
}

/** Interaction to Next Paint: the longest, with one left out for each 50. Undefined without interactions. */
export function inpOf(interactions: readonly Interaction[]): number | undefined {
  const longest = interactions
    .filter(({ type }) => type !== "task")
    .map(({ duration }) => duration)
    .sort((a, b) => b - a);
  return longest[Math.floor(longest.length / 50)] ?? longest.at(-1);
}
