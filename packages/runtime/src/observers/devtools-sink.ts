/**
 * The two ways into the Performance panel of DevTools (https://developer.chrome.com/docs/devtools/performance/extension): `console.timeStamp`
 * with the arguments of a track, which costs a quarter of a microsecond and leaves nothing behind; and User Timing entries with a `devtools`
 * detail, which cost some thirty times as much, and are taken off the page's timeline at once.
 */

/** What is used of the global `performance`. Times in milliseconds from its time origin. */
export interface UserTiming {
  /** Draws a stretch of time. */
  measure(name: string, options: { start: number; end: number; detail: unknown }): unknown;
  /** Draws an instant. */
  mark(name: string, options: { startTime: number; detail: unknown }): unknown;
  /** Forgets the stretches of a name, so that they take no memory. */
  clearMeasures(name: string): void;
  /** Forgets the instants of a name. */
  clearMarks(name: string): void;
}

/** What is used of the global `console`. */
export interface TimeStamping {
  /** Draws a stretch of time: in Chromium since version 139. Newer ones show `data`, which is JSON. */
  timeStamp(label: string, start: number, end: number, track: string, group: string, color: string, data: string): void;
}

/** A stretch on a track. Times on the page's clock. */
export interface TrackEntry {
  /** Nobody else's: User Timing forgets by names. */
  readonly name: string;
  readonly track: string;
  readonly group: string;
  readonly start: number;
  readonly end: number;
  readonly color: string;
  readonly tooltip: string;
  /** Shown on hover and for what is selected. */
  readonly properties: readonly (readonly [string, string])[];
}

export type Draw = (entry: TrackEntry) => void;

/** The first version of Chromium that takes tracks. */
const firstVersion = 139;

/** Whether `console.timeStamp` of this browser draws on tracks. Others take the label alone. */
export function takesTracks(userAgent: string): boolean {
  const [, version = "0"] = /Chrom(?:e|ium)\/(\d+)/.exec(userAgent) ?? [];
  return Number(version) >= firstVersion;
}

export function byTimeStamp(console: TimeStamping): Draw {
  return ({ name, start, end, track, group, color, properties }) =>
    console.timeStamp(name, start, end, track, group, color, JSON.stringify(Object.fromEntries(properties)));
}

export function byUserTiming(timing: UserTiming): Draw {
  return ({ name, start, end, track, group, color, tooltip, properties }) => {
    const devtools = { dataType: "track-entry", track, trackGroup: group, color, properties, tooltipText: tooltip };
    timing.measure(name, { start, end, detail: { devtools } });
    timing.clearMeasures(name);
  };
}

/** Draws an instant as a line through all tracks. */
export function drawMarker(
  timing: UserTiming,
  { name, start: startTime, tooltip: tooltipText, properties }: Omit<TrackEntry, "end" | "track" | "group" | "color">,
): void {
  timing.mark(name, {
    startTime,
    detail: { devtools: { dataType: "marker", color: "error", properties, tooltipText } },
  });
  timing.clearMarks(name);
}

export function isUserTiming(timing: Partial<UserTiming> | undefined): timing is UserTiming {
  const names = ["measure", "mark", "clearMeasures", "clearMarks"] as const;
  return timing !== undefined && names.every((name) => typeof timing[name] === "function");
}
