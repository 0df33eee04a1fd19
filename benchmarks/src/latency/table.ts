/** The table of `preempt-lab latency`. */
import { aim, type LatencyRow } from "../latency.ts";
import { textTable } from "../text-table.ts";
import type { Delays } from "./delays.ts";
import type { PaceRow } from "./paces.ts";

export function latencyTable(rows: readonly LatencyRow[]): string {
  const head = [
    "past the slice, µs",
    "stretches",
    ...["p50", "p99", "p99.9", "max"],
    ...["by hand: p50", "p99", "p99.9", "max"],
    ...["own: p50", "p99", "p99.9", "max"],
    "no gc: p99.9",
    "by hand, own: p99.9",
    "round: p99.9",
    "first job",
  ];
  const lines = rows.map(({ workload, job, own, withoutCollections, byHand, byHandOwn, rounds, first }) => [
    workload,
    String(job.count),
    ...show(job),
    ...show(byHand),
    ...show(own),
    microseconds(withoutCollections.p999),
    microseconds(byHandOwn.p999),
    microseconds(rounds.p999),
    microseconds(first),
  ]);
  return `${textTable(head, lines)}\n\n${verdict(rows)}`;
}

export function paceTable(rows: readonly PaceRow[]): string {
  return textTable(
    ["In virtual time, where each point takes", "slices end late by, µs", "the first ones"],
    rows.map(({ points, late, worst }) => [points, microseconds(late), microseconds(worst)]),
  );
}

function verdict(rows: readonly LatencyRow[]): string {
  const names = (some: readonly LatencyRow[]) =>
    some.length === 0 ? "none" : some.map(({ workload }) => workload).join(", ");
  const late = rows.filter(({ job }) => job.p999 > aim);
  const own = late.filter(({ own }) => own.p999 > aim);
  return [
    `999 of 1000 stretches end ${aim * 1000} µs after the slice at most in ${rows.length - late.length} of ${rows.length} workloads; the loop by hand`,
    `does in ${rows.filter(({ byHand }) => byHand.p999 <= aim).length}. Without the time that other programs took, it is ${rows.length - own.length}.`,
    `Not in: ${names(own)}.`,
    `Nor there in stretches without collections: ${names(own.filter(({ withoutCollections }) => withoutCollections.p999 > aim))}.`,
  ].join("\n");
}

function show({ p50, p99, p999, max }: Delays): string[] {
  return [p50, p99, p999, max].map(microseconds);
}

export function microseconds(milliseconds: number): string {
  return Number.isNaN(milliseconds) ? "-" : (milliseconds * 1000).toFixed(0);
}
