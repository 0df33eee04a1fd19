/**
 * Processor demand with static offsets and release jitter under EDF, where the schedule is too long to be looked at: sufficient.
 *
 * Before a missed deadline there is a window [t1, t1 + t] with a demand above t, of jobs that are released and due in it (Baruah, Rosier and Howell, Real-Time Systems 1990). Split the tasks into groups. Let c be the task of a group whose job is released
 * first in the window, at t1 + x. Then no job of task j of the group in the window arrives before t1 + x + earliestArrival(c, j). So the
 * group's demand is at most
 *
 *     Σ max(0, ⌊(t - earliestArrival(c, j) - D_j)/T_j⌋ + 1) C_j
 *
 * for some c of it, since x > 0 makes that no larger. If for all t the sum over the groups of the largest of these fits into t, no
 * deadline is missed. With all tasks in one group, that is the test of Pellizzoni and Lipari (Feasibility Analysis of Real-Time
 * Periodic Tasks with Offsets, Real-Time Systems 2005). The other ways to split are those of offset-transactions.ts.
 *
 * The window is a part of a busy period. So it is no longer than the longest one, nor so long that the demand of the worst offsets
 * fits into it.
 */
import { horizon } from "./demand.ts";
import type { Effort } from "./integers.ts";
import type { OffsetTask } from "./offset-task.ts";
import { phasesOf, splits } from "./offset-transactions.ts";
import { compareUtilisationToOne } from "./utilisation.ts";

/**
 * Whether one of the ways to split shows that EDF meets all deadlines. False: nothing is known, as at a utilisation of 1 with jitter.
 *
 * @throws PreemptError where the effort is used up
 */
export function passesTransactionDemand(tasks: readonly OffsetTask[], effort: Effort): boolean {
  const load = compareUtilisationToOne(tasks);
  if (load > 0 || (load === 0 && tasks.some(({ J = 0 }) => J > 0))) return false;
  const phases = phasesOf(tasks);
  const end = horizon(tasks, 0, effort);
  return splits(tasks, [...tasks.keys()]).some((groups) => {
    const parts = groups.map((group) =>
      group.map((first) =>
        group.map((j): Part => {
          const { C, T, D } = tasks[j] as OffsetTask;
          return { C, T, due: D + ((phases[first] as readonly number[])[j] as number) };
        }),
      ),
    );
    return isAlwaysEnough(parts, end, effort);
  });
}

/** Of one task, if another one of its group is the first in the window: `due` is the length from which on a job is due in it. */
interface Part {
  readonly C: number;
  readonly T: number;
  readonly due: number;
}

/** By group and by the first one in it. */
type Parts = readonly (readonly (readonly Part[])[])[];

/** Whether all windows shorter than `end` are long enough: from the longest on, as in quick processor-demand analysis. */
function isAlwaysEnough(groups: Parts, end: number, effort: Effort): boolean {
  const all = groups.flat(2);
  let t = lastDueUpTo(all, end - 1);
  while (t > Number.NEGATIVE_INFINITY) {
    effort.spend(2 * all.length);
    const needed = groups.reduce((sum, firsts) => sum + Math.max(...firsts.map((parts) => demandOf(parts, t))), 0);
    if (needed > t) return false;
    t = lastDueUpTo(all, Math.min(needed, t - 1));
  }
  return true;
}

function demandOf(parts: readonly Part[], t: number): number {
  return parts.reduce((work, { C, T, due }) => work + (t < due ? 0 : (Math.floor((t - due) / T) + 1) * C), 0);
}

function lastDueUpTo(parts: readonly Part[], end: number): number {
  let last = Number.NEGATIVE_INFINITY;
  for (const { T, due } of parts) if (due <= end) last = Math.max(last, due + Math.floor((end - due) / T) * T);
  return last;
}
