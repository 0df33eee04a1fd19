/** Of docs/benchmarks.md: what preemptability and the scheduler cost in Node. */
import { type Experiment, item, type Run } from "../experiment.ts";
import { printed } from "./printed.ts";

const images = "docs/images";

const measured = (
  name: string,
  quick: number,
  full: number,
  words = "",
): { readonly quick: Run; readonly full: Run } => {
  const command = `preempt-lab ${name} ${words}`;
  const files = `--json ${name}.json --svg ${name}.svg`;
  return {
    quick: { minutes: quick, steps: [{ command: `${command}--quick ${files}` }] },
    full: { minutes: full, steps: [{ command: `${command}${files}` }] },
  };
};

export const workloads: Experiment = {
  id: "workloads",
  page: "docs/benchmarks.md#what-preemptability-costs",
  ...measured("workloads", 1, 10),
  items: [
    item({
      id: "cost",
      title: "What preemptability costs",
      claim: "24 programs take 1.12 times as long as plain ones in the mean, and 1.54 times at most.",
      read: (files) => {
        const [summary] = files.json("workloads.json").summary;
        const { geometricMean, maximum } = summary as { geometricMean: number; maximum: number };
        return { "geometric mean": geometricMean, maximum };
      },
      shape: [
        { says: "the geometric mean is below 1.3", holds: (n) => n["geometric mean"] < 1.3 },
        { says: "no program takes twice as long", holds: (n) => n.maximum < 2 },
      ],
      figures: [{ file: "workloads.svg", ours: `${images}/workloads.svg` }],
      published: { says: "1.12x in the mean, 1.54x at most.", quote: "| **geometric mean** | | **1.12x** |" },
    }),
  ],
};

interface UntunedSummary {
  readonly summary: readonly { readonly suite: string; readonly [measure: string]: unknown }[];
  readonly rows: readonly { readonly name: string; readonly cpu: number }[];
  readonly faults: readonly unknown[];
}

export const untuned: Experiment = {
  id: "untuned",
  page: "docs/benchmarks.md#programs-that-nobody-tuned-for",
  needs: ["npm"],
  quick: { minutes: 1, steps: [{ command: "preempt-lab packages --quick --only acorn,zod --json packages.json" }] },
  full: { minutes: 60, steps: [{ command: "preempt-lab packages --json packages.json" }] },
  items: [
    item({
      id: "untuned-packages",
      title: "npm packages that nobody tuned for",
      claim:
        "50 npm packages with every function preemptable take 1.8 times the processor time of plain, with the same results.",
      read: (files) => {
        const { rows, faults } = files.json("packages.json") as UntunedSummary;
        const logs = rows.map(({ cpu }) => Math.log(cpu));
        return {
          packages: rows.length,
          "processor time, geometric mean": Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length),
          "packages with a fault": faults.length,
        };
      },
      shape: [
        { says: "no package gives another result, or fails", holds: (n) => n["packages with a fault"] === 0 },
        { says: "the mean is below 2.5", holds: (n) => n["processor time, geometric mean"] < 2.5 },
      ],
    }),
  ],
};

interface SchedulerRow {
  readonly operation: string;
  readonly length: number;
  /** Nanoseconds. */
  readonly time: number;
  /** Against the shortest queue. */
  readonly ratio: number;
}

export const scheduler: Experiment = {
  id: "scheduler",
  page: "docs/benchmarks.md#what-the-scheduler-costs",
  ...measured("scheduler", 1, 6),
  items: [
    item({
      id: "scheduler",
      title: "What the scheduler costs, by how many jobs wait",
      claim: "Operations of the scheduler hardly grow with the jobs that wait: microseconds among 100,000.",
      read: (files) => {
        const rows: readonly SchedulerRow[] = files.json("scheduler.json").rows;
        const longest = rows.filter(({ length }) => length === Math.max(...rows.map((row) => row.length)));
        return {
          "jobs that wait": longest[0]?.length ?? 0,
          "slowest operation, µs": Math.max(...longest.map(({ time }) => time)) / 1000,
          "largest ratio to few that wait": Math.max(...longest.map(({ ratio }) => ratio)),
        };
      },
      shape: [
        {
          says: "no operation takes 30 times as long as among few",
          holds: (n) => n["largest ratio to few that wait"] < 30,
        },
      ],
      figures: [{ file: "scheduler.svg", ours: `${images}/scheduler.svg` }],
    }),
  ],
};

interface LatencyRow {
  readonly job: { readonly p50: number; readonly p99: number };
  readonly own: { readonly p99: number };
}

export const latency: Experiment = {
  id: "latency",
  page: "docs/benchmarks.md#how-late-slices-end",
  ...measured("latency", 1, 10),
  items: [
    item({
      id: "slices",
      title: "How late slices end",
      claim: "Jobs give the thread up within a fraction of a millisecond after their slice.",
      read: (files) => {
        const rows: readonly LatencyRow[] = files.json("latency.json").rows;
        const most = (pick: (row: LatencyRow) => number) => 1000 * Math.max(...rows.map(pick));
        return {
          programs: rows.length,
          "past the slice, median of the latest program, µs": most(({ job }) => job.p50),
          "99 % without others' time, latest program, µs": most(({ own }) => own.p99),
        };
      },
      shape: [
        {
          says: "every program ends half of its slices within 0.2 ms",
          holds: (n) => n["past the slice, median of the latest program, µs"] < 200,
        },
        {
          says: "99 % end within 2 ms, without the time that others took",
          holds: (n) => n["99 % without others' time, latest program, µs"] < 2000,
          fullOnly: true,
        },
      ],
      figures: [{ file: "latency.svg", ours: `${images}/latency.svg` }],
    }),
  ],
};

interface ComplexityRow {
  readonly operation: string;
  readonly growth?: number;
}

export const complexity: Experiment = {
  id: "complexity",
  page: "docs/benchmarks.md#how-operations-grow",
  ...printed("complexity", 0.3, 2),
  items: [
    item({
      id: "growth",
      title: "How operations grow",
      claim: "No operation of the scheduler grows linearly with the jobs that wait.",
      read: (files) => {
        const rows: readonly ComplexityRow[] = files.json("complexity.json").rows;
        const growths = rows.flatMap(({ growth }) => (typeof growth === "number" ? [growth] : []));
        return {
          operations: new Set(rows.map(({ operation }) => operation)).size,
          "largest growth": Math.max(...growths),
        };
      },
      shape: [
        {
          says: "among 100 times as many jobs no operation takes ten times as long",
          holds: (n) => n["largest growth"] < 10,
        },
      ],
    }),
  ],
};

interface ObserverRow {
  readonly name: string;
  readonly ratio: number;
}

export const observer: Experiment = {
  id: "observer",
  page: "docs/benchmarks.md#being-watched",
  ...printed("observer", 0.2, 0.5),
  items: [
    item({
      id: "observer",
      title: "What being watched costs",
      claim: "A trace costs a dispatch a fifth, and an observer that listens to nothing costs nothing.",
      read: (files) => {
        const rows: readonly ObserverRow[] = files.json("observer.json").rows;
        return {
          "TraceBuffer against none": rows.find(({ name }) => name.includes("TraceBuffer"))?.ratio ?? Number.NaN,
        };
      },
      shape: [
        {
          says: "with a trace a dispatch takes less than twice as long",
          holds: (n) => n["TraceBuffer against none"] < 2,
        },
      ],
    }),
  ],
};
