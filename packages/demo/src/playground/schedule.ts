/** What a run did, drawn: a Gantt chart for each scheduler that did something, and a table of the last jobs. */
import { svgGantt, type TraceRecord } from "@preempt/runtime/observers";
import type { Supervisor } from "./supervisor.ts";

/** Draws the last `span` milliseconds into `element`. */
export function drawCharts(element: HTMLElement, { watched, start = 0 }: Supervisor, span: number): void {
  const used = watched.filter(({ trace }) => trace.size > 0);
  const charts = used.map(({ trace }, i) => {
    const records = since(start, trace.records());
    const to = records.at(-1)?.time ?? 0;
    const title = used.length > 1 ? `Scheduler ${i + 1}` : "What ran when";
    return svgGantt(records, to > span ? { title, from: to - span, to } : { title });
  });
  element.innerHTML = charts.join("\n");
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
export function listJobs(element: HTMLElement, { recent: jobs, start = 0 }: Supervisor): void {
  const table = document.createElement("table");
  const head = table.createTHead().insertRow();
  for (const name of columns) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.append(name);
    head.append(cell);
  }
  const body = table.createTBody();
  for (const job of jobs.toReversed()) {
    const row = body.insertRow();
    const cells = [
      job.name,
      job.state,
      ms(job.release - start),
      ms(job.responseTime),
      ms(job.lateness),
      ms(job.executionTime),
      String(job.preemptions),
    ];
    for (const text of cells) row.insertCell().append(text);
    row.dataset.late = String(job.missed);
  }
  element.replaceChildren(jobs.length === 0 ? "None." : table);
}

function ms(value: number | undefined): string {
  return value === undefined ? "–" : value.toFixed(1);
}
