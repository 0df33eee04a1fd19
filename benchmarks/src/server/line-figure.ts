/** A figure of lines over numbers, for reports of experiments. */
import { type AxisOf, linearAxis, logAxis } from "../lab/report/charts/axes.ts";
import { columnsChart } from "../lab/report/charts/columns-chart.ts";
import { digits } from "../lab/report/charts/show.ts";
import type { Look, Shape } from "../lab/report/series.ts";
import type { ReportFigure } from "./experiment.ts";

export interface LineFigure {
  readonly name: string;
  readonly title: string;
  /** What the marks mean. */
  readonly note: string;
  readonly caption: string;
  readonly titles: { readonly up: string; readonly across: string };
  /** Names of the columns, from left to right. */
  readonly columns: readonly string[];
  /** Default: linear from 0. */
  readonly scale?: "linear" | "log";
  readonly lines: readonly FigureLine[];
}

export interface FigureLine {
  readonly name: string;
  /** One for each column; NaN and Infinity are left out. */
  readonly values: readonly number[];
}

const shapes: readonly Shape[] = ["circle", "square", "triangle", "diamond", "cross"];
const lookOf = (i: number): Look => ({ colour: i % 7, shape: shapes[i % shapes.length] as Shape, published: i >= 7 });

export function lineFigure({ name, title, note, caption, titles, columns, scale, lines }: LineFigure): ReportFigure {
  const values = lines.flatMap((line) => line.values.filter((value) => Number.isFinite(value)));
  const positive = values.filter((value) => value > 0);
  const up: AxisOf =
    scale === "log"
      ? logAxis(Math.min(...positive), Math.max(...positive), digits)
      : linearAxis(0, Math.max(...values), digits);
  return {
    name,
    caption,
    draw: (machine) =>
      columnsChart({
        name: `preempt-${name}`,
        title,
        description: lines.map((line) => `${line.name}: ${line.values.map(digits).join(", ")}`).join("; "),
        machine,
        note,
        columns: { at: "middles", names: columns },
        up,
        titles,
        isCentred: true,
        lines: lines.map((line, i) => ({
          ...lookOf(i),
          name: line.name,
          points: line.values.flatMap((value, column) =>
            Number.isFinite(value) && (scale !== "log" || value > 0)
              ? [{ column, value, words: `${columns[column]}: ${digits(value)}` }]
              : [],
          ),
        })),
      }),
  };
}
