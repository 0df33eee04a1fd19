/** How near simulations came to each bound: a row for each, with the quarter, the median and the three quarters of the shares. */
import { scaleLinear } from "d3-scale";
import { svgPage, svgText } from "../../svg.ts";
import { boxRules, quantileBox, shareGrid } from "./boxes.ts";
import type { Tally } from "./campaign.ts";
import { modelOf } from "./models.ts";
import type { Results } from "./text.ts";

const width = 760;
const row = 22;
const heading = 30;
const left = 190;
const right = width - 130;
const top = 92;

export function soundnessChart(results: Results, machine: string): string {
  const x = scaleLinear([0, 1], [left, right]);
  const drawn: string[] = [];
  let y = top;
  results.forEach(([model, { sets, tallies }], i) => {
    drawn.push(
      `<text x="16" y="${y + 14}" font-weight="600">${svgText(`${modelOf(model).title}: ${number(sets)} sets`)}</text>`,
    );
    y += heading;
    for (const [bound, tally] of Object.entries(tallies)) {
      drawn.push(...rowOf(bound, tally, i % 6, y, x));
      y += row;
    }
    y += 8;
  });
  const above = results.reduce(
    (all, [, { tallies }]) => Object.values(tallies).reduce((sum, tally) => sum + tally.above, all),
    0,
  );
  return svgPage({
    name: "lab-soundness",
    width,
    height: y + 16,
    title: "Longest simulated times as a part of their bounds",
    description: `${results.map(([model, { sets }]) => `${model}: ${sets} sets`).join("; ")}. ${above} times were above their bounds.`,
    machine,
    rules: boxRules,
    drawn: [
      `<text class="soft" x="16" y="58">line: 5th percentile to the longest; box: middle half; stroke: median; right: how many attained the bound</text>`,
      ...shareGrid(x, top, y),
      ...drawn,
    ],
  });
}

function rowOf(bound: string, tally: Tally, colour: number, y: number, x: (share: number) => number): string[] {
  const middle = y + 2;
  const name = `<text class="name" x="${left - 10}" y="${middle + 4}">${svgText(bound)}</text>`;
  const share = `${((100 * tally.attained) / tally.compared).toFixed(1)} %${tally.above > 0 ? `, ${tally.above} above` : ""}`;
  return [
    name,
    ...quantileBox(tally, colour, middle, 12, x),
    `<text class="soft" x="${right + 12}" y="${middle + 4}">${svgText(share)}</text>`,
  ];
}

const number = (value: number) => value.toLocaleString("en-US");
