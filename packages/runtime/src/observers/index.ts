/** The entry point of the observers: statistics, traces, charts. */
export { preemptionRemedy } from "../development/preemption-remedy.ts";
export { reportOnce } from "../development/report-once.ts";
export type { ScriptEntry } from "../hosts/event-entries.ts";
export { type ArgumentChange, ArgumentWatch, type ArgumentWatchOptions } from "./argument-watch.ts";
export { type AsciiGanttOptions, asciiGantt } from "./ascii-gantt.ts";
export {
  type ChromeTrace,
  type ChromeTraceEvent,
  type ChromeTraceEventBase,
  type ChromeTraceOptions,
  chromeTrace,
} from "./chrome-trace.ts";
export { DevToolsTracks, type DevToolsTracksOptions, type TimeStamping, type UserTiming } from "./devtools-tracks.ts";
export type { GanttOptions } from "./gantt-range.ts";
export { Histogram, type HistogramData } from "./histogram.ts";
export type { ExplainedInteraction, InteractionTimes, JobShare, ScriptShare } from "./interaction.ts";
export { type InpAttribution, InteractionReport, type InteractionReportOptions } from "./interactions.ts";
export { OverrunReport, type OverrunReportOptions } from "./overrun-report.ts";
export type { JobRecord, RoundRecord, TaskRecord, TraceRecord } from "./record.ts";
export { Statistics, type StatisticsData, type StatisticsOptions } from "./statistics.ts";
export { type SvgGanttOptions, svgGantt } from "./svg-gantt.ts";
export type { Tally, TallyData } from "./tally.ts";
export { TraceBuffer } from "./trace-buffer.ts";
