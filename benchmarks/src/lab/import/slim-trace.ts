/** Of a trace what {@link readPageTrace} reads: a hundredth of it. */
import { labelOf, mainThread } from "./chrome-callbacks.ts";
import { collectionNames, postTask, runTask } from "./page-tasks.ts";
import type { TraceEvent } from "./trace-event.ts";

/** The events in their order. Of their arguments some are left out, too. */
export function slimTrace(events: readonly TraceEvent[]): TraceEvent[] {
  const main = mainThread(
    events.filter(({ name, ph }) => name === runTask && ph === "X"),
    events,
  );
  const isOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}` === main;
  const run = new Set(
    events.filter((event) => event.name === postTask && event.ph === "f" && isOf(event)).map(({ id }) => id),
  );
  return events.filter((event) => isNeeded(event, isOf(event), run)).map(slim);
}

function isNeeded(event: TraceEvent, isOfMain: boolean, run: ReadonlySet<unknown>): boolean {
  const { name, ph } = event;
  if (name === postTask) return ph === "s" ? run.has(event.id) : ph === "f" && isOfMain;
  if (!isOfMain) return false;
  if (name === "thread_name" || name === runTask) return true;
  if (name === "EventTiming") return ph === "b";
  return ph === "X" && (labelOf(event) !== undefined || collectionNames.has(name));
}

function slim({ name, ph, pid, tid, ts, dur, tdur, id, args }: TraceEvent): TraceEvent {
  const kept = slimArguments(name, args);
  return {
    ...{ name, ph, pid, tid, ts },
    ...(dur !== undefined && { dur }),
    ...(name === runTask && tdur !== undefined && { tdur }),
    ...(id !== undefined && { id }),
    ...(kept !== undefined && { args: kept }),
  };
}

const ofData = ["type", "functionName", "url", "lineNumber"];
const ofTiming = ["type", "timeStamp", "enqueuedToMainThreadTime", "processingStart", "duration"];

function slimArguments(name: string, args: TraceEvent["args"] = {}): TraceEvent["args"] {
  if (name === "thread_name") return args;
  const found =
    name === runTask
      ? pick(args, ["src_func", "chrome_task_annotator"])
      : pick({ data: pick(args.data, name === "EventTiming" ? ofTiming : ofData) }, ["data"]);
  return found;
}

/** Undefined: there is none of them. */
function pick(from: unknown, names: readonly string[]): Readonly<Record<string, unknown>> | undefined {
  const kept = Object.entries((from ?? {}) as object).filter(
    ([name, value]) => names.includes(name) && value !== undefined,
  );
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
