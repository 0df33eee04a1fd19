/** One simulated set as a chart or a trace: in its own, real unit again. */
import { asciiGantt, chromeTrace, svgGantt, TraceBuffer, type TraceRecord } from "@preempt/runtime/observers";
import type { TaskSet } from "../task-set.ts";
import { stackedCharts } from "../threads/stacked-charts.ts";
import { threadsOf } from "../threads/threads-of.ts";
import type { SimulateOptions } from "./options.ts";
import { simulateSet } from "./simulate.ts";
import { simulateThreads } from "./threads/simulate-threads.ts";

/** @returns the records of a simulation, times in milliseconds */
export function traceOf(set: TaskSet, options: SimulateOptions): TraceRecord[] {
  const buffer = new TraceBuffer({ capacity: 2_000_000 });
  simulateSet(set, options, buffer);
  return Array.from(buffer, inMilliseconds).sort((a, b) => a.time - b.time);
}

/** Of one thread: what a chart of it shows. */
export interface ThreadTrace {
  /** Undefined: the set has one thread, and says nothing of it. */
  readonly thread: string | undefined;
  readonly records: readonly TraceRecord[];
}

/** @returns by thread the records of a simulation, all from time 0 on */
export function tracesOf(set: TaskSet, options: SimulateOptions): readonly ThreadTrace[] {
  const threads = threadsOf(set);
  if (threads === undefined) return [{ thread: undefined, records: traceOf(set, options) }];
  const buffers = threads.names.map(() => new TraceBuffer({ capacity: 2_000_000 }));
  simulateThreads(set, threads, options, (thread) => buffers[thread] as TraceBuffer);
  return buffers.map((buffer, i) => ({
    thread: threads.names[i],
    records: Array.from(buffer, inMilliseconds).sort((a, b) => a.time - b.time),
  }));
}

/** The kernel's millisecond was a microsecond. */
function inMilliseconds(record: TraceRecord): TraceRecord {
  const time = record.time / 1000;
  if (!("release" in record)) return { ...record, time };
  const { release, deadline } = record;
  return { ...record, time, release: release / 1000, ...(deadline !== undefined && { deadline: deadline / 1000 }) };
}

export interface ChartRange {
  /** Microseconds. */
  readonly from?: number;
  readonly to?: number;
}

const rangeIn = ({ from, to }: ChartRange) => ({
  ...(from !== undefined && { from: from / 1000 }),
  ...(to !== undefined && { to: to / 1000 }),
});

/**
 * A chart for each thread that has tasks, all of the same time.
 *
 * @param columns Of the terminal; undefined: there is none, 0: it does not know
 */
export function textChart(traces: readonly ThreadTrace[], range: ChartRange, columns = 0): string {
  // There are no narrower charts: lines wrap.
  const width = columns === 0 ? 100 : Math.max(40, columns);
  const shown = commonRange(traces, range);
  return busy(traces)
    .map(({ thread, records }) => {
      const chart = asciiGantt(records, { ...shown, width });
      return thread === undefined ? chart : `${thread}\n${chart}`;
    })
    .join("\n\n");
}

/** The charts of threads stand below each other. */
export function svgChart(traces: readonly ThreadTrace[], range: ChartRange, title: string): string {
  const shown = commonRange(traces, range);
  const charts = busy(traces).map(({ thread, records }) =>
    svgGantt(records, { ...shown, title: thread === undefined ? title : `${title}, ${thread}`, width: 1000 }),
  );
  return stackedCharts(charts);
}

/** For DevTools and Perfetto: threads are processes there. */
export function traceFile(traces: readonly ThreadTrace[], title: string): string {
  const [only] = traces;
  if (only !== undefined && traces.length === 1) return JSON.stringify(chromeTrace(only.records, { process: title }));
  const traceEvents = traces.flatMap(({ thread, records }, i) => {
    // A trace starts with its first record: so all of them start at the same time.
    const all = [{ event: "roundStarted", time: 0 } as TraceRecord, ...records];
    const { traceEvents } = chromeTrace(all, { process: `${title}, ${thread}` });
    return traceEvents.map((event) => ({ ...event, pid: i + 1 }));
  });
  return JSON.stringify({ traceEvents, displayTimeUnit: "ms" });
}

/** A thread without jobs has nothing to show, unless it is the only one. */
function busy(traces: readonly ThreadTrace[]): readonly ThreadTrace[] {
  const found = traces.filter(({ records }) => records.some((record) => "job" in record));
  return found.length === 0 ? traces.slice(0, 1) : found;
}

function commonRange(traces: readonly ThreadTrace[], range: ChartRange) {
  if (traces.length < 2) return rangeIn(range);
  const last = traces.reduce((time, { records }) => Math.max(time, records.at(-1)?.time ?? 0), 0);
  return { from: 0, ...(last > 0 && { to: last }), ...rangeIn(range) };
}
