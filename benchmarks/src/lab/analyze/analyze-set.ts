/** Everything that the analyses say of one task set. */
import { deadlineMonotonicOrder, rateMonotonicOrder, type TimedTask, utilisation } from "@preempt/runtime/analysis";
import { LabError, show } from "../errors.ts";
import { preemptionOf } from "../regions.ts";
import { hasSuspension } from "../suspension.ts";
import type { TaskSet } from "../task-set.ts";
import type { SetAnalysis } from "./analysis.ts";
import { analyzeBounds } from "./bounds.ts";
import { analyzeEdf } from "./edf.ts";
import { analyzeFixedPriority } from "./fixed-priority.ts";
import {
  analyzeBreakdown,
  analyzeNonPreemptive,
  analyzeOrder,
  analyzePartition,
  analyzeSensitivity,
  resizable,
} from "./further.ts";
import { analyzeForKernel } from "./kernel-test.ts";
import { analyzeLoop } from "./loop.ts";
import type { AnalyzeOptions } from "./options.ts";
import { analyzeResources } from "./resources.ts";
import { analyzeSuspension } from "./suspension.ts";
import { hasBlocking, timedTasks } from "./timed.ts";
import { attempt, isUndecided } from "./undecided.ts";

const defaultSteps = 30_000_000;

/** @throws PreemptError for a malformed set; tests that would take too long are undecided instead */
export function analyzeSet(set: TaskSet, options: AnalyzeOptions = {}): SetAnalysis {
  const { preemption = preemptionOf(set), convention = "discrete", protocol = "npcs", also = [] } = options;
  const { maxSteps = defaultSteps, processors = 2 } = options;
  checkPreemption(set, options);
  const tasks = timedTasks(set);
  const [dm, rm] = [deadlineMonotonicOrder(tasks), rateMonotonicOrder(tasks)];
  const limits = { preemption, convention, maxSteps };
  const further = { ...limits, protocol };
  const changed = resizable(tasks, preemption);
  const loop = analyzeLoop(set, maxSteps);
  const suspension = analyzeSuspension(set, maxSteps);
  const resources = tasks.some(({ cs }) => cs !== undefined)
    ? attempt(() => analyzeResources(tasks, dm, maxSteps))
    : undefined;
  return {
    id: set.id,
    n: tasks.length,
    utilisation: utilisation(set.tasks.map(({ C, T }) => ({ C: Math.max(1, C), T }))),
    preemption,
    order_dm: dm,
    order_rm: rm,
    dm: analyzeFixedPriority(tasks, dm, limits, protocol),
    rm: analyzeFixedPriority(tasks, rm, limits, protocol),
    edf: analyzeEdf(tasks, limits, protocol),
    ...analyzeBounds(tasks, { rm, dm }, further, maxSteps),
    ...(loop !== undefined && { loop }),
    ...(suspension !== undefined && { suspension }),
    ...(resources !== undefined && !isUndecided(resources) && { resources }),
    ...(also.includes("opa") && { opa: analyzeOrder(tasks, further) }),
    ...(also.includes("non-preemptive") &&
      !hasSuspension(set.tasks) && { nonPreemptive: analyzeNonPreemptive(tasks, further) }),
    ...(changed !== undefined && also.includes("breakdown") && { breakdown: analyzeBreakdown(changed, further) }),
    ...(changed !== undefined && also.includes("sensitivity") && { sensitivity: analyzeSensitivity(changed, further) }),
    ...(also.includes("partition") && { partition: analyzePartition(tasks, processors, further) }),
    ...(also.includes("kernel") &&
      !hasSuspension(set.tasks) && { kernel: analyzeForKernel(set, options.system, protocol) }),
    ...remarksOf(set, tasks, {
      resources: isUndecided(resources),
      sharing: resources !== undefined && also.includes("partition"),
      growth: changed === undefined && tasks.length > 0 && (also.includes("breakdown") || also.includes("sensitivity")),
    }),
  };
}

/** @throws LabError if jobs suspend themselves and cannot be preempted anywhere */
export function checkPreemption({ id, tasks }: TaskSet, { preemption = "full" }: AnalyzeOptions): void {
  if (preemption === "full" || !hasSuspension(tasks)) return;
  const words = `set ${show(id)}: jobs suspend themselves, and the preemption is ${show(preemption)}`;
  throw new LabError("suspension_preemption", `${words}. Leave it out: such jobs may be blocked at each resumption.`);
}

function remarksOf(
  { tasks, jobs = [] }: TaskSet,
  timed: readonly TimedTask[],
  lacks: { readonly resources: boolean; readonly sharing: boolean; readonly growth: boolean },
): Pick<SetAnalysis, "remarks"> {
  const remarks: string[] = [];
  if (tasks.some(({ C }) => C === 0)) remarks.push("an execution time of 0 counts as 1 µs");
  if (hasSuspension(tasks))
    remarks.push(
      "suspension counts as execution, but in the tests that are named after it; without preemption and on this kernel there is no test",
    );
  if (tasks.some(({ O = 0 }) => O > 0)) remarks.push("offsets are left out: the worst ones are looked at");
  if (hasBlocking(timed))
    remarks.push(
      "blocking terms B count for fixed priorities alone, and not in the kernel's own test; for EDF see baker",
    );
  if (jobs.length > 0) remarks.push("jobs without a task are left out: the analyses know tasks");
  if (lacks.growth)
    remarks.push("breakdown and sensitivity are left out: which of its chunks a longer job has longer nobody says");
  if (lacks.sharing)
    remarks.push("partition: a resource blocks within a processor alone, as if each processor had one of its own");
  if (lacks.resources) remarks.push("resources are left out: a test under one of the protocols takes too many steps");
  return remarks.length > 0 ? { remarks } : {};
}
