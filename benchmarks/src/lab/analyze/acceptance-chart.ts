/** Acceptance as lines over the utilisation. */
import { linearAxis } from "../report/charts/axes.ts";
import { columnsChart } from "../report/charts/columns-chart.ts";
import { digits, percent } from "../report/charts/show.ts";
import type { Look, Shape } from "../report/series.ts";
import { type Acceptance, intervalOf } from "./acceptance.ts";
import type { TestName } from "./verdicts.ts";

/** A colour for each policy, as the report of runs has it; hollow and dashed: jobs that are not preempted, or not at once. */
const looks: Readonly<Record<TestName, readonly [colour: number, shape: Shape, hollow?: "hollow"]>> = {
  LL: [6, "circle"],
  hyperbolic: [5, "diamond"],
  RM: [4, "diamond"],
  DM: [0, "square"],
  density: [3, "cross"],
  EDF: [2, "triangle"],
  FIFO: [1, "circle"],
  OPA: [6, "cross"],
  "non-preemptive DM": [0, "diamond", "hollow"],
  "non-preemptive EDF": [2, "circle", "hollow"],
  "kernel EDF": [2, "triangle", "hollow"],
  "kernel FP": [0, "square", "hollow"],
  "kernel FIFO": [1, "circle", "hollow"],
};

function lookOf(test: TestName): Look {
  const [colour, shape, hollow] = looks[test];
  return { colour, shape, published: hollow !== undefined };
}

/** @param of What was analysed, under the title */
export function acceptanceChart(found: readonly Acceptance[], width: number, of: string): string {
  const step = (utilisation: number) => Math.round(utilisation / width);
  const all = found.flatMap(({ points }) => points.map(({ utilisation }) => step(utilisation)));
  const [first, last] = all.length === 0 ? [0, 0] : [Math.min(...all), Math.max(...all)];
  const lines = together(found).map(({ tests, test, points, weighted }) => ({
    name: `${tests.join(" = ")}: ${weighted.toFixed(3)}`,
    ...lookOf(tests.find((test) => test === "EDF" || test === "DM") ?? test),
    points: points.map((point) => ({
      column: step(point.utilisation) - first,
      value: point.accepted / point.sets,
      // Lines at the ends of the scale would be as many as there are tests, and tell nothing.
      ...(point.accepted > 0 && point.accepted < point.sets && { spread: intervalOf(point) }),
      words: `utilisation ${digits(point.utilisation)}: ${point.accepted} of ${point.sets} sets`,
    })),
  }));
  const ends = lines.map(({ name, points }) => `${name}, from ${points[0]?.words} to ${points.at(-1)?.words}`);
  return columnsChart({
    name: "preempt-acceptance",
    title: "Task sets accepted, by utilisation",
    description: `Share of task sets that each test accepts. ${ends.join("; ")}.`,
    machine: of,
    note: "Thin lines: 95 % intervals (Wilson). Behind a name: weighted schedulability, Σ U·S / Σ U.",
    columns: {
      at: "middles",
      names: Array.from({ length: last - first + 1 }, (_, i) => digits((first + i) * width)),
    },
    up: linearAxis(0, 1, percent),
    titles: { up: "task sets accepted", across: "utilisation of the task set" },
    lines,
    isCentred: true,
  });
}

interface Together extends Acceptance {
  readonly tests: readonly TestName[];
}

/** Tests that accept as many everywhere are one line: of two on top of each other the lower one cannot be seen. */
function together(found: readonly Acceptance[]): Together[] {
  const lines = new Map<string, Together>();
  for (const acceptance of found) {
    const key = JSON.stringify([acceptance.points, acceptance.weighted]);
    const known = lines.get(key);
    const tests = [...(known?.tests ?? []), acceptance.test];
    lines.set(key, { ...(known ?? acceptance), tests });
  }
  return [...lines.values()];
}
