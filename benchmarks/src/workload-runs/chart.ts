/**
 * The ratios as bars: one SVG text without scripts, fonts or references, for the docs. It follows the reader's colour
 * scheme. Bars start at plain code's time; the axis is logarithmic, so that half as fast is as far to the right as twice
 * as fast to the left. The thin line over the end of a bar goes from quartile to quartile.
 */
import type { WorkloadRow } from "../workloads.ts";
import { showRatio, summarize, variantsOf, workloadsOf } from "./summary.ts";

/** Of Okabe and Ito's palette for all kinds of colour vision, for light and for dark ground. */
const colours = [
  ["#0072b2", "#56b4e9"],
  ["#c44e00", "#ff8a3d"],
  ["#00805e", "#3fc9a0"],
  ["#8a6d00", "#e6c229"],
  ["#a64d82", "#e39cc6"],
  ["#5b6470", "#a3adb8"],
] as const;

const width = 900;
/** Room for the names, and for the numbers behind the bars. */
const left = 130;
const right = 90;
const bar = 12;
const top = 88;
const ticks = [0.5, 1, 1.5, 2, 3, 5, 10, 20, 50, 100];
const bottom = 16;

/** @param machine What it was measured on. */
export function workloadChart(rows: readonly WorkloadRow[], machine: string): string {
  const variants = variantsOf(rows);
  const summaries = summarize(rows);
  const groups = [
    ...workloadsOf(rows).map((name) => ({
      name,
      bars: rows.filter((row) => row.workload === name),
    })),
    {
      name: "geometric mean",
      bars: summaries.map(({ variant, geometricMean }) => ({ variant, ratio: geometricMean, quartiles: undefined })),
    },
  ];
  const least = Math.min(0.9, ...rows.map(({ quartiles }) => quartiles[0]));
  const most = Math.max(1.5, ...rows.map(({ quartiles }) => quartiles[1]));
  const scale = (width - left - right) / Math.log(most / least);
  const x = (ratio: number) => Number((left + Math.log(ratio / least) * scale).toFixed(1));
  const groupHeight = variants.length * bar + 10;
  const height = top + groups.length * groupHeight + bottom;

  const drawn = groups.flatMap(({ name, bars }, g) => {
    const y = top + g * groupHeight;
    const middle = y + (variants.length * bar) / 2 + 4;
    return [
      `<text class="name" x="${left - 8}" y="${middle}">${text(name)}</text>`,
      ...bars.flatMap(({ variant, ratio, quartiles }, i) => {
        const [from, to] = quartiles ?? [ratio, ratio];
        const line = y + i * bar + bar / 2;
        return [
          `<rect class="v${variants.indexOf(variant) % colours.length}" x="${Math.min(x(ratio), x(1))}" y="${y + i * bar}" width="${Math.abs(x(ratio) - x(1)).toFixed(1)}" height="${bar - 1}"><title>${text(`${name}, ${variant}: ${showRatio(ratio)}`)}</title></rect>`,
          ...(quartiles === undefined
            ? []
            : [`<line class="spread" x1="${x(from)}" x2="${x(to)}" y1="${line}" y2="${line}"/>`]),
          `<text class="value" x="${x(Math.max(1, ratio, to)) + 5}" y="${line + 4}">${showRatio(ratio)}</text>`,
        ];
      }),
    ];
  });
  const axis = ticks
    .filter((tick) => tick >= least && tick <= most)
    .flatMap((tick) => [
      `<line class="${tick === 1 ? "plain" : "grid"}" x1="${x(tick)}" x2="${x(tick)}" y1="${top - 8}" y2="${height - bottom}"/>`,
      `<text class="tick" x="${x(tick)}" y="${top - 12}">${tick}x</text>`,
    ]);
  const legend = variants.map((name, i) => {
    const at = left + i * 150;
    return `<rect class="v${i % colours.length}" x="${at}" y="46" width="12" height="12"/><text x="${at + 18}" y="56">${text(name)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="preempt-bars" role="img" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    "<title>Time of preemptable code against plain code</title>",
    `<desc>${text(summaries.map((s) => `${s.variant}: geometric mean ${showRatio(s.geometricMean)}, at most ${showRatio(s.maximum)} (${s.slowest})`).join("; "))}</desc>`,
    `<style>${style}</style>`,
    '<rect class="ground" width="100%" height="100%"/>',
    `<text class="title" x="16" y="22">Time of preemptable code against plain code (less is better)</text>`,
    `<text class="soft" x="16" y="38">${text(machine)}</text>`,
    ...legend,
    ...axis,
    ...drawn,
    "</svg>",
    "",
  ].join("\n");
}

const fills = (shade: 0 | 1) => colours.map((pair, i) => `--v${i}: ${pair[shade]};`).join(" ");

/** Each rule is held to the chart, for in a page it would apply to everything. */
const style = `
& { font: 12px/1.2 system-ui, sans-serif; color-scheme: light dark; --ground: #fff; --ink: #1b1f24; --soft: #5b6470; --grid: #dfe3e8; ${fills(0)} }
& .ground { fill: var(--ground); }
& text { fill: var(--ink); }
& .title { font-size: 15px; font-weight: 600; }
& .soft { fill: var(--soft); }
& .name { text-anchor: end; }
& .value { font-variant-numeric: tabular-nums; }
& .spread { stroke: var(--ink); stroke-width: 1.5; }
& .tick { fill: var(--soft); text-anchor: middle; }
& .grid { stroke: var(--grid); }
& .plain { stroke: var(--ink); }
${colours.map((_, i) => `& .v${i} { fill: var(--v${i}); }`).join("\n")}
@media (prefers-color-scheme: dark) { & { --ground: #15181c; --ink: #e8eaed; --soft: #a3adb8; --grid: #2b3138; ${fills(1)} } }
`
  .trim()
  .replaceAll("& {", ".preempt-bars {")
  .replaceAll("& ", ".preempt-bars ");

function text(raw: string): string {
  return raw.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
