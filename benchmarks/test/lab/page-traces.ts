/** Traces of pages for tests: recorded ones, and made-up ones of a few tasks. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { TraceEvent } from "../../src/lab/import/trace-event.ts";

/**
 * A quarter of a second of the gallery's chat in Chromium, while keys were pressed: recorded with `pageCategories`, cut, and made
 * smaller by `slimTrace`.
 */
export function recorded(mode: "plain" | "preempt"): TraceEvent[] {
  const text = gunzipSync(readFileSync(new URL(`./traces/chat-${mode}.json.gz`, import.meta.url))).toString();
  return (JSON.parse(text) as { traceEvents: TraceEvent[] }).traceEvents;
}

export interface MadeTask {
  readonly start: number;
  readonly takes: number;
  /** When it was posted; within another task: by that one. */
  readonly posted: number;
  /** A function's name, a key, or a display frame. */
  readonly what: string | "key" | "frame";
}

const main = { pid: 1, tid: 1 };
const compositor = { pid: 1, tid: 2 };

/** The main thread's tasks; keys and frames are posted by another thread. */
export function madeTrace(tasks: readonly MadeTask[]): TraceEvent[] {
  const name = { name: "thread_name", ph: "M", ts: 0, args: { name: "CrRendererMain" }, ...main };
  return [
    name,
    ...tasks.flatMap(({ start, takes, posted, what }, id): TraceEvent[] => {
      const span = (name: string, args = {}) => ({ name, ph: "X", ts: start, dur: takes, args, ...main });
      const poster = what === "key" || what === "frame" ? compositor : main;
      return [
        { name: "SequenceManager PostTask", ph: "s", ts: posted, id, ...poster },
        span("ThreadControllerImpl::RunTask", { src_func: "Post" }),
        { name: "SequenceManager PostTask", ph: "f", ts: start, id, ...main },
        ...(what === "key" ? keyEvents(start, takes, posted) : []),
        ...(what === "frame" ? [span("Commit")] : []),
        ...(what === "key" || what === "frame"
          ? []
          : [span("FunctionCall", { data: { functionName: what, url: "http://x/a.js" } })]),
      ];
    }),
  ];
}

function keyEvents(start: number, takes: number, posted: number): TraceEvent[] {
  const timing = {
    type: "keydown",
    timeStamp: 0,
    enqueuedToMainThreadTime: 0,
    processingStart: (start - posted) / 1000,
  };
  return [
    { name: "EventDispatch", ph: "X", ts: start, dur: takes, args: { data: { type: "keydown" } }, ...main },
    { name: "EventTiming", ph: "b", ts: posted, args: { data: { ...timing, duration: 200 } }, ...main },
  ];
}
