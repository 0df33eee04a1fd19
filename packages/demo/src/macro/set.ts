/**
 * The background load: the task set of the paper's experiment, of SchedCAT's kind, with a utilisation of 0.7494.
 *
 * The paper measures for 60 s. In a window of any length the set has to ask for as much of the time:
 *
 * - A task whose period is longer than the window is shrunk to it, period and execution time alike: one job, and the
 *   same share of the processor. All others are the paper's. From 53 s on nothing is shrunk.
 * - Releases are spread. If all tasks began at once there would be 8 s of work at the start, and in 60 s one part of
 *   0.80 of the time; if each began after its first period, as in the paper's program, one of 0.66. So the phases are parts
 *   of the periods, from a sequence of low discrepancy, turned so that what has been released follows U · t most closely.
 */

import { golden, schedcatSet } from "../work/schedcat.ts";

export interface LoadTask {
  readonly name: string;
  /** Milliseconds. The deadline is the period. */
  readonly wcet: number;
  readonly period: number;
  /** The first release, in milliseconds after the start. */
  readonly phase: number;
  /** Whether period and execution time are smaller than the paper's. */
  readonly shrunk: boolean;
}

/** The part of the processor that the tasks ask for. */
export function utilisationOf(tasks: readonly Pick<LoadTask, "wcet" | "period">[]): number {
  return tasks.reduce((sum, { wcet, period }) => sum + wcet / period, 0);
}

/** How many phases are tried: turns of the sequence by so many parts of a period. */
const turns = 64;

/** @param window How long is measured, in milliseconds. */
export function setFor(window: number): LoadTask[] {
  const parts = schedcatSet.map(([wcet, period], i) => {
    const shrink = Math.min(1, window / period);
    return { name: `T${i + 1}`, wcet: wcet * shrink, period: period * shrink, shrunk: shrink < 1 };
  });
  let best: LoadTask[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < turns; turn++) {
    const tasks = parts.map((part, i) => ({ ...part, phase: ((i * golden + turn / turns) % 1) * part.period }));
    const off = strayingOf(tasks, window);
    if (off >= least) continue;
    least = off;
    best = tasks;
  }
  return best;
}

/** Milliseconds of work released before `time`. */
export function demandBefore(tasks: readonly LoadTask[], time: number): number {
  return tasks.reduce(
    (sum, { wcet, period, phase }) => sum + wcet * Math.max(0, Math.ceil((time - phase) / period)),
    0,
  );
}

/** How far the released work strays from U · t, in milliseconds; at the end of the window it counts most. */
function strayingOf(tasks: readonly LoadTask[], window: number): number {
  const utilisation = utilisationOf(tasks);
  const steps = 40;
  let most = 0;
  for (let i = 1; i <= steps; i++) {
    const time = (window * i) / steps;
    most = Math.max(most, Math.abs(demandBefore(tasks, time) - utilisation * time));
  }
  return most + 10 * Math.abs(demandBefore(tasks, window) - utilisation * window);
}
