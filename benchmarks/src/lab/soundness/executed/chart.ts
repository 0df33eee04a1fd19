/** Pessimism: which part of each bound executions reach, and below it simulations of the same sets. */
import { scaleLinear } from "d3-scale";
import { svgPage, svgText } from "../../../svg.ts";
import { boxRules, quantileBox, shareGrid } from "../boxes.ts";
import type { Tally } from "../campaign.ts";
import { modelOf } from "../models.ts";
import type { ExecutedModel } from "./verdict.ts";

const width = 760;
const row = 28;
const heading = 30;
const left = 200;
const right = width - 120;
const top = 112;
/** Colours of svgPage. */
const [measuredColour, simulatedColour] = [0, 1];

export function executedChart(models: readonly ExecutedModel[], machine: string): string {
  const x = scaleLinear([0, 1], [left, right]);
  const drawn: string[] = [];
  let y = top;
  for (const { model, executed, disturbed, withoutBound, measured, simulated } of models) {
    const sets = executed - disturbed - withoutBound;
    const words = `${modelOf(model).title}: ${sets === 1 ? "1 set" : `${sets} sets`}`;
    drawn.push(`<text x="16" y="${y + 14}" font-weight="600">${svgText(words)}</text>`);
    y += heading;
    for (const [bound, tally] of Object.entries(measured)) {
      drawn.push(...rowOf(bound, tally, simulated[bound], y, x));
      y += row;
    }
    y += 6;
  }
  const sum = (of: (model: ExecutedModel) => number) => models.reduce((all, model) => all + of(model), 0);
  const above = sum(({ measured }) => Object.values(measured).reduce((all, tally) => all + tally.above, 0));
  return svgPage({
    name: "lab-executed",
    width,
    height: y + 16,
    title: "Longest measured times as a part of their bounds",
    description: `${sum(({ executed }) => executed)} executed sets, ${sum(({ disturbed }) => disturbed)} of them disturbed by others and left out. ${above} times were above their bounds.`,
    machine,
    rules: boxRules,
    drawn: [...legend(), ...shareGrid(x, top, y), ...drawn],
  });
}

function legend(): string[] {
  const names = ["executed", "simulated with the same costs, worst of some patterns"];
  return [
    `<text class="soft" x="16" y="58">line: 5th percentile to the longest; box: middle half; stroke: median; right: how many were compared</text>`,
    ...names.flatMap((name, i) => {
      const at = 16 + i * 110;
      return [
        `<rect class="v${[measuredColour, simulatedColour][i]}" x="${at}" y="66" width="14" height="9"/>`,
        `<text x="${at + 20}" y="75">${name}</text>`,
      ];
    }),
  ];
}

function rowOf(
  bound: string,
  measured: Tally,
  simulated: Tally | undefined,
  y: number,
  x: (share: number) => number,
): string[] {
  const above = measured.above > 0 ? `, ${measured.above} above` : "";
  return [
    `<text class="name" x="${left - 10}" y="${y + 6}">${svgText(bound)}</text>`,
    ...quantileBox(measured, measuredColour, y - 3, 8, x),
    ...(simulated === undefined ? [] : quantileBox(simulated, simulatedColour, y + 9, 5, x)),
    `<text class="soft" x="${right + 12}" y="${y + 6}">${measured.compared}${above}</text>`,
  ];
}
