/** One simulated set as a chart or a trace: in its own, real unit again. */
import { asciiGantt, chromeTrace, svgGantt, TraceBuffer, type TraceRecord } from "@preempt/runtime/observers";
import type { TaskSet } from "../task-set.ts";
import type { SimulateOptions } from "./options.ts";
import { simulateSet } from "./simulate.ts";

/** @returns the records of a simulation, times in milliseconds */
export function traceOf(set: TaskSet, options: SimulateOptions): TraceRecord[] {
  const buffer = new TraceBuffer({ capacity: 2_000_000 });
  simulateSet(set, options, buffer);
  return Array.from(buffer, inMilliseconds).sort((a, b) => a.time - b.time);
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

/** @param columns Of the terminal; undefined: there is none, 0: it does not know */
export function textChart(records: readonly TraceRecord[], range: ChartRange, columns = 0): string {
  // There are no narrower charts: lines wrap.
  return asciiGantt(records, { ...rangeIn(range), width: columns === 0 ? 100 : Math.max(40, columns) });
}

export function svgChart(records: readonly TraceRecord[], range: ChartRange, title: string): string {
  return svgGantt(records, { ...rangeIn(range), title, width: 1000 });
}

/** For DevTools and Perfetto. */
export function traceFile(records: readonly TraceRecord[], title: string): string {
  return JSON.stringify(chromeTrace(records, { process: title }));
}
