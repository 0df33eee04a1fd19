/** How much the kernel's own test gives away, drawn: which sets it accepts, and how near responses come to its bounds. */
import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { svgPage, svgText } from "../../svg.ts";
import {
  type AcceptancePoint,
  policyWords,
  type TestedPolicy,
  type Tightness,
  testedPolicies,
  type Verdict,
} from "./verdict.ts";

/** A column for each policy; sets accepted above, responses over bounds below. */
const panel = { width: 400, height: 220, left: 52, top: 104, gap: 66, between: 92 } as const;

interface Place {
  readonly left: number;
  readonly top: number;
}

const placeOf = (column: number, row: number): Place => ({
  left: panel.left + column * (panel.width + panel.gap),
  top: panel.top + row * (panel.height + panel.between),
});

const curves = [
  ["ideal", "ideal processor, exact test"],
  ["simulated", "kernel simulated: no miss"],
  ["kernel", "kernel's own test"],
] as const;

export function validationChart(verdict: Verdict, machine: string): string {
  const drawn = [
    ...legend(),
    ...testedPolicies.flatMap((policy, column) => [
      ...acceptancePanel(placeOf(column, 0), `${titleOf(policy)}: sets accepted`, of(verdict, policy)),
      ...tightnessPanel(placeOf(column, 1), `${titleOf(policy)}: tasks below`, verdict.tightness[policy]),
    ]),
  ];
  return svgPage({
    name: "lab-validate",
    width: placeOf(testedPolicies.length, 0).left - panel.gap + 24,
    height: placeOf(0, 2).top - panel.between + 56,
    title: "The kernel's own test against simulation and execution",
    description: describe(verdict),
    machine,
    rules: "& path { fill: none; stroke-width: 2; }\n& .end { text-anchor: end; }\n& .dash { stroke-dasharray: 6 4; }",
    drawn,
  });
}

function titleOf(policy: TestedPolicy): string {
  const words = policyWords[policy];
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const of = ({ acceptance }: Verdict, policy: TestedPolicy) => acceptance.filter((point) => point.policy === policy);

function describe({ executed, counted, jobs, misses }: Verdict): string {
  return `Share of task sets accepted over their utilisation, by test; and longest responses over their bounds. ${executed} accepted cells were executed; of ${counted} undisturbed ones with ${jobs} jobs ${misses} deadlines were missed.`;
}

function legend(): string[] {
  return [...curves.map(([, name]) => name), "kernel executed"].flatMap((name, i) => {
    const [x, y] = [16 + i * 228, 56];
    return [
      `<path class="l${i}${i === 1 ? " dash" : ""}" d="M${x} ${y}h24"/>`,
      `<text x="${x + 30}" y="${y + 4}">${svgText(name)}</text>`,
    ];
  });
}

function axes(
  { left, top }: Place,
  title: string,
  across: string,
  ticks: readonly number[],
  at: (tick: number) => number,
): string[] {
  const bottom = top + panel.height;
  const y = scaleLinear([0, 1], [bottom, top]);
  return [
    `<text x="${left}" y="${top - 12}" font-weight="600">${svgText(title)}</text>`,
    ...y
      .ticks(5)
      .flatMap((tick) => [
        `<path class="grid" style="stroke-width: 1" d="M${left} ${y(tick)}h${panel.width}"/>`,
        `<text class="soft end" x="${left - 6}" y="${y(tick) + 4}">${Math.round(tick * 100)} %</text>`,
      ]),
    ...ticks.map((tick) => `<text class="tick" x="${at(tick)}" y="${bottom + 18}">${tick}</text>`),
    `<text class="tick" x="${left + panel.width / 2}" y="${bottom + 38}">${svgText(across)}</text>`,
  ];
}

function acceptancePanel(place: Place, title: string, points: readonly AcceptancePoint[]): string[] {
  const { left, top } = place;
  const across = scaleLinear([0, 1.05], [left, left + panel.width]);
  const up = scaleLinear([0, 1], [top + panel.height, top]);
  return [
    ...axes(place, title, "utilisation", [0, 0.2, 0.4, 0.6, 0.8, 1], across),
    ...curves.flatMap(([field], series) => {
      const path = line<AcceptancePoint>(
        (point) => across(point.utilisation),
        (point) => up(point[field]),
      )(points);
      const dots = points.map(
        (point) => `<circle class="v${series}" cx="${across(point.utilisation)}" cy="${up(point[field])}" r="3"/>`,
      );
      return [`<path class="l${series}${series === 1 ? " dash" : ""}" d="${path}"/>`, ...dots];
    }),
  ];
}

/** The share of tasks whose longest response is at most so much of the bound. */
function tightnessPanel(place: Place, title: string, { simulated, measured }: Tightness): string[] {
  const { left, top } = place;
  const across = scaleLinear([0, 1], [left, left + panel.width]);
  const up = scaleLinear([0, 1], [top + panel.height, top]);
  const steps = Array.from({ length: 101 }, (_, k) => k / 100);
  const below = (values: readonly number[], limit: number) =>
    values.filter((value) => value <= limit).length / Math.max(1, values.length);
  const curve = (values: readonly number[], series: number, dash: string) =>
    values.length === 0
      ? []
      : [
          `<path class="l${series}${dash}" d="${line<number>(
            (step) => across(step),
            (step) => up(below(values, step)),
          )(steps)}"/>`,
        ];
  return [
    ...axes(place, title, "longest response / bound", [0, 0.2, 0.4, 0.6, 0.8, 1], across),
    ...curve(simulated, 1, " dash"),
    ...curve(measured, 3, ""),
  ];
}
