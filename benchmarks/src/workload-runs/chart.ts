/**
 * The ratios as bars, for the docs. Bars start at plain code's time; the axis is logarithmic, so that half as fast is as
 * far to the right as twice as fast to the left. The thin line over the end of a bar goes from quartile to quartile.
 */

import { seriesColours, svgPage, svgText as text } from "../svg.ts";
import type { WorkloadRow } from "../workloads.ts";
import { showRatio, summarize, variantsOf, workloadsOf } from "./summary.ts";

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
          `<rect class="v${variants.indexOf(variant) % seriesColours}" x="${Math.min(x(ratio), x(1))}" y="${y + i * bar}" width="${Math.abs(x(ratio) - x(1)).toFixed(1)}" height="${bar - 1}"><title>${text(`${name}, ${variant}: ${showRatio(ratio)}`)}</title></rect>`,
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
    return `<rect class="v${i % seriesColours}" x="${at}" y="46" width="12" height="12"/><text x="${at + 18}" y="56">${text(name)}</text>`;
  });
  return svgPage({
    name: "preempt-bars",
    width,
    height,
    title: "Time of preemptable code against plain code (less is better)",
    description: summaries
      .map(
        (s) =>
          `${s.variant}: geometric mean ${showRatio(s.geometricMean)}, at most ${showRatio(s.maximum)} (${s.slowest})`,
      )
      .join("; "),
    machine,
    rules,
    drawn: [...legend, ...axis, ...drawn],
  });
}

const rules = `
& .value { font-variant-numeric: tabular-nums; }
& .spread { stroke: var(--ink); stroke-width: 1.5; }
& .plain { stroke: var(--ink); }`;
