/** Which part of a trace a Gantt chart shows, and what every Gantt chart counts. */
import { PreemptError, show } from "../input/errors.ts";
import { niceStep } from "./ticks.ts";
import type { Row, Span, Timeline } from "./timeline.ts";

/** What both Gantt charts take. Times in milliseconds on the scheduler's clock. */
export interface GanttOptions {
  /** Where the chart begins. Default: with the trace. */
  from?: number;
  /** Where it ends. Above `from`. Default: with the trace. */
  to?: number;
  /** The names to show, top to bottom. Default: all, in the order of the trace. */
  rows?: readonly string[];
}

/**
 * The part that is shown: ends that were not given are rounded outwards, to a twentieth or so of the whole.
 *
 * @throws PreemptError if `to` is not above `from`
 */
export function rangeOf(timeline: Timeline, options: GanttOptions): Span {
  const from = options.from ?? timeline.from;
  // An empty trace, or one of a single instant, still has an axis, on which numbers differ.
  const to = options.to ?? Math.max(timeline.to, from + Math.max(1e-3, Math.abs(from) * 4096 * Number.EPSILON));
  if (!(Number.isFinite(from) && Number.isFinite(to) && to > from)) {
    throw new PreemptError(
      "range_empty",
      `the chart goes from ${show(from)} to ${show(to)} ms. Give finite instants, \`to\` above \`from\`.`,
    );
  }
  const step = niceStep((to - from) / 25);
  return {
    from: options.from ?? Math.min(from, Math.floor(from / step + 1e-9) * step),
    to: options.to ?? Math.max(to, Math.ceil(to / step - 1e-9) * step),
  };
}

/** The rows asked for, in the order asked for; one that the trace does not have is empty. */
export function rowsOf(timeline: Timeline, { rows }: GanttOptions): readonly Row[] {
  if (rows === undefined) return timeline.rows;
  return rows.map(
    (label) =>
      timeline.rows.find((row) => row.label === label) ?? { label, slices: [], blocked: [], jobs: [], skipped: [] },
  );
}
