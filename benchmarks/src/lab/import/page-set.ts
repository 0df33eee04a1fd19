/**
 * A page's trace as a task set with the chain of one kind of input, for the event loop of Chrome:
 *
 * - inputs go before everything else (level 0), as in Chrome's scheduler, with what that scheduler does for itself; and all other
 *   tasks by age
 * - the input's task, and as the next task of the chain the frame after it. The browser asks for a frame at the display's next
 *   refresh: that is the frame's release jitter
 * - an activity that posts its own continuation delays every other task by one of its tasks, so it stands at the last level, where
 *   one of it may have begun. Two of these count as one whose task is as long as both
 * - other frames: no other one is between the input's task and the frame after it. One may have begun before
 * - all else at level 1, in queues of their own, so that with the choice "any" each may go first
 *
 * The set could have made the trace: see page-bound.test.ts, which compares each chain of a trace with the bound.
 */
import { LabError } from "../errors.ts";
import type { Read } from "../interchange/format.ts";
import type { TaskParameters, TaskSet } from "../task-set.ts";
import { coverExecutions } from "./arrivals.ts";
import { type Activity, activitiesOf } from "./page-activities.ts";
import { chainsOfInputs, type PageChain } from "./page-chains.ts";
import { type PageTask, type PageTrace, readPageTrace } from "./page-tasks.ts";
import { parseTrace } from "./trace.ts";

/** Of a display with 60 frames a second, rounded up; microseconds. */
export const refresh = 16_667;

/** Part of the thread's time that makes an activity stand by itself; smaller ones are tasks like others. */
const leastShare = 0.02;

/** Windows in which arrivals should not be overestimated, in microseconds: about as long as a chain takes. */
const window = 100_000;

export interface PageSet {
  readonly set: TaskSet;
  readonly chains: readonly PageChain[];
}

export interface PageSetOptions {
  /** Of events that start the chain. Default "keydown". */
  readonly input?: string;
  /** End-to-end deadline in microseconds. Default 100 ms. */
  readonly deadline?: number;
}

/** @throws LabError if the trace has fewer than two such inputs with a frame after them */
export function pageSet(
  trace: PageTrace,
  source: string,
  { input = "keydown", deadline = 100_000 }: PageSetOptions = {},
): PageSet {
  const chains = chainsOfInputs(trace, input);
  if (chains.length < 2) {
    const words = `${source} has ${chains.length} events "${input}" with a display frame after them`;
    throw new LabError("trace_chain", `${words}. Give another --input, or record more of them.`);
  }
  const { tasks } = trace;
  const dispatching = new Set(chains.map(({ dispatch }) => dispatch));
  const large = activitiesOf(tasks).filter(({ time }) => time > leastShare * spanOf(tasks));
  const inActivity = new Set(large.flatMap((activity) => activity.tasks));
  const others = tasks.filter(({ isFrame }, i) => !isFrame && !dispatching.has(i) && !inActivity.has(i));
  const frames = tasks.filter(({ isFrame }) => isFrame);
  const own = chainTasks(tasks, chains);
  const all: readonly Named[] = [
    own.dispatch,
    own.frame,
    lastTask("other frames", longest(frames), distance(frames)),
    ...(large.length > 0 ? [activityTask(large, tasks)] : []),
    ...otherTasks(others),
  ];
  const set: TaskSet = {
    id: "page",
    tasks: all,
    loop: { levels: Object.fromEntries(all.map(({ queue }) => [queue, levels[queue] ?? otherLevel])), choice: "any" },
    chains: [{ name: `${input} to frame`, tasks: [0, 1], trigger: "event", D: deadline }],
  };
  return { set, chains };
}

/** @throws LabError if it is no trace of a page that says when tasks were posted, or has fewer than two such inputs */
export function importPage(text: string, source: string, input: string): Read {
  const trace = readPageTrace(parseTrace(text, source), source);
  return { sets: [pageSet(trace, source, { input }).set], remarks: [] };
}

