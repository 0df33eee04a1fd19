/** The table of `preempt-lab latency`. */
import { aim, type LatencyRow } from "../latency.ts";
import { textTable } from "../text-table.ts";
import type { Delays } from "./delays.ts";

export function latencyTable(rows: readonly LatencyRow[]): string {
  const head = [
    "past the slice, µs",
    "stretches",
    ...["p50", "p99", "p99.9", "max"],
    "no gc: p99.9",
    ...["by hand: p50", "p99", "p99.9", "max"],
    "round: p99.9",
    "first job",
  ];
  const lines = rows.map(({ workload, job, withoutCollections, byHand, rounds, first }) => [
    workload,
    String(job.count),
    ...show(job),
    microseconds(withoutCollections.p999),
    ...show(byHand),
    microseconds(rounds.p999),
    microseconds(first),
  ]);
  return `${textTable(head, lines)}\n\n${verdict(rows)}`;
}

function verdict(rows: readonly LatencyRow[]): string {
  const names = (some: readonly LatencyRow[]) =>
    some.length === 0 ? "none" : some.map(({ workload }) => workload).join(", ");
  const late = rows.filter(({ job }) => job.p999 > aim);
  const ours = late.filter(({ withoutCollections, byHand }) => withoutCollections.p999 > aim && byHand.p999 <= aim);
  return [
    `999 of 1000 stretches end ${aim * 1000} µs after the slice at most in ${rows.length - late.length} of ${rows.length} workloads.`,
    `Not in: ${names(late)}.`,
    `Of these, not in stretches without collections either, while the loop by hand stays below: ${names(ours)}.`,
  ].join("\n");
}

function show({ p50, p99, p999, max }: Delays): string[] {
  return [p50, p99, p999, max].map(microseconds);
}

export function microseconds(milliseconds: number): string {
  return Number.isNaN(milliseconds) ? "-" : (milliseconds * 1000).toFixed(0);
}
