/** The analyses of tasks with offsets: each of their terms, left out once. */
import { breaking, type Mutation } from "./mutation.ts";

const analysis = breaking("analysis", "runtime/src/analysis/");

export const offsetMutations: readonly Mutation[] = [
  // The schedule
  analysis("a schedule begins with the offsets", "offset-schedule.ts", "({ O = 0 }) => O);", "() => 0);"),
  analysis(
    "what is left of a job is part of the state that repeats itself",
    "offset-schedule.ts",
    "state.set(this.#left.subarray(0, count), count);",
    "",
  ),
  analysis(
    "unfinished jobs are part of the state that repeats itself",
    "offset-schedule.ts",
    "state.set(this.#open.subarray(0, count));",
    "",
  ),
  analysis(
    "a schedule repeats itself where its state does",
    "offset-schedule.ts",
    "if (before?.every((value, i) => value === state[i])) return true;",
    "if (before !== undefined) return true;",
  ),
  analysis(
    "of equal deadlines the job that arrived first goes first",
    "offset-schedule.ts",
    "(key === bestKey && arrival >= bestArrival)",
    "key === bestKey",
  ),
  analysis(
    "the state is looked at after the last first arrival",
    "offsets-fixed-priority.ts",
    "from = O + Math.max(0, Math.ceil((from - O) / T)) * T;",
    "from = O;",
  ),
  analysis("with jitter no schedule is the worst one", "offsets-fixed-priority.ts", "if (J > 0 || isFar", "if (isFar"),
  analysis(
    "EDF: with jitter no schedule is the worst one",
    "offsets-edf.ts",
    "|| tasks.some(({ J = 0 }) => J > 0) ||",
    "||",
  ),
  analysis(
    "EDF: the window before a miss begins where nothing that is due in it waits",
    "offsets-edf.ts",
    "if (isDue && busyUntil < from) start = from;",
    "",
  ),
  // What is known of two tasks
  analysis(
    "offsets are known up to the common divisor of the periods",
    "offset-task.ts",
    "const common = commonDivisor(T, other.T);",
    "const common = other.T;",
  ),
  analysis(
    "the first job may be released late",
    "offset-task.ts",
    "Math.max(0, difference - late) - J",
    "difference - J",
  ),
  analysis(
    "the other job may be released late",
    "offset-task.ts",
    "Math.max(0, difference - late) - J",
    "Math.max(0, difference - late)",
  ),
  analysis(
    "an arrival that may be released late is nearer by its jitter",
    "offset-task.ts",
    "(((O - own + J) % common) + common)",
    "(((O - own) % common) + common)",
  ),
  // Transactions
  analysis(
    "each task of the own transaction is a candidate",
    "offset-transactions.ts",
    "for (const first of own) {",
    "for (const first of [task]) {",
  ),
  analysis(
    "another transaction has its worst phase",
    "offset-transactions.ts",
    "for (const first of group) {",
    "for (const first of group.slice(0, 1)) {",
  ),
  analysis(
    "other transactions interfere",
    "offset-transactions.ts",
    "all + worstOf(group, time).most, ahead",
    "all, ahead",
  ),
  analysis(
    "tasks of the own transaction interfere",
    "offset-transactions.ts",
    "ahead + workOf(first, mates, time))",
    "ahead)",
  ),
  analysis(
    "not only the first job of a busy period with offsets is looked at",
    "offset-transactions.ts",
    "if (job > 0 && t <= arrival) break;",
    "if (job > 0) break;",
  ),
  analysis(
    "own jobs before it delay a job with offsets",
    "offset-transactions.ts",
    "const ahead = (job + 1) * C;",
    "const ahead = C;",
  ),
  analysis(
    "EDF: another transaction has its worst phase",
    "offset-demand.ts",
    "sum + Math.max(...firsts.map((parts) => demandOf(parts, t)))",
    "sum + demandOf(firsts[0] as readonly Part[], t)",
  ),
  analysis(
    "EDF: demand of all transactions adds up",
    "offset-demand.ts",
    "sum + Math.max(...firsts",
    "0 * sum + Math.max(...firsts",
  ),
  analysis(
    "EDF: windows up to the longest are looked at",
    "offset-demand.ts",
    "lastDueUpTo(all, end - 1);",
    "lastDueUpTo(all, 0);",
  ),
];