const durationOf = ({ start, end }: PageTask) => end - start;
const longest = (tasks: readonly PageTask[]) => Math.max(1, Math.ceil(Math.max(...tasks.map(durationOf))));
const shortest = (tasks: readonly PageTask[]) => Math.floor(Math.min(...tasks.map(durationOf)));
const spanOf = (tasks: readonly PageTask[]) => (tasks.at(-1)?.end ?? 0) - (tasks[0]?.start ?? 0);
/** Mean distance; of what runs once the length of the trace would do as well. */
const distance = (tasks: readonly PageTask[]) => Math.max(1, Math.floor(spanOf(tasks) / Math.max(1, tasks.length - 1)));

type Named = TaskParameters & { readonly name: string; readonly queue: string; readonly Cmin: number };

/** Of the queues that are not of others. */
const levels: Readonly<Record<string, number>> = { control: 0, input: 0, last: 2 };
const otherLevel = 1;

/** Inputs that the browser passes on together come with a release jitter. */
function chainTasks(tasks: readonly PageTask[], chains: readonly PageChain[]): { dispatch: Named; frame: Named } {
  const dispatches = chains.map(({ dispatch }) => tasks[dispatch] as PageTask);
  const frames = tasks.filter(({ isFrame }) => isFrame);
  const C = longest(dispatches);
  const { T, J } = coverExecutions(
    chains.map(({ input }) => ({ at: input.arrival, time: 1 })),
    window,
  );
  const jitter = J > 0 ? { J } : {};
  const frame = longest(frames);
  return {
    dispatch: { name: "input", C, T, D: Math.max(C, T), ...jitter, Cmin: shortest(dispatches), queue: "input" },
    frame: { name: "frame", C: frame, T, D: Math.max(frame, T), J: refresh, Cmin: shortest(frames), queue: "frame" },
  };
}

/** At the last level, where an analysis needs C alone. Its T is for simulations: as often as it came in the mean, or, if that were too often, all the time. */
function lastTask(name: string, C: number, mean: number): Named {
  const T = Math.max(C, mean);
  return { name, C, T, D: T, Cmin: 0, queue: "last" };
}

function activityTask(activities: readonly Activity[], tasks: readonly PageTask[]): Named {
  const stepsOf = (activity: Activity) => activity.tasks.map((i) => tasks[i] as PageTask);
  const C = Math.ceil(activities.reduce((sum, { delay }) => sum + delay, 0));
  const all = activities.flatMap(stepsOf).sort((a, b) => a.start - b.start);
  const names = [...Map.groupBy(all, ({ label }) => label)].sort((a, b) => b[1].length - a[1].length);
  return lastTask(
    `activity: ${names
      .slice(0, 3)
      .map(([label]) => label)
      .join(", ")}`,
    C,
    distance(all),
  );
}

/** Of Chrome's scheduler, which has a priority above inputs for them. Microseconds each. */
export const control: ReadonlySet<string> = new Set(["OnPendingTasksChanged", "UpdatePolicyLocked"]);

/** Names of tasks that are there anyway. */
const taken: ReadonlySet<string> = new Set(["input", "frame", "other frames", "other inputs", "control"]);

const labelOfTask = ({ label, events }: PageTask) =>
  events.length > 0 ? "other inputs" : control.has(label) ? "control" : taken.has(label) ? `${label} (other)` : label;

function otherTasks(tasks: readonly PageTask[]): Named[] {
  return [...Map.groupBy(tasks, labelOfTask)]
    .map(([label, own]): Named => {
      const { C, T, J } = coverExecutions(
        own.map((task) => ({ at: task.start, time: durationOf(task) })),
        window,
      );
      const queue = label === "other inputs" ? "input" : label === "control" ? label : `of ${label}`;
      return { name: label, C, T, D: Math.max(C, T), ...(J > 0 && { J }), Cmin: shortest(own), queue };
    })
    .sort((a, b) => b.C / b.T - a.C / a.T);
}
