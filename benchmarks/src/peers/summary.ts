/** All programs of one peer on one host in a few numbers. */
import type { PeerRow } from "../peers.ts";
import { geometricMean, median, quantile, quartiles } from "../statistics.ts";
import { type HostName, type PeerName, peers } from "./catalog.ts";
import type { SessionReport, SideReport } from "./session/measure.ts";

/** Of one program: plain time by adapted time of neighbours, so that 1 is as fast as plain. */
export interface Throughput {
  readonly median: number;
  readonly quartiles: readonly [number, number];
}

export interface Delay {
  readonly median: number;
  readonly p99: number;
  readonly worst: number;
  readonly count: number;
}

export interface PeerSummary {
  readonly host: HostName;
  readonly peer: PeerName | "plain";
  readonly title: string;
  /** The geometric mean of the programs, the least and the greatest of them. */
  readonly throughput: number;
  readonly throughputs: readonly [least: number, most: number];
  /** The same while somebody types. */
  readonly whileTyping: number | undefined;
  /** The thread's own processor time against plain, as a geometric mean: what the adapted code costs, waiting left out. */
  readonly ownTime: number | undefined;
  /** Of all programs together, in milliseconds. */
  readonly messages: Delay;
  readonly keys: Delay | undefined;
  /** A part of 1. */
  readonly framesLost: number | undefined;
}

export function throughputOf({ plain, adapted }: SessionReport): Throughput {
  const ratios = plain.times.map((time, i) => time / (adapted.times[i] as number));
  return { median: median(ratios), quartiles: quartiles(ratios) };
}

/** The median of the ratios of neighbours; undefined where the host does not tell. */
export function ownTimeOf({ plain, adapted }: PeerRow): number | undefined {
  const ratios = plain.ownTimes.map((time, i) => (adapted.ownTimes[i] as number) / time);
  return ratios.length === 0 ? undefined : median(ratios);
}

/** One for each peer on a host, in the order of the catalogue, after the plain programs. */
export function summarizePeers(rows: readonly PeerRow[], host: HostName): PeerSummary[] {
  const own = rows.filter((row) => row.host === host);
  const blocking = {
    ...sidesSummary(own, ({ plain }) => plain),
    throughput: 1,
    throughputs: [1, 1] as const,
    whileTyping: own.some(({ typing }) => typing !== undefined) ? 1 : undefined,
    ownTime: own.some(({ plain }) => plain.ownTimes.length > 0) ? 1 : undefined,
  };
  const measured = peers.flatMap(({ name, title }) => {
    const rows = own.filter(({ peer }) => peer === name);
    if (rows.length === 0) return [];
    const each = rows.map((row) => throughputOf(row).median);
    const throughputs = [Math.min(...each), Math.max(...each)] as const;
    const typed = rows.flatMap(({ typing }) => (typing === undefined ? [] : [throughputOf(typing).median]));
    const whileTyping = typed.length === 0 ? undefined : geometricMean(typed);
    const sides = sidesSummary(rows, ({ adapted }) => adapted);
    const ownTimes = rows.flatMap((row) => ownTimeOf(row) ?? []);
    const ownTime = ownTimes.length === 0 ? undefined : geometricMean(ownTimes);
    return [{ host, peer: name, title, throughput: geometricMean(each), throughputs, whileTyping, ownTime, ...sides }];
  });
  return [{ host, peer: "plain", title: "plain (blocking)", ...blocking }, ...measured];
}

/** Messages while nobody types, keys while somebody does, frames in both cases. */
function sidesSummary(
  rows: readonly PeerRow[],
  sideOf: (report: SessionReport) => SideReport,
): Pick<PeerSummary, "messages" | "keys" | "framesLost"> {
  const sides = rows.map(sideOf);
  const typed = rows.flatMap(({ typing }) => (typing === undefined ? [] : [sideOf(typing)]));
  const keys = typed.flatMap(({ keyDelays }) => keyDelays);
  const frames = [...sides, ...typed].flatMap(({ frames }) => frames ?? []);
  const came = frames.reduce((sum, { came }) => sum + came, 0);
  const wanted = frames.reduce((sum, { wanted }) => sum + wanted, 0);
  return {
    messages: delayOf(sides.flatMap(({ delays }) => delays)),
    keys: keys.length === 0 ? undefined : delayOf(keys),
    framesLost: frames.length === 0 ? undefined : Math.max(0, 1 - came / wanted),
  };
}

function delayOf(values: readonly number[]): Delay {
  return {
    median: quantile(values, 0.5),
    p99: quantile(values, 0.99),
    worst: quantile(values, 1),
    count: values.length,
  };
}

/** What is compared, and in how far one is better: at least a tenth, and more than what clocks and chance make of it. */
const measures: readonly {
  readonly name: string;
  readonly of: (summary: PeerSummary) => number | undefined;
  readonly isBetter: (a: number, b: number) => boolean;
}[] = [
  { name: "throughput", of: (s) => s.throughput, isBetter: isMore },
  { name: "throughput while typing", of: (s) => s.whileTyping, isBetter: isMore },
  { name: "messages, median", of: (s) => s.messages.median, isBetter: isShorter },
  { name: "messages, 99 %", of: (s) => s.messages.p99, isBetter: isShorter },
  { name: "keys, median", of: (s) => s.keys?.median, isBetter: isShorter },
  { name: "keys, 99 %", of: (s) => s.keys?.p99, isBetter: isShorter },
  { name: "frames", of: (s) => s.framesLost, isBetter: (a, b) => a < b - 0.02 },
];

function isMore(a: number, b: number): boolean {
  return a > b * 1.1;
}

function isShorter(a: number, b: number): boolean {
  return a < b * 0.9 && a < b - 0.5;
}

export interface Standing {
  readonly measure: string;
  /** Titles. */
  readonly ahead: readonly string[];
  readonly behind: readonly string[];
}

/** Who is ahead of Preempt in what, and who behind. */
export function standings(summaries: readonly PeerSummary[]): Standing[] {
  const own = summaries.find(({ peer }) => peer === "preempt");
  const others = summaries.filter(({ peer }) => peer !== "preempt" && peer !== "plain");
  if (own === undefined) return [];
  return measures.flatMap(({ name, of, isBetter }) => {
    const ours = of(own);
    if (ours === undefined) return [];
    const titles = (test: (theirs: number) => boolean) =>
      others.filter((other) => test(of(other) ?? Number.NaN)).map(({ title }) => title);
    return [
      {
        measure: name,
        ahead: titles((theirs) => isBetter(theirs, ours)),
        behind: titles((theirs) => isBetter(ours, theirs)),
      },
    ];
  });
}
