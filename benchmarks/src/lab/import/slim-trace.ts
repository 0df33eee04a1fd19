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

function slim({ name, ph, pid, tid, ts, dur, id, args }: TraceEvent): TraceEvent {
  const kept = name === runTask || name === "EventTiming" || name === "thread_name" ? args : slimData(args);
  return {
    name,
    ph,
    pid,
    tid,
    ts,
    ...(dur !== undefined && { dur }),
    ...(id !== undefined && { id }),
    ...(kept && { args: kept }),
  };
}

const dataNames = ["type", "functionName", "url", "lineNumber"];

function slimData(args: TraceEvent["args"]): TraceEvent["args"] {
  const data = args?.data as Readonly<Record<string, unknown>> | undefined;
  const kept = Object.entries(data ?? {}).filter(([name]) => dataNames.includes(name));
  return kept.length === 0 ? undefined : { data: Object.fromEntries(kept) };
}
