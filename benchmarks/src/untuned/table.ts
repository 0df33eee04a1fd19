/** The numbers of all programs, a line each, and their means. */
import { geometricMean, median } from "../statistics.ts";
import { showTime, textTable } from "../text-table.ts";
import type { ProgramFault, ProgramReport } from "./measure.ts";

/** Ratios of the preemptable form to the plain one. */
export interface ProgramRow {
  readonly suite: string;
  readonly name: string;
  /** Milliseconds of a warm run of the plain form. */
  readonly plain: number;
  /** Medians over processes. */
  readonly wall: number;
  readonly cpu: number;
  /** Least and most over processes. */
  readonly wallRange: readonly [number, number];
  readonly cpuRange: readonly [number, number];
  readonly load: number;
  readonly first: number;
  readonly cold: number;
  readonly coldRuns: number;
  readonly minified: number;
  readonly gzip: number;
  readonly brotli: number;
  /** Milliseconds without a preemption point, at most. */
  readonly longest: number;
  /** Share of functions that stay as they are, from 0 to 1. */
  readonly leftPlain: number;
}

export function rowOf({ suite, name, pairs, sizes, functions, longest }: ProgramReport): ProgramRow {
  const of = (pick: (pair: (typeof pairs)[number]) => number) => pairs.map(pick);
  const range = (values: readonly number[]): [number, number] => [Math.min(...values), Math.max(...values)];
  const part = (key: "load" | "first" | "cold") =>
    median(pairs.map(({ [key]: [, job] }) => job)) / median(pairs.map(({ [key]: [plain] }) => plain));
  return {
    suite,
    name,
    plain: median(of(({ plain }) => plain)),
    wall: median(of(({ wall }) => wall)),
    cpu: median(of(({ cpu }) => cpu)),
    wallRange: range(of(({ wall }) => wall)),
    cpuRange: range(of(({ cpu }) => cpu)),
    load: part("load"),
    first: part("first"),
    cold: part("cold"),
    coldRuns: Math.min(...of(({ coldRuns }) => coldRuns)),
    minified: sizes.preemptable.minified / sizes.plain.minified,
    gzip: sizes.preemptable.gzip / sizes.plain.gzip,
    brotli: sizes.preemptable.brotli / sizes.plain.brotli,
    longest,
    leftPlain: functions.all === 0 ? 0 : 1 - functions.preemptable / functions.all,
  };
}

const ratioColumns = ["wall", "cpu", "load", "first", "cold", "minified", "gzip", "brotli"] as const;
type RatioColumn = (typeof ratioColumns)[number];

export interface Summary {
  readonly suite: string;
  readonly programs: number;
  readonly mean: Readonly<Record<RatioColumn, number>>;
  readonly most: Readonly<Record<RatioColumn, number>>;
}

/** For each suite, and for all together if there are several. */
export function summarize(rows: readonly ProgramRow[]): Summary[] {
  const names = [...new Set(rows.map(({ suite }) => suite))];
  const groups = names.map((name) => ({ suite: name, rows: rows.filter(({ suite }) => suite === name) }));
  const all = names.length > 1 ? [...groups, { suite: "all", rows }] : groups;
  return all.map(({ suite, rows }) => {
    const each = (fold: (values: readonly number[]) => number) =>
      Object.fromEntries(ratioColumns.map((column) => [column, fold(rows.map((row) => row[column]))]));
    return {
      suite,
      programs: rows.length,
      mean: each(geometricMean) as Summary["mean"],
      most: each((values) => Math.max(...values)) as Summary["most"],
    };
  });
}

const ratio = (value: number) => `${value.toFixed(2)}x`;
const rangeText = ([from, to]: readonly [number, number]) => `${from.toFixed(2)}-${to.toFixed(2)}`;

export function untunedTable(rows: readonly ProgramRow[]): string {
  const head = [
    ...["", "plain", "wall", "", "cpu", "", "load", "first", "20 runs"],
    ...["min", "gzip", "brotli", "longest", "left plain"],
  ];
  const lines = rows.map((row) => [
    `${row.suite} ${row.name}`,
    showTime(row.plain * 1e6),
    ...[ratio(row.wall), rangeText(row.wallRange), ratio(row.cpu), rangeText(row.cpuRange)],
    ...[ratio(row.load), ratio(row.first), ratio(row.cold), ratio(row.minified), ratio(row.gzip), ratio(row.brotli)],
    showTime(row.longest * 1e6),
    `${(100 * row.leftPlain).toFixed(0)} %`,
  ]);
  const footer = summarize(rows).flatMap(({ suite, programs, mean, most }) =>
    (
      [
        [`${suite}: mean of ${programs}`, mean],
        [`${suite}: maximum`, most],
      ] as const
    ).map(([title, of]) => [
      ...[title, "", ratio(of.wall), "", ratio(of.cpu), "", ratio(of.load), ratio(of.first), ratio(of.cold)],
      ...[ratio(of.minified), ratio(of.gzip), ratio(of.brotli), "", ""],
    ]),
  );
  return textTable(head, [...lines, ...footer]);
}

export function faultLines(faults: readonly ProgramFault[]): string {
  return faults.map(({ suite, name, fault }) => `${suite} ${name} FAILED: ${fault}`).join("\n");
}
