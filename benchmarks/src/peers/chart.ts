/**
 * Input delay, frames lost and throughput of each peer, a panel for each host. Delays stand on a logarithmic axis: the bar
 * ends at the median, the line at 99 %.
 */
import type { PeerReport } from "../peers.ts";
import { svgPage, svgText } from "../svg.ts";
import type { HostName } from "./catalog.ts";
import { type Delay, type PeerSummary, summarizePeers } from "./summary.ts";

const width = 900;
/** Room for the names. */
const left = 150;
const top = 64;
const row = 17;
const bar = 11;
/** Between two columns, for the numbers behind the bars. */
const gap = 70;
/** Above the rows of a panel: the host's name, and the columns'. */
const head = 46;

interface Column {
  readonly title: string;
  readonly ticks: readonly (readonly [value: number, label: string])[];
  /** Where a value stands, from 0 to 1. */
  readonly scale: (value: number) => number;
  /** Where the bar ends, where the line behind it, and the number. */
  readonly of: (summary: PeerSummary) => { value: number; until?: number; label: string } | undefined;
}

/** From 0.1 ms to 1 s. */
const logarithmic = (ms: number) => Math.min(1, Math.max(0, Math.log10(ms / 0.1) / 4));

function delayColumn(title: string, of: (summary: PeerSummary) => Delay | undefined): Column {
  return {
    title,
    ticks: [
      [0.1, "0.1"],
      [1, "1"],
      [10, "10 ms"],
      [100, "100"],
      [1000, "1 s"],
    ],
    scale: logarithmic,
    of: (summary) => {
      const delay = of(summary);
      if (delay === undefined) return undefined;
      const label = `${milliseconds(delay.median)} / ${milliseconds(delay.p99)}`;
      return { value: delay.median, until: delay.p99, label };
    },
  };
}

function throughputColumn(
  title: string,
  isFor: (summary: PeerSummary) => boolean,
  label: (throughput: number, whileTyping?: number) => string,
): Column {
  return {
    title,
    ticks: [
      [0, "0"],
      [0.5, "0.5"],
      [1, "1x"],
    ],
    scale: (ratio) => Math.min(1, ratio / 1.25),
    of: (summary) => {
      const { throughput, whileTyping } = summary;
      return isFor(summary) ? { value: throughput, label: label(throughput, whileTyping) } : undefined;
    },
  };
}

const showRatio = (ratio: number) => `${ratio.toFixed(2)}x`;

const milliseconds = (ms: number) => (ms < 10 ? ms.toFixed(1) : ms.toFixed(0));

const columns = {
  messages: delayColumn("messages: median / 99 %", ({ messages }) => messages),
  keys: delayColumn("keys: median / 99 %", ({ keys }) => keys),
  frames: {
    title: "frames lost",
    ticks: [
      [0, "0"],
      [0.5, "50"],
      [1, "100 %"],
    ],
    scale: (part) => part,
    of: ({ framesLost }) =>
      framesLost === undefined ? undefined : { value: framesLost, label: `${(framesLost * 100).toFixed(0)} %` },
  },
  throughput: throughputColumn("throughput", ({ whileTyping }) => whileTyping === undefined, showRatio),
  typing: throughputColumn(
    "throughput: alone / typing",
    ({ whileTyping }) => whileTyping !== undefined,
    (throughput, whileTyping = throughput) => `${throughput.toFixed(2)} / ${showRatio(whileTyping)}`,
  ),
} as const satisfies Record<string, Column>;

/** @param machine What it was measured on. */
export function peerChart({ engines, rows }: PeerReport, machine: string): string {
  const hosts = Object.keys(engines) as HostName[];
  const panels: string[] = [];
  let y = top;
  for (const host of hosts) {
    const summaries = summarizePeers(rows, host);
    panels.push(...panel(engines[host] as string, summaries, y));
    y += head + summaries.length * row + 22;
  }
  return svgPage({
    name: "preempt-peers",
    width,
    height: y,
    title: "Input delay, frames lost (less is better) and throughput (more is better)",
    description: "Preempt and other ways to keep a thread responsive",
    machine,
    rules,
    drawn: panels,
  });
}

function panel(engine: string, summaries: readonly PeerSummary[], top: number): string[] {
  const shown = Object.values<Column>(columns).filter(({ of }) => summaries.some((s) => of(s) !== undefined));
  const columnWidth = (width - left - shown.length * gap) / shown.length;
  const from = top + head;
  const bottom = from + summaries.length * row;
  const names = summaries.map(
    ({ peer, title }, i) =>
      `<text class="name${peer === "preempt" ? " own" : ""}" x="${left - 8}" y="${from + i * row + 10}">${svgText(title)}</text>`,
  );
  const drawn = shown.flatMap((column, c) => {
    const start = left + c * (columnWidth + gap);
    const x = (value: number) => Number((start + column.scale(value) * columnWidth).toFixed(1));
    return [
      `<text class="soft" x="${start}" y="${top + 24}">${svgText(column.title)}</text>`,
      ...column.ticks.flatMap(([value, label]) => [
        `<line class="grid" x1="${x(value)}" x2="${x(value)}" y1="${from - 4}" y2="${bottom}"/>`,
        `<text class="tick" x="${x(value)}" y="${from - 8}">${label}</text>`,
      ]),
      ...summaries.flatMap((summary, i) => bars(summary, column, start, x, from + i * row)),
    ];
  });
  return [`<text class="host" x="16" y="${top + 6}">${svgText(engine)}</text>`, ...names, ...drawn];
}

function bars(summary: PeerSummary, column: Column, start: number, x: (value: number) => number, y: number): string[] {
  const found = column.of(summary);
  if (found === undefined) return [];
  const { value, until = value, label } = found;
  const kind = summary.peer === "preempt" ? "own" : summary.peer === "plain" ? "blocking" : "other";
  const length = Math.max(1, x(value) - start).toFixed(1);
  const line = y + bar / 2;
  return [
    `<rect class="${kind}" x="${start}" y="${y}" width="${length}" height="${bar}"><title>${svgText(`${summary.title}, ${column.title}: ${label}`)}</title></rect>`,
    ...(until > value ? [`<line class="spread" x1="${x(value)}" x2="${x(until)}" y1="${line}" y2="${line}"/>`] : []),
    `<text class="value" x="${Math.max(x(until), x(value)) + 5}" y="${y + 10}">${svgText(label)}</text>`,
  ];
}

const rules = `
& { --other: #a3adb8; }
& .host { font-weight: 600; }
& text.own { font-weight: 600; }
& .value { font-size: 11px; font-variant-numeric: tabular-nums; }
& .tick { font-size: 10px; }
& .spread { stroke: var(--ink); stroke-width: 1.5; }
& rect.own { fill: var(--v0); }
& rect.other { fill: var(--other); }
& rect.blocking { fill: var(--v1); }
@media (prefers-color-scheme: dark) { & { --other: #5b6470; } }
`;
