/** Everything that the analyses say of one task set. */
import { deadlineMonotonicOrder, rateMonotonicOrder, type TimedTask, utilisation } from "@preempt/runtime/analysis";
import { hasEvents } from "../chains.ts";
import { LabError, show } from "../errors.ts";
import { preemptionOf } from "../regions.ts";
import { hasSuspension } from "../suspension.ts";
import type { TaskSet } from "../task-set.ts";
import { threadsOf } from "../threads/threads-of.ts";
import type { SetAnalysis } from "./analysis.ts";
import { analyzeChains } from "./chains.ts";
import { analyzeClassical } from "./classical.ts";
import {
  analyzeBreakdown,
  analyzeNonPreemptive,
  analyzeOrder,
  analyzePartition,
  analyzeSensitivity,
  resizable,
} from "./further.ts";
import { analyzeForKernel } from "./kernel-test.ts";
import type { Limits } from "./limits.ts";
import { analyzeLoop } from "./loop.ts";
import { analyzeOffsets, hasOffsets } from "./offsets.ts";
import { type AnalyzeOptions, defaultSteps, type FurtherTest } from "./options.ts";
import { analyzeResources } from "./resources.ts";
import { analyzeSuspension } from "./suspension.ts";
import { analyzeThreads } from "./threads/analyze-threads.ts";
import { hasBlocking, timedTasks } from "./timed.ts";
import { attempt, isUndecided } from "./undecided.ts";

/** @throws PreemptError for a malformed set; tests that would take too long are undecided instead */
export function analyzeSet(set: TaskSet, options: AnalyzeOptions = {}): SetAnalysis {
  const threads = threadsOf(set);
  if (threads === undefined) return analyzeOne(set, options);
  checkPreemption(set, options);
  const { preemption = preemptionOf(set), convention = "discrete", protocol = "npcs" } = options;
  const { maxSteps = defaultSteps } = options;
  // Responses are the jitters of other threads: no verdict without them.
  const limits: Limits = { preemption, convention, protocol, maxSteps, responses: true };
  const responses = options.responses !== false || set.chains !== undefined;
  const analysis = analyzeThreads(set, threads, { ...options, responses }, limits, analyzeOne);
  const chains = analyzeChains(set, analysis);
  return { ...analysis, ...(chains !== undefined && { chains }) };
}

/** On one processor. */
function analyzeOne(set: TaskSet, options: AnalyzeOptions): SetAnalysis {
  const { preemption = preemptionOf(set), convention = "discrete", protocol = "npcs", also = [] } = options;
  const { maxSteps = defaultSteps } = options;
  const responses = options.responses !== false || set.chains !== undefined;
  checkPreemption(set, options);
  const tasks = timedTasks(set);
  const [dm, rm] = [deadlineMonotonicOrder(tasks), rateMonotonicOrder(tasks)];
  const further = { preemption, convention, maxSteps, protocol, responses };
  const loop = analyzeLoop(set, maxSteps);
  const suspension = analyzeSuspension(set, maxSteps);
  const offsets = analyzeOffsets(set, { dm, rm }, further, also.includes("opa"));
  const resources = tasks.some(({ cs }) => cs !== undefined)
    ? attempt(() => analyzeResources(tasks, dm, maxSteps))
    : undefined;
  const analysis: SetAnalysis = {
    id: set.id,
    n: tasks.length,
    utilisation: utilisation(set.tasks.map(({ C, T }) => ({ C: Math.max(1, C), T }))),
    preemption,
    order_dm: dm,
    order_rm: rm,
    ...analyzeClassical(set, tasks, { dm, rm }, further),
    ...(loop !== undefined && { loop }),
    ...(suspension !== undefined && { suspension }),
    ...(offsets !== undefined && { offsets }),
    ...(resources !== undefined && !isUndecided(resources) && { resources }),
    ...(!isSimple(set) ? {} : analyzeFurther(tasks, further, options)),
    ...(also.includes("kernel") && !hasEvents(set) && { kernel: analyzeForKernel(set, options.system, protocol) }),
  };
  const chains = analyzeChains(set, analysis);
  return {
    ...analysis,
    ...(chains !== undefined && { chains }),
    ...remarksOf(set, tasks, {
      resources: isUndecided(resources),
      sharing: resources !== undefined && also.includes("partition"),
      growth: resizable(tasks, preemption) === undefined && tasks.length > 0 && asksForGrowth(also),
      further: !isSimple(set) && also.some((test) => test !== "kernel" || hasEvents(set)),
      offsets: offsets === undefined && hasOffsets(set),
    }),
  };
}

const asksForGrowth = (also: readonly FurtherTest[]) => also.includes("breakdown") || also.includes("sensitivity");

/** Whether jobs neither suspend themselves nor release others: of such sets further tests know nothing. */
const isSimple = (set: TaskSet) => !hasSuspension(set.tasks) && !hasEvents(set);

function analyzeFurther(tasks: readonly TimedTask[], limits: Limits, options: AnalyzeOptions) {
  const { also = [], processors = 2 } = options;
  const changed = resizable(tasks, limits.preemption);
  return {
    ...(also.includes("opa") && { opa: analyzeOrder(tasks, limits) }),
    ...(also.includes("non-preemptive") && { nonPreemptive: analyzeNonPreemptive(tasks, limits) }),
    ...(changed !== undefined && also.includes("breakdown") && { breakdown: analyzeBreakdown(changed, limits) }),
    ...(changed !== undefined && also.includes("sensitivity") && { sensitivity: analyzeSensitivity(changed, limits) }),
    ...(also.includes("partition") && { partition: analyzePartition(tasks, processors, limits) }),
  };
}

/** @throws LabError if jobs suspend themselves and cannot be preempted anywhere */
export function checkPreemption({ id, tasks }: TaskSet, { preemption = "full" }: AnalyzeOptions): void {
  if (preemption === "full" || !hasSuspension(tasks)) return;
  const words = `set ${show(id)}: jobs suspend themselves, and the preemption is ${show(preemption)}`;
  throw new LabError("suspension_preemption", `${words}. Leave it out: such jobs may be blocked at each resumption.`);
}

function remarksOf(
  { tasks, jobs = [], chains = [] }: TaskSet,
  timed: readonly TimedTask[],
  lacks: {
    readonly resources: boolean;
    readonly sharing: boolean;
    readonly growth: boolean;
    readonly further: boolean;
    readonly offsets: boolean;
  },
): Pick<SetAnalysis, "remarks"> {
  const remarks: string[] = [];
  if (tasks.some(({ C }) => C === 0)) remarks.push("an execution time of 0 counts as 1 µs");
  if (hasSuspension(tasks)) remarks.push("suspension counts as execution, but in the tests that are named after it");
  if (chains.some(({ trigger }) => trigger === "event"))
    remarks.push("event-triggered chains: the response of the task before counts as release jitter");
  if (lacks.further)
    remarks.push(
      "further tests are left out where jobs suspend themselves or release others: they know nothing of that",
    );
  if (tasks.some(({ O = 0 }) => O > 0)) {
    const all = "offsets are left out: the worst ones are looked at";
    remarks.push(
      lacks.offsets ? all : "offsets count in the tests that are named after them; others take the worst ones",
    );
  }
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
