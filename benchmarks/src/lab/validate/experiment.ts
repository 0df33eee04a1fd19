/**
 * Is the kernel's own test sound, and how much does it give away? Sets of many utilisations are tested and simulated; of
 * those that the test accepts some are executed for real.
 */
import type { SystemModel } from "@preempt/runtime/analysis";
import { generateTaskSets } from "../generate/index.ts";
import type { Cell } from "../run/cell.ts";
import { cellsOf } from "../run/cell.ts";
import type { Settings } from "../run/order.ts";
import type { Prediction } from "../run/predict.ts";
import type { TaskSet } from "../task-set.ts";
import { utilisationOf } from "../task-set.ts";

export const utilisations: readonly number[] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

/**
 * Four to eight tasks with periods of 50 to 500 ms, deadlines from half-way between C and T on. Execution times are multiples
 * of 5 ms: of less, jobs would not leave enough for what a cold cache adds.
 */
export function experimentSets(perUtilisation: number, seed: number): TaskSet[] {
  return generateTaskSets({
    seed,
    sets: perUtilisation,
    utilisation: utilisations,
    tasks: { least: 4, most: 8 },
    periods: { kind: "log-uniform", least: 50_000, most: 500_000 },
    granularity: { granularity: 1000, rounding: "floor" },
    execution: { granularity: 5000, rounding: "nearest" },
    deadlines: { kind: "constrained", from: 0.5 },
  });
}

/** A WCET is a bound: jobs execute so much of it. */
export const load = 0.8;

export interface Tested {
  readonly cell: Cell;
  /** Of the set as it is, after rounding. */
  readonly utilisation: number;
  /** The utilisation that it was generated for. */
  readonly nominal: number;
  readonly prediction: Prediction;
}

export function cellsToTest(sets: readonly TaskSet[], settings: Settings): Cell[] {
  return cellsOf({ sets, variants: ["fp", "edf"], repetitions: 1, settings });
}

/** What a thread of the pool does: see scale/pool.ts. */
export interface TestItem {
  readonly cell: Cell;
  readonly system: Omit<SystemModel, "policy">;
  readonly horizon: number;
}

/** The id tells: "u0.50-3". */
export function nominalOf({ set }: Cell): number {
  return Number(/^u([\d.]+)-/.exec(set)?.[1] ?? Number.NaN);
}

export function testedOf(cell: Cell, prediction: Prediction): Tested {
  const utilisation = utilisationOf({ id: cell.set, tasks: cell.tasks });
  return { cell, prediction, utilisation, nominal: nominalOf(cell) };
}

/** Which of the accepted are executed: evenly spread, but no more than asked for. */
export function cellsToRun(tested: readonly Tested[], count: number): Cell[] {
  const accepted = tested.filter(({ prediction }) => prediction.admitted);
  if (accepted.length <= count) return accepted.map(({ cell }) => cell);
  return Array.from(
    { length: count },
    (_, i) => accepted[Math.floor(((i + 0.5) * accepted.length) / count)]?.cell as Cell,
  );
}
