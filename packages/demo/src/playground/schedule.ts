/** What a run did, drawn: a Gantt chart for each scheduler that did something, and a table of the last jobs. */
import { svgGantt, type TraceRecord } from "@preempt/runtime/observers";
import { element } from "../views/element.ts";
import { lastLanes } from "./lanes.ts";
import type { Supervisor } from "./supervisor.ts";

/** As many lanes as a person can compare, and a page can draw four times a second. */
const mostLanes = 20;

/** Draws the last `span` milliseconds into `place`. */
export function drawCharts(place: HTMLElement, { watched, start = 0 }: Supervisor, span: number): void {
  const used = watched.filter(({ trace }) => trace.size > 0);
  const charts = used.map(({ trace }, i) => {
    const records = since(start, trace.records());
    const to = records.at(-1)?.time ?? 0;
    const title = used.length > 1 ? `Scheduler ${i + 1}` : "What ran when";
    const { rows, more } = lastLanes(records, mostLanes);
    const chart = svgGantt(records, to > span ? { title, rows, from: to - span, to } : { title, rows });
    return more === 0 ? chart : `${chart}\n<p>${more.toLocaleString("en")} more</p>`;
  });
  place.innerHTML = charts.join("\n");
}

/** The records on a clock that starts at `start`: who looks at a run does not care since when the page has been open. */
function since(start: number, records: readonly TraceRecord[]): TraceRecord[] {
  return records.map((record) => {
    if (!("release" in record)) return { ...record, time: record.time - start };
    const { time, release, deadline } = record;
    const end = deadline === undefined ? {} : { deadline: deadline - start };
    return { ...record, time: time - start, release: release - start, ...end };
  });
}

const columns = ["Job", "State", "Release", "Response", "Lateness", "Computed", "Preempted"] as const;

/** The last jobs, latest first, times in milliseconds. */
export function listJobs(place: HTMLElement, { recent, start = 0 }: Supervisor): void {
  const head = columns.map((name) => element("th", { scope: "col" }, name));
  const rows = recent.toReversed().map((job) => {
    const { name, state, release, responseTime, lateness, executionTime, preemptions } = job;
    const times = [release - start, responseTime, lateness, executionTime].map(ms);
    const row = element(
      "tr",
      {},
      ...[name, state, ...times, String(preemptions)].map((text) => element("td", {}, text)),
    );
    row.dataset.late = String(job.missed);
    return row;
  });
  const table = element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
  place.replaceChildren(recent.length === 0 ? "None." : table);
}

function ms(value: number | undefined): string {
  return value === undefined ? "–" : value.toFixed(1);
}
