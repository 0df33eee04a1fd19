/** Modelled tasks on the real kernel under virtual time, with every cost that the model has. */
import { type Job, type Lock, type ProtocolName, Resource, Scheduler, type Task } from "@preempt/runtime";
import type { SystemModel, TaskModel } from "@preempt/runtime/analysis";
import { VirtualHost } from "@preempt/runtime/testing";

/** What the kernel is set to and what its surroundings cost. Whole milliseconds, so that virtual time is exact. */
export interface Surroundings {
  readonly policy: "edf" | "fp" | "fifo";
  /** As set; jobs look at the clock every `step`, so a slice may last up to `slice + step - 1`. */
  readonly slice: number;
  readonly step: number;
  readonly dispatch: number;
  /** Infinity: the event loop gets the thread when nothing is ready. */
  readonly round: number;
  /** What it takes then. */
  readonly eventLoop: number;
  /** Of all resources. */
  readonly protocol: ProtocolName;
}

/** What an admission test is told of them. */
export const systemOf = ({
  policy,
  slice,
  step,
  dispatch,
  round,
  eventLoop,
}: Omit<Surroundings, "protocol">): SystemModel => ({
  policy,
  slice: slice + step,
  overrun: step,
  switchCost: dispatch,
  releaseLatency: eventLoop,
  eventLoop: { round, time: eventLoop },
});

/** One arrival: a job of `task` comes at `at` and is released `jitter` later. */
export interface Arrival {
  readonly task: number;
  readonly at: number;
  readonly jitter: number;
}

/** A job that ended: response from its arrival. */
export interface Outcome {
  readonly task: number;
  readonly at: number;
  readonly response: number;
  readonly missed: boolean;
}

export interface Pattern {
  readonly arrivals: readonly Arrival[];
  /** When a job enters the first of its sections, which follow each other, as a share of its time outside. Default 0: at once. */
  readonly sectionAt?: number;
  /** A task whose jobs are released by jobs that run, as often as it may, until `until`. */
  readonly inner?: { readonly task: number; readonly until: number };
}

/** Runs all jobs for their whole wcet. */
export function execute(
  tasks: readonly TaskModel[],
  { arrivals, sectionAt = 0, inner }: Pattern,
  surroundings: Surroundings,
): Outcome[] {
  const { policy, slice, step, dispatch, round, eventLoop, protocol } = surroundings;
  const host = new VirtualHost();
  const rt = new Scheduler({
    host,
    policy,
    slice,
    round,
    margin: false,
    observer: {
      jobDispatched: () => host.advance(dispatch),
      roundEnded: () => host.advance(eventLoop),
    },
  });
  const names = new Set(tasks.flatMap((task) => sectionsOf(task).map(([name]) => name)));
  const resources = new Map(Array.from(names, (name) => [name, new Resource(rt, { name, protocol })]));
  function body(task: TaskModel) {
    const sections = sectionsOf(task);
    const inside = sections.reduce((all, [, length]) => all + length, 0);
    const before = Math.floor((task.wcet - inside) * sectionAt);
    return function* () {
      let done = 0;
      const work = function* (until: number) {
        while (done < until) {
          const next = Math.min(step, until - done);
          host.advance(next);
          done += next;
          releaseInner();
          if (done < task.wcet) yield;
        }
      };
      yield* work(before);
      for (const [i, [name, length]] of sections.entries()) {
        // Without a preemption point between them, two sections would be one.
        if (i > 0) yield;
        const lock: Lock = yield* (resources.get(name) as Resource).acquire();
        yield* work(done + length);
        lock.unlock();
      }
      yield* work(task.wcet);
    };
  }
  const jobs: { readonly job: Job<unknown>; readonly arrival: Arrival }[] = [];
  // Jobs of one task run one after the other, as the analyses have it.
  const sources = tasks.map((task) =>
    rt.task(body(task), {
      name: task.name,
      priority: task.priority,
      deadline: task.deadline,
      backlog: Number.POSITIVE_INFINITY,
      uses: sectionsOf(task).map(([name]) => resources.get(name) as Resource),
    }),
  );
  function release(arrival: Arrival) {
    const { deadline } = tasks[arrival.task] as TaskModel;
    const job = (sources[arrival.task] as Task).release();
    if (deadline !== Number.POSITIVE_INFINITY) job.setDeadline({ at: arrival.at + deadline });
    jobs.push({ job, arrival });
  }
  let nextInner = 0;
  function releaseInner() {
    const now = host.now();
    if (inner === undefined || now < nextInner || now > inner.until) return;
    nextInner = now + (tasks[inner.task] as TaskModel).period;
    release({ task: inner.task, at: now, jitter: 0 });
  }
  for (const arrival of arrivals) {
    if (arrival.task !== inner?.task) rt.alarm(arrival.at + arrival.jitter, () => release(arrival));
  }
  host.run();
  return jobs.map(({ job, arrival }) => {
    const response = (job.finish ?? Number.POSITIVE_INFINITY) - arrival.at;
    const { deadline } = tasks[arrival.task] as TaskModel;
    return { task: arrival.task, at: arrival.at, response, missed: response > deadline };
  });
}

function sectionsOf({ sections = {} }: TaskModel): (readonly [name: string, length: number])[] {
  return Object.entries(sections).filter(([, length]) => length > 0);
}
