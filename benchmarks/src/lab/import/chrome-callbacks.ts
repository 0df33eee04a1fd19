/** The callbacks of a page's main thread, in a trace of Chrome: its tasks (RunTask), each by what took most of its time. */
import { LabError } from "../errors.ts";
import type { Execution, TraceEvent } from "./trace-event.ts";

const taskNames = ["RunTask", "ThreadControllerImpl::RunTask", "TaskQueueManager::ProcessTaskFromWorkQueue"];

/** What a task is called that holds such an event; undefined for events that say nothing. */
export function labelOf({ name, args }: TraceEvent): string | undefined {
  const data = (args?.data ?? {}) as Readonly<Record<string, unknown>>;
  switch (name) {
    case "EventDispatch":
      return `event ${String(data.type)}`;
    case "TimerFire":
      return "timer";
    case "FireAnimationFrame":
      return "animation frame";
    case "FireIdleCallback":
      return "idle callback";
    case "FunctionCall":
      return functionName(data);
    case "EvaluateScript":
    case "v8.evaluateModule":
      return "script";
    case "RunMicrotasks":
      return "microtasks";
    case "ParseHTML":
      return "HTML parser";
    case "MinorGC":
    case "MajorGC":
    case "V8.GC_SCAVENGER":
      return "garbage collection";
    case "UpdateLayoutTree":
    case "Layout":
    case "PrePaint":
    case "Paint":
    case "Layerize":
    case "Commit":
      return "rendering";
    default:
      return undefined;
  }
}

function functionName(data: Readonly<Record<string, unknown>>): string {
  const url = String(data.url ?? "");
  const file = url.slice(url.lastIndexOf("/") + 1) || "?";
  const name = String(data.functionName ?? "") || "(anonymous)";
  return `${name} (${file}:${Number(data.lineNumber ?? 0) + 1})`;
}

/** @throws LabError if there is no main thread with tasks */
export function callbacksOf(events: readonly TraceEvent[], source: string): Execution[] {
  const spans = events.filter(({ ph, dur }) => ph === "X" && dur !== undefined);
  // A trace may have the same task by two names, one within the other.
  const name = taskNames.find((name) => spans.some((event) => event.name === name));
  const tasks = spans.filter((event) => event.name === name);
  const main = mainThread(tasks, events);
  if (main === undefined) {
    throw new LabError(
      "trace_format",
      `${source} has neither jobs of ours nor tasks of a page. Record it with Chrome's performance panel, or write it with chromeTrace.`,
    );
  }
  const isOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}` === main;
  const own = tasks.filter(isOf).sort((a, b) => a.ts - b.ts);
  const inside = spans.filter((event) => isOf(event) && labelOf(event) !== undefined).sort((a, b) => a.ts - b.ts);
  let next = 0;
  return own.map((task) => {
    const end = task.ts + (task.dur ?? 0);
    const times = new Map<string, number>();
    let covered = task.ts;
    for (; next < inside.length; next++) {
      const event = inside[next] as TraceEvent;
      if (event.ts >= end) break;
      // What lies within another one is part of it, and so is its time.
      if (event.ts < covered || event.ts < task.ts) continue;
      covered = event.ts + (event.dur ?? 0);
      const label = labelOf(event) as string;
      times.set(label, (times.get(label) ?? 0) + (event.dur ?? 0));
    }
    const [name = "other tasks"] = [...times].sort((a, b) => b[1] - a[1])[0] ?? [];
    return { name, arrival: task.ts, execution: task.dur ?? 0 };
  });
}

/** The renderer's main thread with the most work: its process and thread. */
export function mainThread(tasks: readonly TraceEvent[], events: readonly TraceEvent[]): string | undefined {
  const named = events.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain");
  const mains = new Set(named.map(({ pid, tid }) => `${pid} ${tid}`));
  const work = new Map<string, number>();
  for (const { pid, tid, dur = 0 } of tasks) {
    const key = `${pid} ${tid}`;
    if (mains.size === 0 || mains.has(key)) work.set(key, (work.get(key) ?? 0) + dur);
  }
  return [...work].sort((a, b) => b[1] - a[1])[0]?.[0];
}
