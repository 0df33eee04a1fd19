/**
 * Input delay, frames lost and throughput of each peer, a panel for each host: one SVG text without scripts, fonts or
 * references, for the docs. It follows the reader's colour scheme. Delays stand on a logarithmic axis: the bar ends at the
 * median, the line at 99 %.
 */
import type { PeerReport } from "../peers.ts";
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
  throughput: {
    title: "throughput",
    ticks: [
      [0, "0"],
      [0.5, "0.5"],
      [1, "1x"],
    ],
    scale: (ratio) => Math.min(1, ratio / 1.25),
    of: ({ throughput }) => ({ value: throughput, label: `${throughput.toFixed(2)}x` }),
  },
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
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="preempt-peers" role="img" viewBox="0 0 ${width} ${y}" width="${width}" height="${y}">`,
    "<title>Preempt and other ways to keep a thread responsive</title>",
    `<style>${style}</style>`,
    '<rect class="ground" width="100%" height="100%"/>',
    '<text class="title" x="16" y="22">Input delay, frames lost (less is better) and throughput (more is better)</text>',
    `<text class="soft" x="16" y="40">${text(machine)}</text>`,
    ...panels,
    "</svg>",
    "",
  ].join("\n");
}

function panel(engine: string, summaries: readonly PeerSummary[], top: number): string[] {
  const shown = Object.values<Column>(columns).filter(({ of }) => summaries.some((s) => of(s) !== undefined));
  const columnWidth = (width - left - shown.length * gap) / shown.length;
  const from = top + head;
  const bottom = from + summaries.length * row;
  const names = summaries.map(
    ({ peer, title }, i) =>
      `<text class="name${peer === "preempt" ? " own" : ""}" x="${left - 8}" y="${from + i * row + 10}">${text(title)}</text>`,
  );
  const drawn = shown.flatMap((column, c) => {
    const start = left + c * (columnWidth + gap);
    const x = (value: number) => Number((start + column.scale(value) * columnWidth).toFixed(1));
    return [
      `<text class="soft" x="${start}" y="${top + 24}">${text(column.title)}</text>`,
      ...column.ticks.flatMap(([value, label]) => [
        `<line class="grid" x1="${x(value)}" x2="${x(value)}" y1="${from - 4}" y2="${bottom}"/>`,
        `<text class="tick" x="${x(value)}" y="${from - 8}">${label}</text>`,
      ]),
      ...summaries.flatMap((summary, i) => bars(summary, column, start, x, from + i * row)),
    ];
  });
  return [`<text class="host" x="16" y="${top + 6}">${text(engine)}</text>`, ...names, ...drawn];
}

function bars(summary: PeerSummary, column: Column, start: number, x: (value: number) => number, y: number): string[] {
  const found = column.of(summary);
  if (found === undefined) return [];
  const { value, until = value, label } = found;
  const kind = summary.peer === "preempt" ? "own" : summary.peer === "plain" ? "blocking" : "other";
  const length = Math.max(1, x(value) - start).toFixed(1);
  const line = y + bar / 2;
  return [
    `<rect class="${kind}" x="${start}" y="${y}" width="${length}" height="${bar}"><title>${text(`${summary.title}, ${column.title}: ${label}`)}</title></rect>`,
    ...(until > value ? [`<line class="spread" x1="${x(value)}" x2="${x(until)}" y1="${line}" y2="${line}"/>`] : []),
    `<text class="value" x="${Math.max(x(until), x(value)) + 5}" y="${y + 10}">${text(label)}</text>`,
  ];
}

/** Of Okabe and Ito's palette for all kinds of colour vision. Each rule is held to the chart, as a page has others. */
const style = `
& { font: 12px/1.2 system-ui, sans-serif; color-scheme: light dark; --ground: #fff; --ink: #1b1f24; --soft: #5b6470; --grid: #dfe3e8; --own: #0072b2; --other: #a3adb8; --blocking: #c44e00; }
& .ground { fill: var(--ground); }
& text { fill: var(--ink); }
& .title { font-size: 15px; font-weight: 600; }
& .host { font-weight: 600; }
& .soft { fill: var(--soft); }
& .name { text-anchor: end; }
& text.own { font-weight: 600; }
& .value { font-size: 11px; font-variant-numeric: tabular-nums; }
& .tick { font-size: 10px; fill: var(--soft); text-anchor: middle; }
& .grid { stroke: var(--grid); }
& .spread { stroke: var(--ink); stroke-width: 1.5; }
& rect.own { fill: var(--own); }
& rect.other { fill: var(--other); }
& rect.blocking { fill: var(--blocking); }
@media (prefers-color-scheme: dark) { & { --ground: #15181c; --ink: #e8eaed; --soft: #a3adb8; --grid: #2b3138; --own: #56b4e9; --other: #5b6470; --blocking: #ff8a3d; } }
`
  .trim()
  .replaceAll("& {", ".preempt-peers {")
  .replaceAll("& ", ".preempt-peers ");

function text(raw: string): string {
  return raw.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
