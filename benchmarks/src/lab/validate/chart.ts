/** How much the kernel's own test gives away, drawn: which sets it accepts, and how near responses come to its bounds. */
import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { svgPage, svgText } from "../../svg.ts";
import type { AcceptancePoint, Verdict } from "./verdict.ts";

const panel = { width: 300, height: 220, left: 52, top: 92, gap: 66 } as const;
const x = (i: number) => panel.left + i * (panel.width + panel.gap);

const curves = [
  ["ideal", "ideal processor, exact test"],
  ["simulated", "kernel simulated: no miss"],
  ["kernel", "kernel's own test"],
] as const;

export function validationChart(verdict: Verdict, machine: string): string {
  const drawn = [
    ...legend(),
    ...acceptancePanel(0, "Fixed priorities: sets accepted", of(verdict, "fp")),
    ...acceptancePanel(1, "EDF: sets accepted", of(verdict, "edf")),
    ...tightnessPanel(2, verdict.tightness),
  ];
  return svgPage({
    name: "lab-validate",
    width: x(3) - panel.gap + 24,
    height: panel.top + panel.height + 56,
    title: "The kernel's own test against simulation and execution",
    description: describe(verdict),
    machine,
    rules: "& path { fill: none; stroke-width: 2; }\n& .end { text-anchor: end; }\n& .dash { stroke-dasharray: 6 4; }",
    drawn,
  });
}

const of = ({ acceptance }: Verdict, policy: "fp" | "edf") => acceptance.filter((point) => point.policy === policy);

function describe({ executed, counted, jobs, misses }: Verdict): string {
  return `Share of task sets accepted over their utilisation, by test; and longest responses over their bounds. ${executed} accepted cells were executed; of ${counted} undisturbed ones with ${jobs} jobs ${misses} deadlines were missed.`;
}

function legend(): string[] {
  return [...curves.map(([, name]) => name), "kernel executed"].flatMap((name, i) => [
    `<path class="l${i}${i === 1 ? " dash" : ""}" d="M${16 + i * 250} 56h24"/>`,
    `<text x="${46 + i * 250}" y="60">${svgText(name)}</text>`,
  ]);
}

function axes(
  i: number,
  title: string,
  across: string,
  ticks: readonly number[],
  at: (tick: number) => number,
): string[] {
  const [left, bottom] = [x(i), panel.top + panel.height];
  const y = scaleLinear([0, 1], [bottom, panel.top]);
  return [
    `<text x="${left}" y="${panel.top - 12}" font-weight="600">${svgText(title)}</text>`,
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

function acceptancePanel(i: number, title: string, points: readonly AcceptancePoint[]): string[] {
  const across = scaleLinear([0, 1.05], [x(i), x(i) + panel.width]);
  const up = scaleLinear([0, 1], [panel.top + panel.height, panel.top]);
  return [
    ...axes(i, title, "utilisation", [0, 0.2, 0.4, 0.6, 0.8, 1], across),
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
function tightnessPanel(i: number, { simulated, measured }: Verdict["tightness"]): string[] {
  const across = scaleLinear([0, 1], [x(i), x(i) + panel.width]);
  const up = scaleLinear([0, 1], [panel.top + panel.height, panel.top]);
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
    ...axes(i, "Fixed priorities: tasks below", "longest response / bound", [0, 0.2, 0.4, 0.6, 0.8, 1], across),
    ...curve(simulated, 1, " dash"),
    ...curve(measured, 3, ""),
  ];
}
