/** Bars for each mode: the chain's time as measured, as simulated, and its bound. */
import { scaleLinear } from "d3-scale";
import { svgPage, svgText } from "../../../svg.ts";
import { drawAcross } from "../../report/charts/plot.ts";
import type { PageComparison } from "./compare.ts";
import { type RecordedMode, recordedModes } from "./record.ts";

const width = 760;
const [left, right] = [190, width - 110];
const row = 24;
const heading = 30;
const top = 64;

export const modeTitles: Readonly<Record<RecordedMode, string>> = { plain: "plain", preempt: "Preempt" };

/** The rows of a mode; null: there is none. Microseconds. */
function rowsOf({ measured, simulated, bound }: PageComparison): readonly (readonly [string, number | null])[] {
  return [
    ["measured, median", measured.median],
    ["measured, longest", measured.worst],
    ["simulated, longest", simulated],
    ["bound", bound],
  ];
}

/** @param of What was measured, under the title */
export function pageChart(compared: Readonly<Record<RecordedMode, PageComparison>>, of: string): string {
  const all = recordedModes.flatMap((mode) => rowsOf(compared[mode]).map(([, time]) => (time ?? 0) / 1000));
  const x = scaleLinear([0, Math.max(...all)], [left, right]).nice(5);
  const drawn: string[] = [];
  let y = top;
  for (const mode of recordedModes) {
    const { chains } = compared[mode];
    drawn.push(
      `<text x="16" y="${y + 14}" font-weight="600">${svgText(`${modeTitles[mode]}, ${chains.length} keys`)}</text>`,
    );
    y += heading;
    rowsOf(compared[mode]).forEach(([name, time], i) => {
      const ms = time === null ? undefined : time / 1000;
      const length = ms === undefined ? 0 : x(ms) - left;
      drawn.push(
        `<text class="name" x="${left - 10}" y="${y + 13}">${svgText(name)}</text>`,
        `<rect class="v${[0, 0, 2, 1][i]}${i === 0 ? " light" : ""}" x="${left}" y="${y + 2}" width="${Math.max(1, length).toFixed(1)}" height="14"/>`,
        `<text class="soft" x="${(left + length + 6).toFixed(1)}" y="${y + 13}">${ms === undefined ? "none" : `${ms.toFixed(1)} ms`}</text>`,
      );
      y += row;
    });
    y += 10;
  }
  const ticks = x.ticks(5).map((tick) => ({ at: x(tick), label: String(tick) }));
  const grid = drawAcross({ left, right, top: top - 4, bottom: y }, ticks, true);
  const words = recordedModes.map((mode) =>
    [
      modeTitles[mode],
      ...rowsOf(compared[mode]).map(([name, time]) => `${name} ${time === null ? "none" : time / 1000}`),
    ].join(", "),
  );
  return svgPage({
    name: "lab-page",
    width,
    height: y + 44,
    title: "From a key to the end of the frame that shows it",
    description: `Milliseconds. ${words.join("; ")}.`,
    machine: of,
    rules: "& .light { fill-opacity: 0.55; }",
    drawn: [...grid, ...drawn, `<text class="tick" x="${(left + right) / 2}" y="${y + 34}">milliseconds</text>`],
  });
}
