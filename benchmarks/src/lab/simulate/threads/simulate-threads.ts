/**
 * Several threads under virtual time, each a kernel with a clock of its own. The clocks go on in steps: all threads run up to
 * an instant before which none can send anything, and then messages are delivered (conservative simulation: Chandy and
 * Misra, IEEE Transactions on Software Engineering 1979).
 */
import type { Job, Observer } from "@preempt/runtime";
import { tasksBefore } from "../../chains.ts";
import { resourcesUsed } from "../../sections.ts";
import type { TaskSet } from "../../task-set.ts";
import { messageDelay } from "../../threads/message-delays.ts";
import { delayBetween, type Threads, tasksByThread } from "../../threads/threads-of.ts";
import { defaultHorizon } from "../horizon.ts";
import { type Machine, startMachine } from "../machine.ts";
import { measureChains } from "../measure-chains.ts";
import type { SimulateOptions } from "../options.ts";
import type { SimulatedSet } from "../outcome.ts";
import { Recorder } from "../recorder.ts";
import { type CourseOf, courseOf } from "../suspension.ts";
import { OpenJobs } from "./open-jobs.ts";
import { ThreadHost } from "./thread-host.ts";

interface Thread {
  readonly host: ThreadHost;
  readonly recorder: Recorder;
  readonly open: OpenJobs;
  readonly machine: Machine;
}

interface Message {
  readonly to: number;
  readonly at: number;
  /** Of the chain's first job. */
  readonly arrival: number;
}

/**
 * @param observerOf Of a thread, by its place: is told of everything there
 * @param courses As in `simulateSet`
 */
export function simulateThreads(
  set: TaskSet,
  threads: Threads,
  options: SimulateOptions,
  observerOf?: (thread: number) => Observer,
  courses?: readonly (CourseOf | undefined)[],
): SimulatedSet {
  const { chains, ...plain } = set;
  const horizon = options.horizon ?? defaultHorizon(set);
  const given = courses ?? set.tasks.map((task, i) => courseOf(task, i, options));
  const places = tasksByThread(threads);
  const messages: Message[] = [];
  const sent = new Map<string, { count: number; last: number }>();
  const before = tasksBefore(set);
  const crosses = (task: number): boolean =>
    before.some((first, next) => first === task && (threads.of[next] !== threads.of[task] || crosses(next)));
  const all = places.map((own, place) => threadOf(own, place));
  const least = leastDelay();
  for (;;) {
    const next = Math.min(...all.map(({ open, host }) => open.nextSend(host.now())));
    const stop = next + least;
    for (const { host } of all) {
      host.stop = stop;
      host.runToStop();
    }
    if (messages.length === 0 && stop === Number.POSITIVE_INFINITY) break;
    for (const { to, at, arrival } of messages.splice(0)) {
      const { machine, host } = all[threads.of[to] as number] as Thread;
      machine.release(to, arrival, Math.max(0, at - host.now()));
    }
  }
  return merged(set, plain, options, all);

  function threadOf(own: readonly number[], place: number): Thread {
    const host = new ThreadHost();
    const recorder = new Recorder(plain);
    const open = new OpenJobs({
      senders: new Set(own.filter(crosses)),
      execution: (task, k) => executionOf(set, task, given[task]?.(k)),
      arrival(task, k) {
        const { O = 0, T } = set.tasks[task] as TaskSet["tasks"][number];
        const arrival = O + k * T;
        return before[task] !== undefined || arrival >= horizon ? Number.POSITIVE_INFINITY : arrival;
      },
      urgency: urgencyOf(set, options),
      taskOf: (job) => recorder.taskOf(job),
    });
    const observer = observerOf?.(place);
    const machine = startMachine({
      ...{ set, places: own, options: { ...options, horizon }, host, recorder, courses: given },
      observers: [open, ...(observer === undefined ? [] : [observer])],
      send: (task, to, arrival) => threads.of[to] !== place && send(task, to, arrival, host.now()),
      coming: (task, at) => open.coming(task, at),
      submitted: (job, task) => open.submitted(job, task),
      hasOpenRounds: options.preemption !== "sliced",
    });
    return { host, recorder, open, machine };
  }

  function send(from: number, to: number, arrival: number, now: number): true {
    const name = `${from} ${to}`;
    const { count, last } = sent.get(name) ?? { count: 0, last: 0 };
    // None overtakes another.
    const at = Math.max(last, now + messageDelay(delayBetween(set, threads, from, to), from, to, count, options));
    sent.set(name, { count: count + 1, last: at });
    messages.push({ to, at, arrival });
    return true;
  }

  /** Of all that may be sent. */
  function leastDelay(): number {
    const delays = before.flatMap((first, next) =>
      first === undefined || threads.of[first] === threads.of[next] ? [] : delayBetween(set, threads, first, next)[0],
    );
    return Math.min(...delays, Number.MAX_SAFE_INTEGER);
  }
}

function executionOf({ tasks }: TaskSet, task: number, course: readonly number[] | undefined): number {
  if (course === undefined) return (tasks[task] as TaskSet["tasks"][number]).C;
  return course.reduce((all, length, i) => (i % 2 === 0 ? all + length : all), 0);
}

/** Undefined where the more urgent job does not always run: at once, and with nothing to wait for. */
function urgencyOf(set: TaskSet, options: SimulateOptions): ((job: Job) => number) | undefined {
  const { policy = "edf", preemption = "full", patience } = options;
  const isBlocked = set.tasks.some((task) => resourcesUsed(task).length > 0);
  if (preemption !== "full" || patience !== undefined || isBlocked) return undefined;
  if (policy === "edf") return ({ deadline }) => -deadline;
  return policy === "fp" ? ({ priority }) => priority : undefined;
}

function merged(
  set: TaskSet,
  plain: TaskSet,
  options: SimulateOptions,
  threads: readonly { readonly recorder: Recorder }[],
): SimulatedSet {
  const parts = threads.map(({ recorder }) => recorder.result());
  const jobs = parts.flatMap((part) => part.jobs).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const sum = (of: (part: SimulatedSet) => number) => parts.reduce((all, part) => all + of(part), 0);
  const maxResponse = plain.tasks.map((_, i) => {
    const times = parts.flatMap(({ metrics }) => metrics.maxResponse[i] ?? []);
    return times.length === 0 ? null : Math.max(...times);
  });
  return {
    id: set.id,
    jobs,
    segments: parts.flatMap((part) => part.segments).sort((a, b) => a[2] - b[2] || a[3] - b[3]),
    misses: sum(({ misses }) => misses),
    metrics: {
      released: sum(({ metrics }) => metrics.released),
      cancelled: sum(({ metrics }) => metrics.cancelled),
      skipped: sum(({ metrics }) => metrics.skipped),
      failed: sum(({ metrics }) => metrics.failed),
      preemptions: sum(({ metrics }) => metrics.preemptions),
      maxResponse,
      busy: sum(({ metrics }) => metrics.busy),
      lastFinish: Math.max(0, ...parts.map(({ metrics }) => metrics.lastFinish)),
    },
    ...(set.chains !== undefined && { chains: measureChains(set, jobs, maxResponse, options) }),
  };
}
