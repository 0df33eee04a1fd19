/**
 * What a page's main thread did, in a trace of Chrome with the categories of {@link pageCategories}: its tasks in order, when each
 * was posted and by which task before, and which of them dispatched a key's events or made a display frame.
 */
import { LabError } from "../errors.ts";
import { labelOf, mainThread } from "./chrome-callbacks.ts";
import type { TraceEvent } from "./trace-event.ts";

/** What has to be recorded. `toplevel.flow` says when a task was posted. */
export const pageCategories = [
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  "toplevel",
  "toplevel.flow",
] as const;

/** Times in microseconds on the trace's clock. */
export interface PageTask {
  readonly start: number;
  readonly end: number;
  /** Of its time, what the thread did not have the processor for: it waited for the compositor, or other programs had it. */
  readonly stalled: number;
  /** When it was due: posted, or posted and delayed. Its start if the trace does not say. */
  readonly due: number;
  /** Which task of this thread posted it, by index; undefined: another thread did, or none that is known. */
  readonly parent: number | undefined;
  /** What took most of its time. */
  readonly label: string;
  /** Whether style, layout, paint and commit of a display frame are in it. */
  readonly isFrame: boolean;
  /** Types of the events that it dispatched. */
  readonly events: readonly string[];
  /** Garbage collections in it. */
  readonly collections: number;
}

/** An event of an input, as Event Timing reports it. */
export interface PageInput {
  readonly type: string;
  /** When the input device made it; when it came into the main thread's queue; when its listeners began. */
  readonly made: number;
  readonly arrival: number;
  readonly start: number;
  /** When the frame after it was on the screen; undefined: the browser did not say. */
  readonly presented: number | undefined;
}

export interface PageTrace {
  readonly tasks: readonly PageTask[];
  readonly inputs: readonly PageInput[];
}

export const runTask = "ThreadControllerImpl::RunTask";
export const postTask = "SequenceManager PostTask";
export const collectionNames = new Set(["MinorGC", "MajorGC"]);

/** @throws LabError if the main thread's tasks, or when they were posted, are not in the trace */
export function readPageTrace(events: readonly TraceEvent[], source: string): PageTrace {
  const spans = events.filter(({ ph, dur }) => ph === "X" && dur !== undefined);
  const runs = spans.filter(({ name }) => name === runTask);
  const main = mainThread(runs, events);
  const isOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}` === main;
  const own = runs.filter(isOf).sort((a, b) => a.ts - b.ts);
  if (own.length === 0 || !events.some(({ name }) => name === postTask)) {
    throw new LabError(
      "trace_format",
      `${source} does not say when the page's tasks were posted. Record the categories ${pageCategories.join(", ")}.`,
    );
  }
  const posts = postsOf(events);
  const runFlows = events.filter((event) => event.name === postTask && event.ph === "f" && isOf(event));
  const inside = spans.filter((event) => isOf(event) && event.name !== runTask).sort((a, b) => a.ts - b.ts);
  const flows = within(own, runFlows);
  const parts = within(own, inside);
  const tasks = own.map((run, i): PageTask => {
    const end = run.ts + (run.dur as number);
    const post = flows[i]?.map(({ id }) => posts.get(String(id))).find((found) => found !== undefined);
    const { delay, caller } = annotationOf(run);
    const contents = parts[i] as readonly TraceEvent[];
    return {
      start: run.ts,
      end,
      stalled: Math.max(0, end - run.ts - (run.tdur ?? end - run.ts)),
      due: post === undefined ? run.ts : Math.min(run.ts, post.ts + delay),
      parent: post === undefined || !isOf(post) ? undefined : taskAt(own, post.ts),
      label: mainLabel(contents) ?? caller ?? "other tasks",
      isFrame: contents.some(({ name }) => name === "Commit"),
      events: contents.filter(({ name }) => name === "EventDispatch").map(typeOf),
      collections: contents.filter(({ name }) => collectionNames.has(name)).length,
    };
  });
  return { tasks, inputs: inputsOf(events.filter(isOf)) };
}

const typeOf = ({ args }: TraceEvent): string => String((args?.data as { type?: unknown } | undefined)?.type);

function annotationOf({ args }: TraceEvent): { delay: number; caller: string | undefined } {
  const annotated = args?.chrome_task_annotator as { task_delay_us?: number } | undefined;
  const caller = args?.src_func;
  return { delay: annotated?.task_delay_us ?? 0, caller: typeof caller === "string" ? shortened(caller) : undefined };
}

/** Of C++ signatures the name. */
const shortened = (caller: string) => /([\w:~]+)\(/.exec(caller)?.[1] ?? caller;

/** The posts by the number that joins each to the run of its task. */
function postsOf(events: readonly TraceEvent[]): Map<string, TraceEvent> {
  const posts = new Map<string, TraceEvent>();
  for (const event of events) if (event.name === postTask && event.ph === "s") posts.set(String(event.id), event);
  return posts;
}

/** For each of `outer`, which do not overlap, what begins within it. Both in the order of time. */
function within(outer: readonly TraceEvent[], inner: readonly TraceEvent[]): TraceEvent[][] {
  const sorted = [...inner].sort((a, b) => a.ts - b.ts);
  let next = 0;
  return outer.map(({ ts, dur = 0 }, i) => {
    const found: TraceEvent[] = [];
    // In the instant in which one ends and another begins, it is of the other.
    const after = outer[i + 1]?.ts ?? Number.POSITIVE_INFINITY;
    for (
      let event = sorted[next];
      event !== undefined && event.ts <= ts + dur && event.ts < after;
      event = sorted[++next]
    ) {
      if (event.ts >= ts) found.push(event);
    }
    return found;
  });
}

/** The index of the task that runs at `time`. */
function taskAt(runs: readonly TraceEvent[], time: number): number | undefined {
  let [from, to] = [0, runs.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((runs[middle] as TraceEvent).ts <= time) from = middle + 1;
    else to = middle;
  }
  const run = runs[from - 1];
  return run !== undefined && time <= run.ts + (run.dur ?? 0) ? from - 1 : undefined;
}

/** What lies within another one is part of it, and so is its time. */
function mainLabel(contents: readonly TraceEvent[]): string | undefined {
  const times = new Map<string, number>();
  let covered = Number.NEGATIVE_INFINITY;
  for (const event of contents) {
    const label = labelOf(event);
    if (label === undefined || event.ts < covered) continue;
    covered = event.ts + (event.dur ?? 0);
    times.set(label, (times.get(label) ?? 0) + (event.dur ?? 0));
  }
  return [...times].sort((a, b) => b[1] - a[1])[0]?.[0];
}

interface EventTiming {
  readonly type: string;
  readonly timeStamp: number;
  readonly enqueuedToMainThreadTime: number;
  readonly processingStart: number;
  readonly duration?: number;
}

/** The trace has the instant at which the event was made; the others are milliseconds of the page, as is that. */
function inputsOf(events: readonly TraceEvent[]): PageInput[] {
  return events
    .filter(({ name, ph }) => name === "EventTiming" && ph === "b")
    .map(({ ts, args }): PageInput => {
      const { type, timeStamp, enqueuedToMainThreadTime, processingStart, duration } = (args as { data: EventTiming })
        .data;
      const at = (ms: number) => Math.round(ts + 1000 * (ms - timeStamp));
      const presented = duration === undefined || duration <= 0 ? undefined : Math.round(ts + 1000 * duration);
      return { type, made: ts, arrival: at(enqueuedToMainThreadTime), start: at(processingStart), presented };
    })
    .sort((a, b) => a.arrival - b.arrival);
}
