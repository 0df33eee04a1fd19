/** What runs in a part of the schedule of periodic tasks with offsets: what an exact response is made of. */
import { Effort, type EffortOptions } from "./integers.ts";
import { OffsetSchedule } from "./offset-schedule.ts";
import { checkOffsetTasks, type OffsetTask } from "./offset-task.ts";
import { checkOrder } from "./timed-task.ts";

/**
 * By task: for how long its jobs execute from one instant to another, all jobs for C. Jobs go first as in `offsetResponseTimes` and
 * `edfOffsets`.
 *
 * @param policy "edf", or task indices, the most urgent first
 * @throws PreemptError for a malformed set, with blocking, regions or sections, and where `maxSteps` is passed
 */
export function offsetExecution(
  tasks: readonly OffsetTask[],
  policy: "edf" | readonly number[],
  from: number,
  to: number,
  options: EffortOptions = {},
): number[] {
  checkOffsetTasks(tasks);
  if (policy !== "edf") checkOrder(policy, tasks.length);
  const places = policy === "edf" ? [] : tasks.map((_, task) => policy.indexOf(task));
  const keyOf = (task: number, arrival: number) =>
    policy === "edf" ? arrival + (tasks[task] as OffsetTask).D : (places[task] as number);
  const executed = tasks.map(() => 0);
  const effort = new Effort(options);
  const schedule = new OffsetSchedule(tasks, keyOf, effort, {
    ran(task, begin, end) {
      executed[task] = (executed[task] as number) + Math.max(0, Math.min(end, to) - Math.max(begin, from));
    },
  });
  if (!schedule.runTo(to)) effort.spend(Number.POSITIVE_INFINITY);
  return executed;
}
