/** Bounds over measured worst responses, a point a task; on the diagonal a bound is exact, under it it does not hold. */
import { svgPage, svgText } from "../../../svg.ts";
import type { PredictionResult } from "../predictions.ts";
import { looks } from "../series.ts";
import { logAxis, rounded } from "./axes.ts";
import { legend, mark, markRules } from "./marks.ts";
import { axisTitles, chartWidth, drawAcross, drawUp, type Frame, shortened } from "./plot.ts";
import { digits, time } from "./show.ts";

const plotHeight = 420;
/** Points closer than this are drawn once: they could not be told apart. */
const pixels = 3;

/** @returns undefined if no task has both a bound and a response */
export function predictionsChart(results: readonly PredictionResult[], machine: string): string | undefined {
  const all = results.flatMap(({ points }) => points).filter(({ bound }) => bound > 0);
  if (all.length === 0) return undefined;
  const key = legend(
    results.map(({ variant }) => ({ name: variant, ...looks[variant] })),
    { x: 20, y: 60, width: chartWidth - 40 },
  );
  const top = 60 + key.height + 30;
  const frame: Frame = { left: 68, right: chartWidth - 16, top, bottom: top + plotHeight };
  const values = all.flatMap(({ bound, measured }) => [bound, measured]);
  const least = values.reduce((low, value) => Math.min(low, value), Infinity);
  const most = values.reduce((high, value) => Math.max(high, value), 0);
  const axis = logAxis(least, most, time);
  const [across, up] = [axis(frame.left, frame.right), axis(frame.bottom, frame.top)];
  const taken = new Set<string>();
  const points = results.flatMap(({ variant, points }) =>
    points
      .filter(({ bound }) => bound > 0)
      .flatMap(({ set, task, bound, measured }) => {
        const [x, y] = [across.place(measured), up.place(bound)];
        const place = `${variant} ${Math.round(x / pixels)} ${Math.round(y / pixels)}`;
        if (taken.has(place)) return [];
        taken.add(place);
        return [
          mark(
            looks[variant],
            x,
            y,
            `${set}, T${task + 1}, ${variant}: bound ${time(bound)}, measured ${time(measured)}`,
            4,
          ),
        ];
      }),
  );
  return svgPage({
    name: "preempt-predictions",
    width: chartWidth,
    height: frame.bottom + 46,
    title: "Predicted and measured worst response times",
    description: results
      .map(
        ({ variant, pessimism, exceeded }) =>
          `${variant}: bounds are ${digits(pessimism.median)} times the measured worst response in the median; ${exceeded} of ${pessimism.count} are exceeded`,
      )
      .join("; "),
    machine: shortened(machine),
    rules: `${markRules}\n& .exact { stroke: var(--ink); stroke-dasharray: 5 4; }`,
    drawn: [
      ...key.drawn,
      ...drawUp(frame, up),
      ...drawAcross(frame, across.ticks, true),
      `<line class="exact" x1="${frame.left}" x2="${frame.right}" y1="${frame.bottom}" y2="${frame.top}"/>`,
      `<text class="axis" x="${rounded(frame.left + (frame.right - frame.left) * 0.6)}" y="${rounded(frame.bottom - plotHeight * 0.42)}">under the line: ${svgText("the bound does not hold")}</text>`,
      ...axisTitles(frame, "predicted", "measured"),
      ...points,
    ],
  });
}
