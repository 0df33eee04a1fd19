/** Chains of a set: end-to-end times under each policy. */
import { type ChainOptions, type TimedTask, timeTriggeredChain } from "@preempt/runtime/analysis";
import { textTable } from "../../text-table.ts";
import { type Chain, chainsOf } from "../chains.ts";
import { loopTasks } from "../event-loop.ts";
import { suspensionTime } from "../suspension.ts";
import type { TaskSet } from "../task-set.ts";
import { type Delay, delayBetween, releaseMessages, threadsOf } from "../threads/threads-of.ts";
import type { ChainAnalysis, ChainBound, KernelVerdict, SetAnalysis } from "./analysis.ts";
import { timedTasks } from "./timed.ts";

/** By task: bounds of the responses from the arrival; null: none. */
type Responses = readonly (number | null)[] | null;

/** Undefined: the set has no chains. */
export function analyzeChains(set: TaskSet, analysis: SetAnalysis): readonly ChainAnalysis[] | undefined {
  if (set.chains === undefined) return undefined;
  const { tasks, message } = messagesOf(set, timedTasks(set));
  const threads = threadsOf(set);
  const isTogether = (a: number, b: number) => threads === undefined || threads.of[a] === threads.of[b];
  // Late timers come with a larger jitter.
  const callbacks = loopTasks(set);
  const { suspension, loop, fifo, order_dm } = analysis;
  const dm = suspension === undefined ? analysis.dm.R : suspension.dm.R;
  const edf = suspension === undefined ? analysis.edf.R : suspension.edf.R;
  const rank = new Map(order_dm.map((task, place) => [task, place]));
  const suspends = (task: number) => suspensionTime(set.tasks[task] ?? {}) > 0;
  return chainsOf(set).map((chain) => {
    const { name, trigger, D = null } = chain;
    return {
      name,
      trigger,
      tasks: chain.tasks,
      D,
      dm: boundOf(chain, tasks, dm, {
        isOrdered: (a, b) => analysis.preemption === "full" && isTogether(a, b) && above(rank, a, b) && !suspends(a),
        message,
      }),
      edf: boundOf(chain, tasks, edf, { message }),
      // The loop without a kernel is of one thread: of others nobody says anything.
      loop:
        threads === undefined
          ? boundOf(chain, callbacks, loopResponses(set, loop, fifo), {
              isOrdered: (a, b) => !suspends(a) && isBefore(set, a, b),
            })
          : boundOf({ ...chain, D: undefined }, callbacks, null, {}),
      ...kernelBounds(chain, tasks, analysis, message),
    };
  });
}

const above = (rank: ReadonlyMap<number, number>, a: number, b: number) =>
  (rank.get(a) as number) < (rank.get(b) as number);

/**
 * With slices, late looks and the event loop, which are in the kernel's bounds of responses. A release that is not noticed
 * yet keeps nobody from starting, so no two tasks are ordered.
 */
function kernelBounds(
  chain: Chain,
  tasks: readonly TimedTask[],
  { kernel }: SetAnalysis,
  message: NonNullable<ChainOptions["message"]>,
): Pick<ChainAnalysis, "kernel"> {
  if (kernel === undefined || chain.trigger === "event") return {};
  const of = ({ R }: KernelVerdict) => boundOf(chain, tasks, R, { message });
  return { kernel: { edf: of(kernel.edf), fp: of(kernel.fp), fifo: of(kernel.fifo) } };
}

/** What bounds of time-triggered chains need of threads: the tasks with what messages do to their releases, and the messages. */
export function messagesOf(set: TaskSet, timed: readonly TimedTask[]) {
  const threads = threadsOf(set);
  const messages = releaseMessages(set);
  return {
    tasks: timed.map((task, i) => laterBy(task, messages[i])),
    message: (a: number, b: number) => (threads === undefined ? 0 : delayBetween(set, threads, a, b)[1]),
  };
}

/** Between two releases there may be as much more as the message may take longer. */
function laterBy(task: TimedTask, message: Delay | undefined): TimedTask {
  return message === undefined ? task : { ...task, J: (task.J ?? 0) + message[1] - message[0] };
}

/** Without queues it is first come, first served; jobs that suspend themselves are no single callbacks then. */
function loopResponses(set: TaskSet, loop: SetAnalysis["loop"], { R }: SetAnalysis["fifo"]): Responses {
  if (loop !== undefined) return loop.R;
  if (R === null || set.tasks.some((task) => suspensionTime(task) > 0)) return null;
  return set.tasks.map(() => R);
}

/** Whether a callback of `a` surely goes before one of `b` that comes later. */
function isBefore({ tasks, loop = {} }: TaskSet, a: number, b: number): boolean {
  const { levels = {}, choice = "oldest" } = loop;
  const queue = (task: number) => tasks[task]?.queue ?? "";
  const level = (task: number) => (Object.hasOwn(levels, queue(task)) ? (levels[queue(task)] as number) : 0);
  if (level(a) !== level(b)) return level(a) < level(b);
  return choice === "oldest" || queue(a) === queue(b);
}

function boundOf(
  { trigger, tasks: places, D }: Chain,
  tasks: readonly TimedTask[],
  responses: Responses,
  options: ChainOptions,
): ChainBound {
  const verdict = (time: number | null) => (D === undefined ? null : time !== null && time <= D);
  if (trigger === "event") {
    const R = responses?.[places.at(-1) as number] ?? null;
    return { sched: verdict(R), R };
  }
  const found = timeTriggeredChain(
    tasks,
    places,
    tasks.map((_, i) => responses?.[i] ?? undefined),
    options,
  );
  if (found === undefined)
    return { sched: verdict(null), reaction: null, age: null, ageUntilReplaced: null, davare: null };
  return { sched: verdict(found.reaction), ...found };
}

/** The chains that a task is part of, in words; without any, nothing. */
export function explainChains(analysis: SetAnalysis, task: number): string[] {
  return (analysis.chains ?? [])
    .filter(({ tasks }) => tasks.includes(task))
    .map(({ name, trigger, tasks, D, dm, edf, loop, kernel }) => {
      const policies: readonly (readonly [string, ChainBound])[] = [
        ["deadline-monotonic", dm],
        ["EDF", edf],
        ...(analysis.threads === undefined ? ([["event loop", loop]] as const) : []),
        ...(kernel === undefined
          ? []
          : ([
              ["kernel, deadline-monotonic", kernel.fp],
              ["kernel, EDF", kernel.edf],
              ["kernel, FIFO", kernel.fifo],
            ] as const)),
      ];
      const show = (time: number | null | undefined) => (time === null || time === undefined ? "-" : String(time));
      const head = trigger === "event" ? ["µs", "response"] : ["µs", "reaction", "age", "age until replaced", "Davare"];
      const lines = policies.map(([policy, bound]) => [
        policy,
        ...("R" in bound
          ? [show(bound.R)]
          : [bound.reaction, bound.age, bound.ageUntilReplaced, bound.davare].map(show)),
      ]);
      const deadline = D === null ? "" : `, end-to-end deadline ${D} µs`;
      const words = `Chain "${name}", tasks ${tasks.join(" -> ")}, ${trigger}-triggered${deadline}:`;
      return `${words}\n${textTable(head, lines).replaceAll(/^/gm, "  ")}`;
    });
}
