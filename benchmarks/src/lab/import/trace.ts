/**
 * Traces as task sets. What a thread did is grouped by what it was: a job's name in traces of ours, the callback in those of Chrome. Of each
 * group, C is the longest execution, T the shortest time between two arrivals, and D is T, or C where that is longer. So the set is one
 * that could have made the trace, and analyses of it hold for what was seen, not for what may come.
 */
import { mean } from "simple-statistics";
import { LabError, show } from "../errors.ts";
import type { Read } from "../interchange/format.ts";
import { longestTime, parseJson, type TaskParameters } from "../task-set.ts";
import { callbacksOf } from "./chrome-callbacks.ts";
import type { Execution, TraceEvent } from "./trace-event.ts";

/** What was measured of a task, beside the parameters. Analyses leave it alone. */
interface Measured {
  readonly jobs: number;
  readonly Cmean: number;
  readonly Tmean?: number;
}

/** @throws LabError if it is no trace, or one in which nothing recurs */
export function importTrace(text: string, source: string): Read {
  const all = parseTrace(text, source);
  const isOurs = all.some(({ cat, ph, args }) => ph === "X" && cat === "slice" && args?.job !== undefined);
  const executions = isOurs ? jobsOf(all) : callbacksOf(all, source);
  const groups = new Map<string, Execution[]>();
  for (const one of executions) groups.set(one.name, [...(groups.get(one.name) ?? []), one]);
  const remarks: string[] = [];
  const tasks: (TaskParameters & { measured: Measured })[] = [];
  const single: string[] = [];
  for (const [name, group] of groups) {
    if (group.length < 2) single.push(name);
    else tasks.push(taskOf(name, group));
  }
  if (single.length > 0) remarks.push(`what ran once (${single.length}: ${single.slice(0, 3).map(show).join(", ")}…)`);
  if (tasks.length === 0) throw new LabError("trace_empty", `nothing in ${source} ran twice. Record for longer.`);
  tasks.sort((a, b) => b.C * b.measured.jobs - a.C * a.measured.jobs);
  return { sets: [{ id: "trace", tasks }], remarks };
}

/** The events of a trace. @throws LabError if it has no list of them */
export function parseTrace(text: string, source: string): TraceEvent[] {
  const value = parseJson(text, source) as { traceEvents?: unknown } | null;
  const events = Array.isArray(value) ? value : value?.traceEvents;
  if (!Array.isArray(events)) {
    throw new LabError(
      "trace_format",
      `${source} has no list of events. Give { "traceEvents": [ … ] } or the list itself.`,
    );
  }
  return events.filter((event): event is TraceEvent => typeof event?.name === "string" && Number.isFinite(event.ts));
}

function taskOf(name: string, group: readonly Execution[]): TaskParameters & { Cmin: number; measured: Measured } {
  const arrivals = group.map(({ arrival }) => arrival).sort((a, b) => a - b);
  const gaps = arrivals.slice(1).map((arrival, i) => arrival - (arrivals[i] as number));
  const times = group.map(({ execution }) => execution);
  const C = Math.max(1, Math.ceil(Math.max(...times)));
  const T = Math.min(longestTime, Math.max(1, Math.floor(Math.min(...gaps))));
  const deadlines = group.flatMap(({ deadline }) => (deadline === undefined ? [] : [Math.floor(deadline)]));
  return {
    name,
    C,
    T,
    // Two that came at once need not both be done before the next one comes.
    D: Math.max(C, deadlines.length > 0 ? Math.min(...deadlines) : T),
    Cmin: Math.min(C, Math.max(0, Math.floor(Math.min(...times)))),
    measured: { jobs: group.length, Cmean: Math.round(mean(times)), Tmean: Math.round(mean(gaps)) },
  };
}

/** The slices of each job, added up. */
function jobsOf(events: readonly TraceEvent[]): Execution[] {
  const jobs = new Map<unknown, { name: string; release: number; execution: number; deadline: unknown }>();
  for (const { name, ph, cat, dur = 0, args = {} } of events) {
    if (ph !== "X" || cat !== "slice") continue;
    const before = jobs.get(args.job);
    if (before !== undefined) before.execution += dur;
    else jobs.set(args.job, { name, release: Number(args.release), execution: dur, deadline: args.deadline });
  }
  return [...jobs.values()].map(({ name, release, execution, deadline }) => ({
    name,
    arrival: release * 1000,
    execution,
    ...(typeof deadline === "number" && { deadline: (deadline - release) * 1000 }),
  }));
}
