/**
 * Reads what people can record: a trace of the browser's performance panel, a `.cpuprofile`, or a JSON file with entries of the page's
 * performance timeline, as the panel of the advisor sends them.
 */
import { isCpuProfile, profilesOfTrace, type TraceEvent, traceEventsOf } from "../profiles/read-profiles.ts";
import { type SelfProfile, samplesOf, samplesOfSelfProfile, type TimedSample } from "../profiles/timed-samples.ts";
import { type EventEntry, type Interaction, interactionsOf, type Recording, type ScriptRun } from "./recording.ts";

/** A stretch of code that is longer counts as an interaction where the recording has none. */
const longTask = 50;

/** A sample of the page's own profiler stands for so long at most. */
const longestSample = 50;

/** What the page's performance timeline has of it: `JSON.stringify` of the entries. */
export interface PageEntries {
  readonly entries: readonly object[];
  readonly profiles?: readonly SelfProfile[];
}

/** Undefined if the value is none of them. */
export function readRecording(value: unknown): Recording | undefined {
  if (isCpuProfile(value)) return ofSamples(samplesOf(value));
  const entries = entriesIn(value);
  if (entries !== undefined) return ofEntries(entries);
  const events = traceEventsOf(value);
  return events === undefined ? undefined : ofTrace(events as readonly Event[]);
}

interface Event extends TraceEvent {
  readonly ph?: string;
  readonly tid?: number;
  readonly ts?: number;
  readonly dur?: number;
}

function ofTrace(events: readonly Event[]): Recording | undefined {
  const profiles = profilesOfTrace(events);
  const interactions = interactionsOf(events.flatMap(eventTiming));
  if (profiles.length === 0 && interactions.length === 0) return undefined;
  // Workers have profiles, too: of a process, that of the thread with the most code is the page's.
  const samples = profiles.map((profile) => samplesOf(profile)).sort((a, b) => lengthOf(b) - lengthOf(a))[0] ?? [];
  return interactions.length === 0 ? ofSamples(samples) : { interactions, samples, scripts: [] };
}

function lengthOf(samples: readonly TimedSample[]): number {
  return samples.reduce((sum, { from, to }) => sum + to - from, 0);
}

/** Times within its data are on the page's clock, and `ts` is on the trace's. */
function eventTiming({ name, ph, ts, args }: Event): EventEntry[] {
  const data = args?.data as
    | (Partial<EventEntry> & { readonly type?: string; readonly timeStamp?: number })
    | undefined;
  if (name !== "EventTiming" || ph !== "b" || ts === undefined || data?.timeStamp === undefined) return [];
  const { type = "", timeStamp, duration = 0, processingStart = timeStamp, processingEnd = timeStamp } = data;
  const startTime = ts / 1000;
  const onTrace = (time: number) => startTime + (time - timeStamp);
  return [
    {
      name: type,
      startTime,
      duration,
      processingStart: onTrace(processingStart),
      processingEnd: onTrace(processingEnd),
      interactionId: data.interactionId ?? 0,
    },
  ];
}

/** Without interactions, stretches in which code ran without a break are looked at. */
function ofSamples(samples: readonly TimedSample[]): Recording {
  const tasks: Interaction[] = [];
  let from: number | undefined;
  let to = 0;
  const end = () => {
    if (from !== undefined && to - from >= longTask) {
      tasks.push({ type: "task", start: from, duration: to - from, processingStart: from, processingEnd: to });
    }
  };
  for (const sample of samples) {
    // A collection or the engine's own code may lie between.
    if (from === undefined || sample.from - to > 1) {
      end();
      from = sample.from;
    }
    to = sample.to;
  }
  end();
  return { interactions: tasks, samples, scripts: [] };
}

interface Entry {
  readonly entryType?: string;
  readonly startTime?: number;
  readonly duration?: number;
}

interface ScriptEntry extends Entry {
  readonly invoker?: string;
  readonly sourceURL?: string;
  readonly sourceFunctionName?: string;
  readonly sourceCharPosition?: number;
  readonly forcedStyleAndLayoutDuration?: number;
}

const entryTypes: ReadonlySet<string | undefined> = new Set(["event", "first-input", "long-animation-frame"]);

/** An array of entries, or an object that holds them. */
function entriesIn(value: unknown): PageEntries | undefined {
  const isEntries = (list: unknown): list is readonly Entry[] =>
    Array.isArray(list) && list.some((one: Entry | null) => entryTypes.has(one?.entryType));
  if (isEntries(value)) return { entries: value };
  const { entries, profiles } = (value ?? {}) as { readonly entries?: unknown; readonly profiles?: unknown };
  if (!isEntries(entries)) return undefined;
  return { entries, ...(Array.isArray(profiles) && { profiles: profiles.filter(isSelfProfile) }) };
}

function isSelfProfile(value: unknown): value is SelfProfile {
  const { resources, frames, stacks, samples } = (value ?? {}) as Partial<SelfProfile>;
  return [resources, frames, stacks, samples].every((list) => Array.isArray(list));
}

function ofEntries({ entries, profiles = [] }: PageEntries): Recording {
  const ofType = <E extends object>(type: string) =>
    entries.filter((one): one is E => (one as Entry).entryType === type);
  const frames = ofType<Entry & { readonly scripts?: readonly ScriptEntry[] }>("long-animation-frame");
  const scripts = frames.flatMap((frame) => frame.scripts ?? []).map(scriptRun);
  const events = ofType<EventEntry>("event").filter(isEventEntry);
  const interactions = interactionsOf(events);
  const samples = profiles.flatMap((profile) => samplesOfSelfProfile(profile, longestSample));
  samples.sort((a, b) => a.from - b.from);
  return { interactions: interactions.length > 0 ? interactions : frames.map(frameAsTask), samples, scripts };
}

function isEventEntry(entry: EventEntry): boolean {
  return [entry.startTime, entry.duration, entry.processingStart, entry.processingEnd].every(Number.isFinite);
}

function scriptRun(entry: ScriptEntry): ScriptRun {
  return {
    start: entry.startTime ?? 0,
    duration: entry.duration ?? 0,
    invoker: entry.invoker ?? "",
    url: entry.sourceURL ?? "",
    functionName: entry.sourceFunctionName ?? "",
    position: entry.sourceCharPosition ?? -1,
    forcedLayout: entry.forcedStyleAndLayoutDuration ?? 0,
  };
}

function frameAsTask({ startTime = 0, duration = 0 }: Entry): Interaction {
  const end = startTime + duration;
  return { type: "task", start: startTime, duration, processingStart: startTime, processingEnd: end };
}
