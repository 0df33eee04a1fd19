/** Mutations of the kernel's own schedulability test: each term of it left out once, or counted too low. */
import { breaking, type Mutation } from "./mutation.ts";

const analysis = breaking("analysis", "runtime/src/analysis/");

export const analysisMutations: readonly Mutation[] = [
  // What the kernel adds to the tasks' times
  analysis(
    "a job pays two dispatches",
    "admission-model.ts",
    "(2 + slicesUsedUp(work - 1)",
    "(1 + slicesUsedUp(work - 1)",
  ),
  analysis("a slice used up costs a dispatch", "admission-model.ts", "(2 + slicesUsedUp(work - 1)", "(2"),
  analysis(
    "the dispatch is part of a slice",
    "admission-model.ts",
    "down(system.slice) - overrun - dispatch;",
    "down(system.slice) - overrun;",
  ),
  analysis(
    "whoever waits for a section pays two dispatches",
    "admission-model.ts",
    " + 2 * waits(task, shared, protocolOf)",
    "",
  ),
  analysis("with priority ceilings jobs wait, too", "admission-model.ts", "(isUnderCeiling ? 1 : 0)", "0"),
  analysis("a release is noticed late", "admission-model.ts", "J: jitter + latency", "J: jitter"),
  analysis("tasks have jitter", "admission-model.ts", "J: jitter + latency", "J: latency"),
  analysis(
    "a section lasts until the next preemption point",
    "admission-model.ts",
    "length + overrun + (",
    "length + (",
  ),
  analysis(
    "dispatches fall into sections",
    "admission-model.ts",
    "length + overrun + (slicesUsedUp(length) + 1) * dispatch",
    "length + overrun",
  ),
  analysis("the event loop takes the thread", "admission-model.ts", "up(time) + dispatch;", "dispatch;"),
  analysis("a job is dispatched anew after the event loop", "admission-model.ts", "up(time) + dispatch;", "up(time);"),
  // Servers, and work beside the tasks
  analysis("a deferrable budget is kept", "admission-model.ts", "J: jitter + latency + kept", "J: jitter + latency"),
  analysis("a bandwidth counts in any window", "admission-model.ts", "...inPortions(share, T), J:", "C: 0, T, J:"),
  analysis("a bandwidth is overrun once", "admission-model.ts", "J: Math.ceil((overrun * T) / share)", "J: 0"),
  analysis(
    "other jobs block by a slice",
    "admit-by.ts",
    'return [...tasks, { ...work, name: "other jobs" }];',
    "return tasks;",
  ),
  // Fixed priorities
  analysis(
    "a slice of less urgent work blocks",
    "admission.ts",
    "slice = Math.max(slice, longestSlice(model, model.tasks[i] as ModelTask))",
    "slice = 0",
  ),
  analysis("sections block on top of a slice", "admission.ts", "all + (blocking[at] as number)", "all"),
  analysis("equals go first", "admission.ts", "[...above, ...level.filter((j) => j !== i)]", "above"),
  analysis(
    "the event loop goes before all priorities",
    "admission.ts",
    "const above = interference.map((_, i) => tasks.length + i);",
    "const above: number[] = [];",
  ),
  analysis("the response counts from the arrival", "response-time.ts", "R: longest + J,", "R: longest,"),
  analysis(
    "all jobs of a busy period are looked at",
    "response-time.ts",
    "const jobs = mostJobs([...urgent.tasks, self], self, B);",
    "const jobs = Math.min(1, mostJobs([...urgent.tasks, self], self, B));",
  ),
  analysis(
    "what is more urgent prolongs a busy period in a last part",
    "response-time.ts",
    "end > next || last === 0",
    "true",
  ),
  analysis(
    "a level that has less ahead than the one above does not start from it",
    "response-time.ts",
    "atOnce < higher.atOnce ? 0",
    "false ? 0",
  ),
  analysis(
    "a busy period without an end is looked at for all jobs of a hyperperiod",
    "response-time.ts",
    "return Math.ceil((exact(Number(hyperperiod(tasks))) + J) / T);",
    "return 1;",
  ),
  analysis("equals of which one comes again start before", "admission.ts", "Math.min(begin, T - J)", "begin"),
  analysis(
    "what is done at least is rounded down",
    "workload.ts",
    "Math.max(0, Math.floor",
    "1 + Math.max(0, Math.ceil",
  ),
  // EDF: demand
  analysis(
    "a slice due later blocks",
    "admission.ts",
    "blockingByLaterDeadlines([...running, ...serving], ({ q = 0 }) => q)",
    "blockingByLaterDeadlines([...running, ...serving], () => 0)",
  ),
  analysis(
    "sections of jobs due later block",
    "admission.ts",
    "return addBlocking(all, edfResourceBlocking(onlySections(model, kind, tasks), protocol));",
    "return all;",
  ),
  analysis(
    "the event loop goes before all deadlines",
    "admission.ts",
    "shortWindow(due, { blocking, interference, ...effort })",
    "shortWindow(due, { blocking, ...effort })",
  ),
  // EDF: response times
  analysis(
    "EDF: blocking delays the response",
    "admission.ts",
    "edfResponseTimes(due, { blocking, interference, ...effortForBounds })",
    "edfResponseTimes(due, { interference, ...effortForBounds })",
  ),
  analysis(
    "EDF: the event loop delays the response",
    "admission.ts",
    "edfResponseTimes(due, { blocking, interference, ...effortForBounds })",
    "edfResponseTimes(due, { blocking, ...effortForBounds })",
  ),
  analysis(
    "EDF: the response counts from the arrival",
    "edf-response-time.ts",
    "effort) - a);",
    "effort) - Math.max(0, a));",
  ),
  analysis(
    "EDF: not only the first job counts",
    "edf-response-time.ts",
    "if (!(a < end - J)) return;",
    "if (!(a < 0)) return;",
  ),
  analysis(
    "EDF: what is due together with others is looked at",
    "edf-response-time.ts",
    "const first = theirs - jitter - D;",
    "const first = -J + 0 * (theirs + jitter);",
  ),
  analysis(
    "EDF: where blocking begins is looked at",
    "edf-response-time.ts",
    "blocking.map(({ from }) => from - D).filter((a) => a >= -J);",
    "[] as number[];",
  ),
  analysis(
    "EDF: the busy period has interference in it",
    "edf-response-time.ts",
    "[...tasks, ...asTasks(interference)]",
    "tasks",
  ),
  analysis(
    "EDF: the busy period begins with blocking",
    "edf-response-time.ts",
    "longestBlocking(blocking), effort)",
    "0, effort)",
  ),
  analysis(
    "EDF: interference holds a last region up",
    "edf-response-time.ts",
    "if (last === 0 || interference.length === 0) return begin + last;",
    "if (last >= 0) return begin + last;",
  ),
  analysis(
    "EDF: what is due later, but blocked less, is reckoned anew",
    "edf-response-time.ts",
    "blocked < blockedBefore ? ahead : Math.max(begin, ahead)",
    "Math.max(begin, ahead)",
  ),
  analysis(
    "without a deadline everything goes before it",
    "admission.ts",
    "[...everything.keys()].toSpliced(i, 1)",
    "tasks.flatMap((other, j) => (other.hasDeadline ? [j] : []))",
  ),
  // First come, first served
  analysis(
    "FIFO: the event loop goes first",
    "admission.ts",
    "fifoResponseTime(tasks, { interference,",
    "fifoResponseTime(tasks, {",
  ),
  analysis("FIFO: what the running job releases goes first", "fifo.ts", "Math.max(0, a - unnoticed)", "a"),
  analysis(
    "FIFO: the response counts from the arrival",
    "admission.ts",
    "milliseconds(response + J)",
    "milliseconds(response)",
  ),
  analysis(
    "what exclusive units keep waiting is a section",
    "admit-by.ts",
    "if (longest === 0) return models;",
    "if (longest >= 0) return models;",
  ),
];
