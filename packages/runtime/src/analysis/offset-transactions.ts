/**
 * Bounds of responses under fixed priorities with static offsets and release jitter: transactions (Tindell, Adding Time-Offsets to
 * Schedulability Analysis, YCS 221, 1994; Palencia and González Harbour, RTSS 1998). The upper bound of the latter, in which
 * each transaction but the task's own one interferes by the worst of its phases at any length.
 *
 * There a transaction is a set of tasks with one period. Here it is any set of tasks: between two of them, `earliestArrival` is
 * what is known, also where their periods differ. So this is the proof:
 *
 * A job of task i is in a busy period of jobs at least as urgent, which begins at s. Split these tasks into groups. Within [s, s + t),
 * let c be the task of a group whose job is released first, at s + x. All jobs of the group in it are released within [s + x, s + x + t),
 * so there are no more of them than W_c(t) = Σ ⌈(t - earliestArrival(c, j))/T_j⌉ C_j. For a group without task i this is at most the
 * largest W_c(t) of any c. For the group of task i, c is a candidate. Let w be the smallest t into which all this and q + 1
 * jobs of task i fit, with x = 0. Then job q of task i, counted from 0, ends w - earliestArrival(c, i) - q T_i after its arrival at the
 * latest. If x is above 0, all arrivals of the group are later, and that is no longer. The response is the longest over all c and all q up to the end of the busy period.
 *
 * Each way to split gives a bound. The smallest of three is taken: all in one group; tasks of one period together; tasks whose
 * periods divide each other together. With one group for each task it would be the analysis without offsets.
 */
import { type Effort, fixedPoint } from "./integers.ts";
import { earliestArrival, type OffsetTask } from "./offset-task.ts";
import { compareUtilisationToOne } from "./utilisation.ts";

/** What a bound is made of: R = own + Σ interference - arrival. */
export interface TransactionTerms {
  /** The candidate: the task whose release begins the busy period of the task's own group. */
  readonly first: number;
  /** Groups of task indices, the task's own one first. */
  readonly groups: readonly (readonly number[])[];
  /** Which job of the busy period it is, from 0. */
  readonly job: number;
  /** Its arrival, from the beginning of the busy period on. Negative where it is released late. */
  readonly arrival: number;
  /** The task's own jobs up to this one. */
  readonly own: number;
  /** What each more urgent task runs meanwhile; `task` is its index. */
  readonly interference: readonly { readonly task: number; readonly time: number }[];
}

export interface TransactionBound {
  readonly R: number;
  readonly terms: TransactionTerms;
}

/** `earliestArrival` of each pair of tasks. */
export type Phases = readonly (readonly number[])[];

export function phasesOf(tasks: readonly OffsetTask[]): Phases {
  return tasks.map((first) => tasks.map((other) => earliestArrival(first, other)));
}

/**
 * The smallest bound of one task among those above it, if it is below `limit`; else undefined, as at a utilisation of 1 or more.
 *
 * @throws PreemptError where the effort is used up
 */
export function transactionBound(
  tasks: readonly OffsetTask[],
  task: number,
  above: readonly number[],
  phases: Phases,
  limit: number,
  effort: Effort,
): TransactionBound | undefined {
  const all = [...above, task];
  if (compareUtilisationToOne(all.map((i) => tasks[i] as OffsetTask)) >= 0) return undefined;
  let best: TransactionBound | undefined;
  for (const groups of splits(tasks, all)) {
    best = boundBySplit(tasks, task, groups, phases, best?.R ?? limit, effort) ?? best;
  }
  return best;
}

/** Ways to split tasks into groups; each once. */
export function splits(tasks: readonly OffsetTask[], all: readonly number[]): number[][][] {
  const period = (i: number) => (tasks[i] as OffsetTask).T;
  const divides = (a: number, b: number) => a % b === 0 || b % a === 0;
  const ways = [
    [[...all]],
    grouped(all, (i, j) => period(i) === period(j)),
    grouped(
      [...all].sort((a, b) => period(a) - period(b)),
      (i, j) => divides(period(i), period(j)),
    ),
  ];
  const names = ways.map((groups) =>
    groups
      .map((group) => String(group.toSorted((a, b) => a - b)))
      .sort()
      .join("|"),
  );
  return ways.filter((_, i) => names.indexOf(names[i] as string) === i);
}

/** Each task into the first group in which it fits all. */
function grouped(all: readonly number[], fit: (i: number, j: number) => boolean): number[][] {
  const groups: number[][] = [];
  for (const i of all) {
    const group = groups.find((others) => others.every((j) => fit(i, j)));
    if (group === undefined) groups.push([i]);
    else group.push(i);
  }
  return groups;
}

function boundBySplit(
  tasks: readonly OffsetTask[],
  task: number,
  groups: readonly (readonly number[])[],
  phases: Phases,
  limit: number,
  effort: Effort,
): TransactionBound | undefined {
  const { C, T } = tasks[task] as OffsetTask;
  const own = groups.find((group) => group.includes(task)) as readonly number[];
  const others = groups.filter((group) => group !== own);
  const mates = own.filter((j) => j !== task);
  const terms = mates.length + others.reduce((all, group) => all + group.length ** 2, 0) + 1;

  /** What jobs of task `j` in a window of `t` execute, if one of task `first` is the first of its group there. */
  const timeOf = (first: number, j: number, t: number) => {
    const other = tasks[j] as OffsetTask;
    return Math.max(0, Math.ceil((t - at(phases, first, j)) / other.T)) * other.C;
  };
  const workOf = (first: number, group: readonly number[], t: number) =>
    group.reduce((all, j) => all + timeOf(first, j, t), 0);
  /** The first one with which a group executes most. */
  const worstOf = (group: readonly number[], t: number) => {
    let [worst, most] = [group[0] as number, -1];
    for (const first of group) {
      const work = workOf(first, group, t);
      if (work > most) [worst, most] = [first, work];
    }
    return { worst, most };
  };

  let longest = { R: 0, first: task, job: 0, arrival: 0, t: 0 };
  for (const first of own) {
    let t = 0;
    for (let job = 0; ; job++) {
      const arrival = at(phases, first, task) + job * T;
      // Once the busy period is over before the job comes, it is no job of it.
      if (job > 0 && t <= arrival) break;
      const ahead = (job + 1) * C;
      t = fixedPoint(t + C, (time) => {
        effort.spend(terms);
        return others.reduce((all, group) => all + worstOf(group, time).most, ahead + workOf(first, mates, time));
      });
      const R = t - arrival;
      if (R >= limit) return undefined;
      if (R > longest.R) longest = { R, first, job, arrival, t };
    }
  }

  const { R, first, job, arrival, t } = longest;
  const interference = [
    ...mates.map((j) => ({ task: j, time: timeOf(first, j, t) })),
    ...others.flatMap((group) => {
      const { worst } = worstOf(group, t);
      return group.map((j) => ({ task: j, time: timeOf(worst, j, t) }));
    }),
  ];
  return { R, terms: { first, groups: [own, ...others], job, arrival, own: (job + 1) * C, interference } };
}

const at = (phases: Phases, first: number, j: number) => (phases[first] as readonly number[])[j] as number;
