/** Figure 8 of the paper: frames per second under FCFS and under EDF, by load, with the paper's averages drawn in. */
import { paperRates } from "./paper.ts";
import { loadNames, loads, policies, policyNames } from "./subtests.ts";
import type { Row } from "./summary.ts";
import { px, svgPicture, svgText } from "./svg.ts";

const frame = { left: 56, right: 744, top: 92, bottom: 320 } as const;
const barWidth = 56;
const gap = 14;

export function rateFigure(rows: readonly Row[], remark: string): string {
  const most = Math.max(66, ...rows.map(({ measures }) => measures.rate.most * 1.1));
  const y = (rate: number) => frame.bottom - (rate / most) * (frame.bottom - frame.top);
  const step = (frame.right - frame.left) / loads.length;
  const ticks = Array.from({ length: Math.floor(most / 20) + 1 }, (_, i) => i * 20);
  return svgPicture({
    name: "macro-rates",
    width: 760,
    height: 372,
    title: "Frames per second",
    remark,
    description: describe(rows),
    rules: `
& .reach { stroke: var(--ink); stroke-width: 1.5; fill: none; }
& .paper { fill: var(--ground); stroke: var(--ink); stroke-width: 1.5; }
& .value { font-weight: 600; }`,
    drawn: [
      ...legend(),
      ...ticks.flatMap((tick) => [
        `<line class="grid" x1="${frame.left}" x2="${frame.right}" y1="${px(y(tick))}" y2="${px(y(tick))}"/>`,
        `<text class="soft end" x="${frame.left - 8}" y="${px(y(tick) + 4)}">${tick}</text>`,
      ]),
      ...loads.flatMap((load, i) => {
        const middle = frame.left + step * (i + 0.5);
        return [
          ...policies.flatMap((policy, k) => {
            const row = rows.find((row) => row.policy === policy && row.load === load);
            const x = middle + (k === 0 ? -gap / 2 - barWidth : gap / 2);
            return [...(row === undefined ? [] : bar(row, x, y)), ...paperMarks(x + barWidth / 2, policy, load, y)];
          }),
          `<text class="middle" x="${px(middle)}" y="${frame.bottom + 20}">${svgText(loadNames[load])}</text>`,
        ];
      }),
      `<text class="soft middle" x="${(frame.left + frame.right) / 2}" y="${frame.bottom + 42}">load</text>`,
    ],
  });
}

function bar({ policy, load, measures: { rate } }: Row, x: number, y: (rate: number) => number): string[] {
  const middle = px(x + 9);
  const words = `${policyNames[policy]}, ${loadNames[load]}: ${show(rate.median)} frames/s (${show(rate.least)} to ${show(rate.most)})`;
  const isShort = y(0) - y(rate.median) < 24;
  const [at, style] = isShort ? [y(rate.most) - 6, ""] : [frame.bottom - 8, ' style="fill: var(--ground)"'];
  return [
    `<rect class="${policy}" x="${px(x)}" y="${px(y(rate.median))}" width="${barWidth}" height="${px(y(0) - y(rate.median))}"><title>${svgText(words)}</title></rect>`,
    `<path class="reach" d="M${middle} ${px(y(rate.least))}V${px(y(rate.most))}"/>`,
    `<text class="value middle" x="${px(x + barWidth / 2)}" y="${px(at)}"${style}>${show(rate.median)}</text>`,
  ];
}

/** A diamond for Firefox, a circle for Chromium. */
function paperMarks(x: number, policy: Row["policy"], load: Row["load"], y: (rate: number) => number): string[] {
  const { firefox, chromium } = paperRates[policy][load];
  return [
    diamond(x - 3, y(firefox), `the paper's, Firefox: ${firefox}`),
    circle(x + 13, y(chromium), `the paper's, Chromium: ${chromium}`),
  ];
}

const diamond = (x: number, y: number, words: string) =>
  `<path class="paper" d="M${px(x)} ${px(y - 6)}l6 6l-6 6l-6 -6Z"><title>${svgText(words)}</title></path>`;
const circle = (x: number, y: number, words: string) =>
  `<circle class="paper" cx="${px(x)}" cy="${px(y)}" r="4.5"><title>${svgText(words)}</title></circle>`;

function legend(): string[] {
  return [
    '<rect class="fcfs" x="16" y="54" width="12" height="12"/><text x="34" y="64">FCFS, plain code</text>',
    '<rect class="edf" x="146" y="54" width="12" height="12"/><text x="164" y="64">EDF, preemptable</text>',
    '<path class="reach" d="M286 54v12"/><text x="294" y="64">all repetitions</text>',
    diamond(396, 60, "the paper's, Firefox"),
    '<text x="408" y="64">the paper’s, Firefox</text>',
    circle(538, 60, "the paper's, Chromium"),
    '<text x="548" y="64">the paper’s, Chromium</text>',
  ];
}

function describe(rows: readonly Row[]): string {
  return rows
    .map(({ policy, load, measures }) => {
      const { firefox, chromium } = paperRates[policy][load];
      return `${policyNames[policy]}, ${loadNames[load]}: ${show(measures.rate.median)} (the paper's ${firefox} in Firefox, ${chromium} in Chromium)`;
    })
    .join("; ");
}

const show = (rate: number) => rate.toFixed(1);
