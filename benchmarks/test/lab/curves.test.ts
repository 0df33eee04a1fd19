/**
 * Generators, analyses and the simulated kernel together, against curves that other programs drew: how many random sets pass
 * each test, and how many jobs are late. Random sets are compared by their shares alone: differences beyond 4 standard
 * errors are a mistake of somebody.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { analyzeSet } from "../../src/lab/analyze/analyze-set.ts";
import { type Deadlines, type GenerateOptions, generateTaskSets } from "../../src/lab/generate/index.ts";
import { simulateSet } from "../../src/lab/simulate/simulate.ts";
import type { TaskSet } from "../../src/lab/task-set.ts";

const read = <T>(name: string) =>
  JSON.parse(readFileSync(new URL(`./reference/curves/${name}.json`, import.meta.url), "utf8")) as T;

interface Curve {
  readonly points: readonly {
    readonly config: { readonly n: number; readonly periods: string; readonly deadlines: string };
    readonly U: number;
    readonly N: number;
    readonly schedulable: Readonly<Record<string, number>>;
  }[];
}

type Verdicts = Readonly<Record<string, boolean | null | undefined>>;

/** Enough for every verdict. The response times under EDF, which nobody asks for here, take millions. */
const maxSteps = 100_000;

/** What each test says of a set, named as in the reference. */
function verdictsOf(set: TaskSet): Verdicts {
  const { ll, hyperbolic, rm, dm, edf, density } = analyzeSet(set, { maxSteps });
  const verdicts = { LL: ll?.pass, HYP: hyperbolic?.pass, RM_RTA: rm.sched, DM_RTA: dm.sched };
  return { ...verdicts, EDF: edf.sched, EDF_PDC: edf.sched, EDF_density: density.pass };
}

function nonPreemptiveVerdictsOf(set: TaskSet): Verdicts {
  const { dm, edf } = analyzeSet(set, { maxSteps, preemption: "none" });
  return { NP_DM: dm.sched, NP_EDF: edf.sched };
}

const sample = 150;

describe("sets that pass each test", () => {
  const { points } = read<Curve>("schedulability");
  const named = points.map(
    (point) => [`${point.config.n} tasks, ${point.config.deadlines}, U ${point.U}`, point] as const,
  );

  test.for(named)("%s", ([, { config, U, N, schedulable }]) => {
    const [, least = "", most = ""] = /\[(\d+),(\d+)\]/.exec(config.periods) ?? [];
    const deadlines: Deadlines =
      config.deadlines === "implicit" ? { kind: "implicit" } : { kind: "constrained", from: 0 };
    const sets = generateTaskSets({
      seed: 7,
      sets: sample,
      utilisation: [U],
      tasks: { least: config.n, most: config.n },
      utilisations: { kind: "uunifast-discard" },
      periods: { kind: "log-uniform", least: Number(least), most: Number(most) },
      granularity: { granularity: 1, rounding: "nearest" },
      deadlines,
    } satisfies GenerateOptions);
    const verdicts = sets.map("NP_DM" in schedulable ? nonPreemptiveVerdictsOf : verdictsOf);
    for (const [name, count] of Object.entries(schedulable)) {
      const answers = verdicts.map((verdict) => verdict[name]);
      // Undecided is not unschedulable.
      expect([...new Set(answers)].filter((answer) => typeof answer !== "boolean")).toEqual([]);
      const passed = answers.filter(Boolean).length;
      const expected = count / N;
      const spread = Math.sqrt(expected * (1 - expected) * (1 / sample + 1 / N));
      expect(
        Math.abs(passed / sample - expected),
        `${name}: ${passed} of ${sample}, ${count} of ${N}`,
      ).toBeLessThanOrEqual(
        // Two sets more or less, where all or none pass.
        4 * spread + 2 / sample,
      );
    }
  });
});

interface MissRatios {
  readonly config: { readonly n: number; readonly period_ms?: never; readonly periods_ms: readonly number[] };
  readonly points: readonly {
    readonly U: number;
    readonly miss_ratio: Readonly<Record<string, Estimate>>;
    readonly preemptions_per_job: Readonly<Record<string, Estimate>>;
  }[];
}

interface Estimate {
  readonly mean: number;
  readonly se: number;
}

describe("late jobs, and preemptions", () => {
  const { config, points } = read<MissRatios>("miss_ratio");

  test.for(points.map((point) => [point.U, point] as const))("utilisation %d", ([U, point]) => {
    const sets = generateTaskSets({
      seed: 11,
      sets: 120,
      utilisation: [U],
      tasks: { least: config.n, most: config.n },
      utilisations: { kind: "uunifast-discard" },
      periods: { kind: "list", periods: config.periods_ms.map((ms) => ms * 1000) },
    });
    for (const [variant, expected] of Object.entries(point.miss_ratio)) {
      const [policy, preemption] = variant.toLowerCase().split("-") as ["edf" | "fp" | "fifo", "p" | "np"];
      const runs = sets.map((set) => {
        const { misses, metrics } = simulateSet(set, {
          policy,
          preemption: preemption === "p" ? "full" : "none",
          horizon: 200_000,
        });
        return { late: misses / metrics.released, preempted: metrics.preemptions / metrics.released };
      });
      agrees(
        `${variant}, late`,
        runs.map(({ late }) => late),
        expected,
      );
      const preemptions = point.preemptions_per_job[variant] as Estimate;
      agrees(
        `${variant}, preemptions`,
        runs.map(({ preempted }) => preempted),
        preemptions,
      );
    }
  });
});

function agrees(name: string, values: readonly number[], { mean, se }: Estimate) {
  const own = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - own) ** 2, 0) / (values.length - 1);
  const spread = Math.sqrt(variance / values.length + se * se);
  expect(Math.abs(own - mean), `${name}: ${own}, ${mean}`).toBeLessThanOrEqual(4 * spread + 0.0005);
}
