/** How response times are distributed: densities of response / D, a panel for each class of tasks, the deadline in the middle. */
import { area, line } from "d3-shape";
import { svgPage, svgText } from "../../../svg.ts";
import type { VariantName } from "../../run/variant.ts";
import type { ResponseDensity } from "../response-densities.ts";
import { looks } from "../series.ts";
import { taskClasses, taskClassWords } from "../task-ranks.ts";
import { logAxis, rounded } from "./axes.ts";
import { legend, markRules } from "./marks.ts";
import { chartWidth, drawAcross, type Frame, shortened } from "./plot.ts";
import { digits, percent } from "./show.ts";

const panelHeight = 150;
const gap = 34;

/** @returns undefined if no job has a response time */
export function responsesChart(all: readonly ResponseDensity[], machine: string): string | undefined {
  const densities = all.filter(({ points }) => points.length > 0);
  if (densities.length === 0) return undefined;
  const variants = [...new Set(densities.map(({ variant }) => variant))];
  const key = legend(
    variants.map((name) => ({ name, ...looks[name as VariantName] })),
    { x: 20, y: 60, width: chartWidth - 40 },
  );
  const top = 60 + key.height + 22;
  const bottom = top + taskClasses.length * (panelHeight + gap) - gap;
  const frame: Frame = { left: 20, right: chartWidth - 16, top, bottom };
  const xs = densities.flatMap(({ points }) => [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0]);
  const across = logAxis(10 ** Math.min(...xs), 10 ** Math.max(...xs), digits)(frame.left, frame.right);
  const panels = taskClasses.flatMap((name, i) => {
    const y = top + i * (panelHeight + gap);
    const own = densities.filter((density) => density.taskClass === name);
    return [
      `<text class="panel" x="${frame.left}" y="${y - 6}">${svgText(taskClassWords[name])}</text>`,
      ...drawAcross({ ...frame, top: y, bottom: y + panelHeight }, across.ticks, true).filter((part) =>
        part.startsWith("<line"),
      ),
      ...drawPanel(own, (x) => across.place(10 ** x), y),
      `<line class="ink" x1="${frame.left}" x2="${frame.right}" y1="${y + panelHeight}" y2="${y + panelHeight}"/>`,
    ];
  });
  const deadline = across.place(1);
  return svgPage({
    name: "preempt-responses",
    width: chartWidth,
    height: bottom + 46,
    title: "Response times against deadlines",
    description: densities
      .filter(({ taskClass }) => taskClass === "all")
      .map(
        ({ variant, median, late }) =>
          `${variant}: median ${digits(median)} of the deadline, ${percent(late)} beyond it`,
      )
      .join("; "),
    machine: shortened(machine),
    rules: `${markRules}
& .panel { font-weight: 600; }
& .area { fill-opacity: 0.1; }
& .curve { fill: none; stroke-width: 1.8; }
& .deadline { stroke: var(--ink); stroke-dasharray: 5 4; }`,
    drawn: [
      ...key.drawn,
      ...panels,
      `<line class="deadline" x1="${deadline}" x2="${deadline}" y1="${top}" y2="${bottom}"/>`,
      `<text class="axis" x="${rounded(deadline + 5)}" y="${top + 12}">deadline</text>`,
      ...drawAcross(frame, across.ticks, false),
      `<text class="axis middle" x="${chartWidth / 2}" y="${bottom + 34}">response time / relative deadline (density by decade, each panel to its highest)</text>`,
    ],
  });
}

function drawPanel(all: readonly ResponseDensity[], x: (at: number) => number, y: number): string[] {
  const highest = Math.max(...all.flatMap(({ points }) => points.map(([, density]) => density)), 1e-9);
  const foot = y + panelHeight;
  const place = (density: number) => foot - (density / highest) * (panelHeight - 6);
  type Point = readonly [number, number];
  const fill = area<Point>(
    ([at]) => x(at),
    foot,
    ([, density]) => place(density),
  ).digits(1);
  const curve = line<Point>(
    ([at]) => x(at),
    ([, density]) => place(density),
  ).digits(1);
  return all.flatMap(({ variant, points }) => {
    const { colour } = looks[variant as VariantName];
    return [
      `<path class="v${colour} area" d="${fill(points) ?? ""}"/>`,
      `<path class="l${colour} curve" d="${curve(points) ?? ""}"><title>${svgText(variant)}</title></path>`,
    ];
  });
}
