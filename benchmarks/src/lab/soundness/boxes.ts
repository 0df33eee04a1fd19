/** Boxes of shares of bounds, one under the other, and the lines behind them. */
import type { ScaleLinear } from "d3-scale";
import { quantileOf, type Tally } from "./campaign.ts";

/** Lines from above the first row to `bottom`, with their numbers on top. */
export function shareGrid(x: ScaleLinear<number, number>, top: number, bottom: number): string[] {
  return x
    .ticks(5)
    .flatMap((tick) => [
      `<line class="grid" x1="${x(tick)}" x2="${x(tick)}" y1="${top - 12}" y2="${bottom}"/>`,
      `<text class="tick" x="${x(tick)}" y="${top - 18}">${tick}</text>`,
    ]);
}

/** From the 5th percentile to the longest, the middle half, and the median. */
export function quantileBox(
  tally: Tally,
  colour: number,
  middle: number,
  height: number,
  x: (share: number) => number,
): string[] {
  const at = (part: number) => x(quantileOf(tally, part)).toFixed(1);
  const [low, high] = [Number(at(0.25)), Number(at(0.75))];
  const half = height / 2;
  return [
    `<line class="whisker l${colour}" x1="${at(0.05)}" x2="${at(1)}" y1="${middle}" y2="${middle}"/>`,
    `<rect class="box v${colour}" x="${low}" y="${middle - half}" width="${Math.max(1, high - low).toFixed(1)}" height="${height}"/>`,
    `<line class="median l${colour}" x1="${at(0.5)}" x2="${at(0.5)}" y1="${middle - half - 1}" y2="${middle + half + 1}"/>`,
  ];
}

/** Of those boxes. */
export const boxRules =
  "& .whisker { stroke-width: 1.4; } & .box { fill-opacity: 0.45; } & .median { stroke-width: 2.4; }";
