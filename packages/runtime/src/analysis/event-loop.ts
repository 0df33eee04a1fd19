/**
 * An event loop without preemption: callbacks wait in task queues, and each runs to its end. Microtasks run right after the
 * callback that queued them, before any other callback. So their time belongs into its C.
 *
 * Within a queue the oldest callback goes first. Between queues the HTML standard leaves the choice to the browser. Two
 * models of it:
 *
 * - levels: a callback of a more urgent queue goes before all of less urgent ones. Queues of one level share one order, by age.
 * - "any": within a level, each callback may have to wait for everything in other queues of its level. No choice that
 *   the standard allows is worse.
 *
 * So a callback waits for one less urgent callback that has begun, for older ones of its own order, and for all more
 * urgent ones that come before it begins. This is fixed priority with FIFO within a priority, without preemption (Martin,
 * Minet and George, Non pre-emptive Fixed Priority scheduling with FIFO arbitration, INRIA RR-5051, 2003). The first level
 * alone is George and Minet's FIFO (ICDCS 1997).
 *
 * Left out: browsers that serve less urgent queues now and then so that they do not starve. "any" covers them.
 */
import { PreemptError, show } from "../input/errors.ts";
import { responseWindow } from "./busy-period.ts";
import { Effort, type EffortOptions, exact, fixedPoint, longestTime } from "./integers.ts";
import { type Convention, remainder } from "./preemption.ts";
import { checkTasks, type TimedTask } from "./timed-task.ts";
import { jobsIn } from "./workload.ts";

/** A callback that recurs. Its C includes the microtasks that it queues. */
export interface LoopTask extends TimedTask {
  /** The name of its task queue. Default: "", one for all that name none. */
  readonly queue?: string;
  /**
   * For how long it may keep the thread, if that is longer than C: callbacks that follow it without a turn of the loop. They
   * count by themselves, but not for a more urgent callback that waits for the thread. Default: C.
   */
  readonly held?: number;
}

/** How the loop chooses. */
export interface LoopOptions extends EffortOptions {
  /** By the name of a queue: its level, 0 the most urgent. Default of a queue that is not named: 0. */
  readonly levels?: Readonly<Record<string, number>>;
  /** Between queues of one level: "oldest", the oldest callback; "any", whichever the loop likes. Default "oldest". */
  readonly choice?: "oldest" | "any";
  /** How a less urgent callback that has begun counts. Default "discrete". */
  readonly convention?: Convention;
}

/** The longest response of a callback. */
export interface LoopResponse {
  /** From the arrival, own jitter included. */
  readonly R: number;
  /** What it is made of: R = jitter + blocking + queue + urgent - earlier. */
  readonly terms: LoopTerms;
}

/** What a callback waits for, in the unit of the tasks. */
export interface LoopTerms {
  /** The release jitter of the task. */
  readonly jitter: number;
  /** What is left of a less urgent callback that has begun. */
  readonly blocking: number;
  /** Callbacks of its own order up to this one, this one included; `task` is an index. */
  readonly queue: readonly { readonly task: number; readonly time: number }[];
  /** More urgent callbacks, and with "any" those of other queues of the level. */
  readonly urgent: readonly { readonly task: number; readonly time: number }[];
  /** How long after the start of the busy period this callback was released. */
  readonly earlier: number;
}

/**
 * Worst-case responses of callbacks, by index. Undefined where there is no bound: the callback, those of its order and
 * those before it use more than the thread.
 *
 * Exact for sporadic arrivals without jitter where callbacks that came at the same time go first; with jitter safe.
 *
 * @throws PreemptError for a malformed set, and where `maxSteps` is passed
 */
