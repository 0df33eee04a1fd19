/** Which lanes a Gantt chart gets: a program may give each of thousands of jobs a name of its own. */
import type { TraceRecord } from "@preempt/runtime/observers";

export interface Lanes {
  /** What the chart calls them, in the order of the trace. */
  readonly rows: readonly string[];
  /** How many there are no lanes for. */
  readonly more: number;
}

/** Lanes for the `most` names that ran last; then for those that were heard of last. */
export function lastLanes(records: readonly TraceRecord[], most: number): Lanes {
  const all = new Set<string>();
  for (const record of records) if ("name" in record) all.add(labelOf(record));
  if (all.size <= most) return { rows: [...all], more: 0 };
  const chosen = new Set<string>();
  const choose = (isChosen: (record: TraceRecord) => boolean) => {
    for (let i = records.length - 1; i >= 0 && chosen.size < most; i--) {
      const record = records[i] as TraceRecord;
      if ("name" in record && isChosen(record)) chosen.add(labelOf(record));
    }
  };
  choose(({ event }) => event === "jobDispatched");
  choose(() => true);
  return { rows: [...all].filter((name) => chosen.has(name)), more: all.size - most };
}

/** Under which name the chart draws it: jobs without one go by their task's, `T3` of `T3J7`. */
function labelOf(record: Extract<TraceRecord, { name: string }>): string {
  if (!("job" in record) || record.job !== record.name) return record.name;
  const task = record.job.slice(0, record.job.lastIndexOf("J"));
  return task === "T0" || task === "" ? "(unnamed)" : task;
}
