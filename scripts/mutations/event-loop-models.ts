/** The analyses of the event loop, of self-suspension and of chains: each of their terms, left out once. */
import { breaking, type Mutation } from "./mutation.ts";

const analysis = breaking("analysis", "runtime/src/analysis/");

export const eventLoopModelMutations: readonly Mutation[] = [
  analysis(
    "a less urgent callback that has begun blocks",
    "event-loop.ts",
    "groups.blocking = Math.max(groups.blocking, remainder(Math.max(other.held ?? 0, other.C), convention))",
    "groups.blocking = 0",
  ),
  analysis(
    "callbacks without a turn of the loop between them block together",
    "event-loop.ts",
    "Math.max(other.held ?? 0, other.C)",
    "other.C",
  ),
  analysis(
    "other queues of the level may go first",
    "event-loop.ts",
    "else if (theirs <= level)",
    "else if (theirs < level)",
  ),
  analysis(
    "an urgent callback that comes when this one is to begin goes first",
    "event-loop.ts",
    "work + jobsIn(time, of(k).T, of(k).J ?? 0, true) * of(k).C, ahead)",
    "work + jobsIn(time, of(k).T, of(k).J ?? 0, false) * of(k).C, ahead)",
  ),
  analysis(
    "not only the first callback of a busy period is looked at",
    "event-loop.ts",
    "if (!(a < end)) break;",
    "break;",
  ),
  analysis("what is awaited may take its whole time", "event-loop-awaits.ts", "next.J = R + next.pause", "next.J = R"),
  analysis(
    "a job that may outlast its period has no bound on the loop",
    "event-loop-awaits.ts",
    "(isSplit(parts, part) && R > (tasks[part.task] as AwaitingLoopTask).T)",
    "false",
  ),
  analysis(
    "a task that suspends itself has the jitter R - C",
    "suspension-fixed-priority.ts",
    "const length = t + R - C;",
    "const length = t;",
  ),
  analysis(
    "own suspension delays the response",
    "suspension-fixed-priority.ts",
    "windowOf(C + S + J + blocked, timeOf)",
    "windowOf(C + J + blocked, timeOf)",
  ),
  analysis(
    "suspension of urgent tasks blocks",
    "suspension-fixed-priority.ts",
    "all + Math.min(other.C, other.S), 0)",
    "all, 0)",
  ),
  analysis(
    "a task without jitter lengthens the window of all above it",
    "suspension-fixed-priority.ts",
    "if (choice[i] === 1) sum += other.S;",
    "",
  ),
  analysis(
    "bounds that need one job at a time are not given beyond the period",
    "suspension-fixed-priority.ts",
    "if (R === undefined || R > T) urgent = undefined;",
    "if (R === undefined) urgent = undefined;",
  ),
  analysis("EDF: a suspended job comes back late", "suspension-edf.ts", "+ (R[i] as number) - b;", "- b;"),
  analysis(
    "EDF: own suspension delays the response",
    "suspension-edf.ts",
    "task.C + suspensionOf(task).S + (task.J ?? 0)",
    "task.C + (task.J ?? 0)",
  ),
  analysis(
    "a job that is not ordered after the next one passes its data when it ends",
    "chains.ts",
    "const waits = sent === 0 && isOrdered(task, next.task) ? 0 : own + sent;",
    "const waits = sent;",
  ),
  analysis(
    "an input may just have been missed",
    "chains.ts",
    "[0, (parts[0] as (typeof parts)[number]).between, 0]",
    "[0, 0, 0]",
  ),
  analysis(
    "a message makes a release later by its longest time",
    "holistic.ts",
    "tasks.map(({ J = 0 }, i) => J + (messages[i]?.[1] ?? 0))",
    "tasks.map(({ J = 0 }) => J)",
  ),
  analysis(
    "what messages take at least is a part of the response",
    "holistic.ts",
    "found.map((R, i) => (R as number) + (least[i] as number))",
    "found.map((R) => R as number)",
  ),
  analysis(
    "what messages take at least is a part of the deadline",
    "holistic.ts",
    "D: task.D - (least[i] as number),",
    "",
  ),
  analysis(
    "all messages on the way to a task make it later",
    "holistic.ts",
    "at !== undefined; at = before[at]) all +=",
    "at !== undefined; at = undefined) all +=",
  ),
  analysis(
    "data wait for the message to another processor",
    "chains.ts",
    "isOrdered(task, next.task) ? 0 : own + sent",
    "isOrdered(task, next.task) ? 0 : own",
  ),
  analysis(
    "no two tasks on two processors are ordered",
    "chains.ts",
    "sent === 0 && isOrdered(task, next.task)",
    "isOrdered(task, next.task)",
  ),
  analysis(
    "a job that another one releases is as late as that one ends",
    "holistic.ts",
    "(responses[first] as number) + (own[i] as number)",
    "(own[i] as number)",
  ),
];
