/**
 * The admission test that needs no analysis: one pass over the tasks. Under EDF, density at most 1: exact where deadlines
 * equal periods (Liu and Layland 1973), sufficient where they are shorter. Under fixed priorities, the hyperbolic bound
 * (Bini, Buttazzo and Buttazzo 2003) on densities: sufficient, for deadline-monotonic priorities. Overheads, blocking
 * and jitter are left out: leave room for them in the wcets, or give an exact test as the option `admission`.
 */
import type { AdmissionAnswer, AdmissionTest, TaskModel } from "../../scheduling/admission.ts";

/** Sums of quotients that should be 1 come out a little above it. */
const rounding = 1e-9;

/** Processor share that a task needs at most: its worst-case execution time in each period. */
export const utilisation = ({ wcet, period }: TaskModel): number => wcet / period;

const density = ({ wcet, period, deadline }: TaskModel): number => wcet / Math.min(deadline, period);

/** Utilisation bounds: EDF `Σ C/min(D,T) ≤ 1`; fixed priorities `Π (C/min(D,T) + 1) ≤ 2`. */
export const utilisationTest: AdmissionTest = (tasks, { policy }) => {
  if (policy === "edf") {
    const sum = tasks.reduce((total, task) => total + density(task), 0);
    return answer(tasks, sum <= 1 + rounding, `their densities sum to ${shown(sum)}, above 1`);
  }
  if (policy !== "fp") {
    return refuse(`the utilisation test knows "edf" and "fp", not "${policy}"; give a test as the option admission`);
  }
  const strays = orderedOtherwise(tasks);
  if (strays !== undefined) return refuse(strays);
  const product = tasks.reduce((total, task) => total * (density(task) + 1), 1);
  return answer(tasks, product <= 2 + rounding, `the hyperbolic bound is ${shown(product)}, above 2`);
};

function answer(tasks: readonly TaskModel[], admitted: boolean, reason: string): AdmissionAnswer {
  return admitted ? { admitted, responseTimes: tasks.map(() => undefined) } : refuse(reason);
}

const refuse = (reason: string): AdmissionAnswer => ({ admitted: false, reason });

/** The bound holds where the shorter deadline has the larger priority. */
function orderedOtherwise(tasks: readonly TaskModel[]): string | undefined {
  const byDeadline = [...tasks].sort((a, b) => a.deadline - b.deadline || b.priority - a.priority);
  for (const [i, task] of byDeadline.entries()) {
    const before = byDeadline[i - 1];
    if (before === undefined || before.deadline === task.deadline || before.priority > task.priority) continue;
    return `the hyperbolic bound holds for deadline-monotonic priorities, and "${before.name}" (deadline ${before.deadline}) is not above "${task.name}" (deadline ${task.deadline}); give an exact test as the option admission`;
  }
  return undefined;
}

const shown = (value: number): string => String(Number(value.toFixed(4)));
