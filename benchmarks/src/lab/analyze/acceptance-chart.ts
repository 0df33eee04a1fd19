/** Acceptance as lines over the utilisation, or over another number. */
import { linearAxis } from "../report/charts/axes.ts";
import { columnsChart } from "../report/charts/columns-chart.ts";
import { percent } from "../report/charts/show.ts";
import type { Look, Shape } from "../report/series.ts";
import { type Acceptance, type AcceptanceCounter, intervalOf, placeOf } from "./acceptance.ts";
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
  loop: [1, "square", "hollow"],
  "RM offsets": [4, "circle"],
  "DM offsets": [0, "triangle"],
  "EDF offsets": [2, "diamond"],
  "OPA offsets": [6, "square"],
  "DM suspension": [0, "circle"],
  "EDF suspension": [2, "square"],
  "chains DM": [0, "cross", "hollow"],
  "chains EDF": [2, "cross", "hollow"],
  "chains loop": [1, "cross", "hollow"],
  OPA: [6, "cross"],
  "non-preemptive DM": [0, "diamond", "hollow"],
  "non-preemptive EDF": [2, "circle", "hollow"],
  "first-fit EDF": [2, "diamond"],
  "best-fit EDF": [2, "square"],
  "worst-fit EDF": [2, "cross"],
  "first-fit DM": [0, "diamond"],
  "best-fit DM": [0, "triangle"],
  "worst-fit DM": [0, "cross"],
  "kernel EDF": [2, "triangle", "hollow"],
  "kernel FP": [0, "square", "hollow"],
  "kernel FIFO": [1, "circle", "hollow"],
};

function lookOf(test: TestName): Look {
  const [colour, shape, hollow] = looks[test];
  return { colour, shape, published: hollow !== undefined };
}

/** @param of What was analysed, under the title */
export function acceptanceChart(counter: AcceptanceCounter, of: string): string {
  const { by, width } = counter;
  const found = counter.found();
  const columns = columnsOf(found, width);
  const columnOf = new Map(columns.map((at, column) => [at, column]));
  const isShare = by === "utilisation";
  const lines = together(found).map(({ tests, test, points, weighted }) => ({
    name: `${tests.join(" = ")}: ${weighted.toFixed(3)}`,
    ...lookOf(tests.find((test) => test === "EDF" || test === "DM") ?? test),
    points: points.map((point) => ({
      column: columnOf.get(point.at) as number,
      value: isShare ? point.accepted / point.sets : point.weighted,
      // Lines at the ends of the scale would be as many as there are tests, and tell nothing.
      ...(isShare && point.accepted > 0 && point.accepted < point.sets && { spread: intervalOf(point) }),
      words: `${by} ${point.at}: ${point.accepted} of ${point.sets} sets${isShare ? "" : `, ${percent(point.weighted)} weighted`}`,
    })),
  }));
  const ends = lines.map(({ name, points }) => `${name}, from ${points[0]?.words} to ${points.at(-1)?.words}`);
  const share = isShare ? "Share" : "Share, weighted by utilisation,";
  return columnsChart({
    name: "preempt-acceptance",
    title: isShare ? "Task sets accepted, by utilisation" : `Weighted schedulability, by ${by}`,
    description: `${share} of task sets that each test accepts. ${ends.join("; ")}.`,
    machine: of,
    note: isShare
      ? "Thin lines: 95 % intervals (Wilson). Behind a name: weighted schedulability, Σ U·S / Σ U."
      : "Weighted schedulability: Σ U·S / Σ U; behind a name: over all sets.",
    columns: { at: "middles", names: columns.map(String) },
    up: linearAxis(0, 1, percent),
    titles: {
      up: isShare ? "task sets accepted" : "task sets accepted, weighted by utilisation",
      across: isShare ? "utilisation of the task set" : by,
    },
    lines,
    isCentred: true,
  });
}

/** From the first point to the last: each multiple of the width, also where there are no sets; or those that there are. */
function columnsOf(found: readonly Acceptance[], width: number | undefined): number[] {
  const all = [...new Set(found.flatMap(({ points }) => points.map(({ at }) => at)))].sort((a, b) => a - b);
  const [first, last] = [all[0], all.at(-1)];
  if (width === undefined || first === undefined || last === undefined) return all;
  const count = Math.round((last - first) / width) + 1;
  return Array.from({ length: count }, (_, i) => placeOf(first + i * width, width));
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
