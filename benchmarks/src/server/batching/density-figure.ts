/** Kernel density estimates of samples, over each other. */
import { area, line } from "d3-shape";
import { linearAxis } from "../../lab/report/charts/axes.ts";
import { legend, markRules } from "../../lab/report/charts/marks.ts";
import { axisTitles, chartWidth, drawAcross, type Frame, shortened } from "../../lab/report/charts/plot.ts";
import { digits } from "../../lab/report/charts/show.ts";
import { densityOf } from "../../lab/report/statistics/density.ts";
import { median } from "../../statistics.ts";
import { svgPage, svgText } from "../../svg.ts";
import type { ReportFigure } from "../experiment.ts";

export interface DensityFigure {
  readonly name: string;
  readonly title: string;
  readonly caption: string;
  readonly across: string;
  readonly samples: readonly { readonly name: string; readonly values: readonly number[] }[];
}

const height = 260;

export function densityFigure({ name, title, caption, across, samples }: DensityFigure): ReportFigure {
  return { name, caption, draw };

  function draw(machine: string): string {
    const all = samples.flatMap(({ values }) => values);
    const [least, most] = [Math.min(...all), Math.max(...all)];
    const margin = (most - least) * 0.12 + 1e-9;
    const [from, to] = [Math.max(0, least - margin), most + margin];
    const key = legend(
      samples.map((sample, i) => ({ name: sample.name, colour: i, shape: "circle" as const, published: false })),
      { x: 20, y: 60, width: chartWidth - 40 },
    );
    const top = 60 + key.height + 26;
    const frame: Frame = { left: 20, right: chartWidth - 16, top, bottom: top + height };
    const axis = linearAxis(from, to, digits)(frame.left, frame.right);
    const densities = samples.map(({ values }) => densityOf(values, from, to).points);
    const highest = Math.max(...densities.flatMap((points) => points.map(([, density]) => density)), 1e-9);
    type Point = readonly [number, number];
    const x = ([at]: Point) => axis.place(at);
    const y = ([, density]: Point) => frame.bottom - (density / highest) * (height - 8);
    const curves = densities.flatMap((points, i) => [
      `<path class="v${i} area" d="${area<Point>(x, frame.bottom, y).digits(1)([...points]) ?? ""}"/>`,
      `<path class="l${i} curve" d="${line<Point>(x, y).digits(1)([...points]) ?? ""}"><title>${svgText(samples[i]?.name ?? "")}</title></path>`,
      ...(samples[i]?.values ?? []).map((value) => {
        const at = axis.place(value);
        return `<path class="l${i} tick-mark" d="M${at} ${frame.bottom + 1}v${4}"/>`;
      }),
    ]);
    return svgPage({
      name: `preempt-${name}`,
      width: chartWidth,
      height: frame.bottom + 46,
      title,
      description: samples.map((one) => `${one.name}: median ${digits(median(one.values))}`).join("; "),
      machine: shortened(machine),
      rules: `${markRules}
& .area { fill-opacity: 0.12; }
& .curve { fill: none; stroke-width: 1.8; }
& .tick-mark { stroke-opacity: 0.6; }`,
      drawn: [
        ...key.drawn,
        ...drawAcross(frame, axis.ticks, true),
        ...curves,
        `<line class="ink" x1="${frame.left}" x2="${frame.right}" y1="${frame.bottom}" y2="${frame.bottom}"/>`,
        ...axisTitles(frame, "", across),
      ],
    });
  }
}