export function loopResponseTimes(tasks: readonly LoopTask[], options: LoopOptions = {}): (LoopResponse | undefined)[] {
  checkTasks(tasks);
  checkHeld(tasks);
  const effort = new Effort(options);
  const { levels = {}, choice = "oldest", convention = "discrete" } = options;
  const levelOf = ({ queue = "" }: LoopTask) => (Object.hasOwn(levels, queue) ? (levels[queue] as number) : 0);
  return tasks.map((self, i) => {
    const level = levelOf(self);
    const groups: Groups = { order: [], urgent: [], blocking: 0 };
    tasks.forEach((other, k) => {
      const theirs = levelOf(other);
      const isOwn = (other.queue ?? "") === (self.queue ?? "") || (theirs === level && choice === "oldest");
      if (isOwn) groups.order.push(k);
      else if (theirs <= level) groups.urgent.push(k);
      else groups.blocking = Math.max(groups.blocking, remainder(Math.max(other.held ?? 0, other.C), convention));
    });
    return responseOf(tasks, i, groups, effort);
  });
}

function checkHeld(tasks: readonly LoopTask[]): void {
  const i = tasks.findIndex(({ held = 0 }) => !Number.isInteger(held) || held < 0 || held > longestTime);
  if (i < 0) return;
  throw new PreemptError(
    "task_time",
    `held of task ${i} is ${show(tasks[i]?.held)}. Give an integer from 0 to 2^52, in any unit.`,
  );
}

/** Indices of those that go by age with a callback, and of those that go before it. */
interface Groups {
  readonly order: number[];
  readonly urgent: number[];
  blocking: number;
}

function responseOf(
  tasks: readonly LoopTask[],
  i: number,
  { order, urgent, blocking }: Groups,
  effort: Effort,
): LoopResponse | undefined {
  const of = (k: number) => tasks[k] as LoopTask;
  const self = of(i);
  const end = responseWindow([...order, ...urgent].map(of), blocking, effort);
  if (end === undefined) return undefined;
  const next = order.map((k) => of(k).T - ((of(k).J ?? 0) % of(k).T));
  let ahead = blocking - self.C;
  for (const k of order) ahead = exact(ahead + jobsIn(0, of(k).T, of(k).J ?? 0, true) * of(k).C);
  let [begin, a] = [0, 0];
  let worst = { R: Number.NEGATIVE_INFINITY, begin, a };
  for (;;) {
    begin = fixedPoint(Math.max(begin, ahead), (time) => {
      effort.spend(urgent.length + 1);
      return urgent.reduce((work, k) => work + jobsIn(time, of(k).T, of(k).J ?? 0, true) * of(k).C, ahead);
    });
    if (begin + self.C - a > worst.R) worst = { R: begin + self.C - a, begin, a };
    effort.spend(order.length);
    a = Math.min(...next);
    if (!(a < end)) break;
    order.forEach((k, place) => {
      if (next[place] !== a) return;
      ahead = exact(ahead + of(k).C);
      next[place] = a + of(k).T;
    });
  }
  const times = (all: readonly number[], until: number) =>
    all.map((k) => ({ task: k, time: jobsIn(until, of(k).T, of(k).J ?? 0, true) * of(k).C }));
  const { J = 0 } = self;
  const terms: LoopTerms = {
    jitter: J,
    blocking,
    queue: times(order, worst.a),
    urgent: times(urgent, worst.begin),
    earlier: worst.a,
  };
  return { R: worst.R + J, terms };
}

/** Whether every callback meets its deadline. */
export function isLoopSchedulable(tasks: readonly LoopTask[], options: LoopOptions = {}): boolean {
  return loopResponseTimes(tasks, options).every(
    (found, i) => (found?.R ?? Number.POSITIVE_INFINITY) <= (tasks[i] as LoopTask).D,
  );
}

/** How late timers are, in the unit of the tasks. */
export interface TimerOptions {
  /** Timers are due at multiples of this only, the next one after the time that was set. Default 1. */
  readonly granularity?: number;
  /** How long after that the loop may notice it. Default 0. */
  readonly lateness?: number;
}

/** The release jitter of callbacks of timers, beside their own. */
export function timerJitter({ granularity = 1, lateness = 0 }: TimerOptions): number {
  return Math.max(0, granularity - 1) + lateness;
}
