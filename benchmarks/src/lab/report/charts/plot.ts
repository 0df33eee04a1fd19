/** The frame of a chart: grid, numbers and titles of the axes. */
import { svgText } from "../../../svg.ts";
import type { Axis, Tick } from "./axes.ts";

/** All charts are as wide, so that their letters are as large. */
export const chartWidth = 760;

export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Levels across the frame, with their numbers to the left; the row of zeros if there is one. */
export function drawUp({ left, right, bottom }: Frame, axis: Axis): string[] {
  return [
    ...(axis.break === undefined ? [] : zeroRow({ left, right, bottom }, axis.break)),
    ...axis.ticks.flatMap(({ at, label }) => [
      `<line class="grid" x1="${left}" x2="${right}" y1="${at}" y2="${at}"/>`,
      `<text class="level" x="${left - 8}" y="${at + 4}">${svgText(label)}</text>`,
    ]),
  ];
}

/** A band under the logarithmic part, and two strokes through the axis: here it is broken. */
function zeroRow({ left, right, bottom }: Omit<Frame, "top">, at: number): string[] {
  return [
    `<rect class="zero" x="${left}" y="${at}" width="${right - left}" height="${bottom - at}"/>`,
    `<path class="ink" d="M${left - 5} ${at - 1}l10 -4M${left - 5} ${at + 4}l10 -4"/>`,
  ];
}

/** Numbers under the frame. */
export function drawAcross({ top, bottom }: Frame, ticks: readonly Tick[], lines: boolean): string[] {
  return ticks.flatMap(({ at, label }) => [
    ...(lines ? [`<line class="grid" x1="${at}" x2="${at}" y1="${top}" y2="${bottom}"/>`] : []),
    `<text class="tick" x="${at}" y="${bottom + 16}">${svgText(label)}</text>`,
  ]);
}

/** What the numbers are: of the axis up above it, of the axis across below it. */
export function axisTitles({ left, right, top, bottom }: Frame, up: string, across: string): string[] {
  return [
    `<text class="axis" x="${left - 48}" y="${top - 12}">${svgText(up)}</text>`,
    `<text class="axis middle" x="${(left + right) / 2}" y="${bottom + 34}">${svgText(across)}</text>`,
  ];
}

/** Cut to what fits under a title. */
export function shortened(text: string, most = 112): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
