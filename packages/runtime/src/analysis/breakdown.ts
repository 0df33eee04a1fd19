/** How much heavier a task set could be: breakdown utilisation (Lehoczky, Sha and Ding, RTSS 1989). */
import { PreemptError } from "../input/errors.ts";
import { checkTasks, type TimedTask } from "./timed-task.ts";

/**
 * The largest k such that the set with every C scaled to max(1, ⌊C · k / parts⌋) is schedulable; undefined if none is.
 *
 * @param isSchedulable a test that fails above utilisation 1, and that a set does not fail by getting lighter
 * @param options.parts the grain, 1 or more. Default 1000: k is in thousandths
 * @throws what the test throws
 */
export function breakdown(
  tasks: readonly TimedTask[],
  isSchedulable: (tasks: readonly TimedTask[]) => boolean,
  { parts = 1000 }: { readonly parts?: number } = {},
): number | undefined {
  checkTasks(tasks);
  if (!Number.isInteger(parts) || parts < 1)
    throw new PreemptError("parts_not_a_count", `the grain is ${parts} parts. Give an integer of 1 or more.`);
  if (tasks.length === 0)
    throw new PreemptError("tasks_empty", "an empty task set never breaks down. Give at least one task.");
  const passes = (k: number) => isSchedulable(scaled(tasks, k, parts));
  if (!passes(0)) return undefined;
  let [good, bad] = [0, parts];
  while (passes(bad)) [good, bad] = [bad, 2 * bad];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (passes(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

function scaled(tasks: readonly TimedTask[], k: number, parts: number): TimedTask[] {
  // C · k may be beyond 2^53.
  return tasks.map((task) => ({ ...task, C: Math.max(1, Number((BigInt(task.C) * BigInt(k)) / BigInt(parts))) }));
}
