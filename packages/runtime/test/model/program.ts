/** Random programs for the kernel: plain data, so that a failing one shrinks and can be kept as a test. */
import type { ProtocolName } from "@preempt/runtime";
import fc from "fast-check";

/** What a job does, one thing after the other. `which` counts modulo what there is. Times in milliseconds. */
export type Step =
  /** Computes, preemptable at every instant. */
  | { readonly do: "work"; readonly ms: number }
  /** Computes without a preemption point; there is one after it. */
  | { readonly do: "stretch"; readonly ms: number }
  /** Awaits a promise that an alarm settles. */
  | { readonly do: "sleep"; readonly ms: number; readonly rejects: boolean }
  /** Awaits what is no promise. */
  | { readonly do: "awaitValue" }
  | { readonly do: "awaitNever" }
  | { readonly do: "yieldNow" }
  | { readonly do: "child"; readonly job: JobPlan; readonly awaited: boolean }
  | { readonly do: "awaitJob"; readonly which: number }
  | { readonly do: "throw" }
  | {
      readonly do: "lock";
      readonly which: number;
      readonly steps: readonly Step[];
      readonly forgotten: boolean;
      /** Gives up after so long. */
      readonly timeout?: number | undefined;
    }
  | { readonly do: "section"; readonly steps: readonly Step[]; readonly forgotten: boolean }
  /** try … finally, in a frame of its own. */
  | { readonly do: "guard"; readonly steps: readonly Step[]; readonly after: readonly Step[] }
  | { readonly do: "act"; readonly act: Act };

/** What anybody may do at any time: jobs, alarms, events from outside. */
export type Act =
  | { readonly act: "submit"; readonly job: JobPlan }
  | { readonly act: "cancel"; readonly which: number }
  | { readonly act: "setPriority"; readonly which: number; readonly to: number }
  | { readonly act: "setDeadline"; readonly which: number; readonly ms: number }
  | { readonly act: "alarm"; readonly in: number; readonly what: Act }
  | { readonly act: "ticks"; readonly every: number; readonly count: number; readonly what: Act }
  | { readonly act: "cancelAlarm"; readonly which: number }
  /** Code outside of jobs locks a resource for a while, if it is free. */
  | { readonly act: "hold"; readonly which: number; readonly ms: number }
  | { readonly act: "releaseTask"; readonly which: number }
  | { readonly act: "stopTask"; readonly which: number }
  | {
      readonly act: "updateTask";
      readonly which: number;
      readonly period: number;
      readonly deadline: number;
      readonly priority: number;
    }
  | ({ readonly act: "updateServer"; readonly which: number } & Omit<ServerPlan, "kind">)
  | { readonly act: "disposeServer"; readonly which: number; readonly jobs: "cancel" | "release" }
  /** No job runs until the event loop says so. */
  | { readonly act: "pause"; readonly ms: number }
  | { readonly act: "resume" }
  | { readonly act: "pauseGroup"; readonly which: number; readonly ms: number }
  | { readonly act: "cancelGroup"; readonly which: number }
  | { readonly act: "cancelAll"; readonly really: boolean }
  /** Ends the scheduler: some jobs still run afterwards, and try to go on as before. */
  | { readonly act: "close"; readonly really: boolean; readonly deadline: number | undefined }
  /** Takes time. In a job, that is the job's. */
  | { readonly act: "dawdle"; readonly ms: number };

export interface JobPlan {
  readonly kind: "annotated" | "generator" | "plain" | "async";
  readonly steps: readonly Step[];
  readonly delay: number;
  readonly deadline: number | undefined;
  readonly priority: number | undefined;
  readonly inherit: boolean;
  readonly wcet: number | undefined;
  /** A signal aborts the job then. */
  readonly abortAt: number | undefined;
  readonly server: number | undefined;
  /** Whether somebody awaits it from outside. */
  readonly awaited: boolean;
  readonly timeout: LimitPlan | undefined;
  /** Of its execution time. */
  readonly limit: LimitPlan | undefined;
  readonly onMiss: LimitPlan["action"] | undefined;
  readonly refusedLate: boolean;
  readonly group: number | undefined;
}

export interface LimitPlan {
  readonly after: number;
  readonly action: "cancel" | "demote" | "call";
}

export interface TaskPlan {
  readonly kind: "periodic" | "sporadic" | "aperiodic";
  readonly period: number;
  readonly phase: number;
  readonly jitter: number;
  readonly deadline: number | undefined;
  readonly priority: number;
  readonly backlog: number;
  readonly onMiss: "continue" | "cancel" | "skip-next" | "call";
  readonly steps: readonly Step[];
}

export interface ServerPlan {
  readonly kind: "cbs" | "deferrable" | "polling";
  readonly budget: number;
  readonly period: number;
  readonly priority: number;
}

export const policyNames = ["edf", "fp", "fifo", "rr", "llf", "fair"] as const;

export interface Program {
  readonly policy: (typeof policyNames)[number];
  /** Patience; undefined: no aging. */
  readonly aging: number | undefined;
  readonly preemption: "ideal" | "sliced";
  readonly slice: number;
  readonly round: number;
  readonly protocols: readonly ProtocolName[];
  readonly servers: readonly ServerPlan[];
  readonly tasks: readonly TaskPlan[];
  /** How many of its jobs may have started and not ended, for each group. */
  readonly groups: readonly number[];
  readonly events: readonly { readonly at: number; readonly via: "alarm" | "eventLoop"; readonly act: Act }[];
}

const ms = fc.integer({ min: 0, max: 12 }).map((n) => n / 2);
const some = fc.integer({ min: 1, max: 12 }).map((n) => n / 2);
const which = fc.nat({ max: 7 });
const priority = fc.integer({ min: -3, max: 3 });
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
/** One time in eight. */
const seldom = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: of });
const deadline = fc.integer({ min: 1, max: 60 }).map((n) => n / 2);
const anyAction = fc.constantFrom("cancel" as const, "cancel" as const, "demote" as const, "call" as const);
const limit = (after: fc.Arbitrary<number>): fc.Arbitrary<LimitPlan | undefined> =>
  seldom(fc.record({ after, action: anyAction }));
const taskPeriod = fc.integer({ min: 4, max: 40 }).map((n) => n / 2);
const share = fc
  .record({ budget: fc.integer({ min: 1, max: 8 }).map((n) => n / 2), more: fc.integer({ min: 0, max: 16 }) })
  .map(({ budget, more }) => ({ budget, period: budget + more / 2 }));
const rarely = fc.integer({ min: 0, max: 9 }).map((n) => n === 9);

const { act, step, job } = fc.letrec<{ act: Act; step: Step; job: JobPlan; steps: readonly Step[] }>((tie) => ({
  steps: fc.array(tie("step"), { maxLength: 4, size: "max", depthIdentifier: "program" }),
  job: fc.record({
    kind: fc.constantFrom("annotated", "annotated", "annotated", "generator", "plain", "async"),
    steps: tie("steps"),
    delay: fc.oneof(fc.constant(0), ms),
    deadline: maybe(deadline),
    priority: maybe(priority),
    inherit: fc.boolean(),
    wcet: maybe(some),
    abortAt: fc.option(ms, { nil: undefined, freq: 8 }).map((v) => v),
    server: fc.option(fc.nat({ max: 3 }), { nil: undefined, freq: 2 }),
    awaited: fc.boolean(),
    timeout: limit(deadline),
    limit: limit(some),
    onMiss: seldom(anyAction),
    refusedLate: rarely,
    group: seldom(fc.nat({ max: 1 })),
  }),
  step: fc.oneof(
    { maxDepth: 4, depthIdentifier: "program", withCrossShrink: true },
    { weight: 6, arbitrary: fc.record({ do: fc.constant("work" as const), ms: some }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("stretch" as const), ms }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("sleep" as const), ms, rejects: rarely }) },
    { weight: 1, arbitrary: fc.constantFrom<Step>({ do: "awaitValue" }, { do: "yieldNow" }, { do: "throw" }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("awaitJob" as const), which }) },
    {
      weight: 7,
      arbitrary: fc.record({
        do: fc.constant("lock" as const),
        which: fc.nat({ max: 2 }),
        steps: tie("steps"),
        forgotten: rarely,
        timeout: maybe(ms),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant("section" as const), steps: tie("steps"), forgotten: rarely }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant("guard" as const), steps: tie("steps"), after: tie("steps") }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant("child" as const), job: tie("job"), awaited: fc.boolean() }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("act" as const), act: tie("act") }) },
    { weight: 1, arbitrary: fc.constant<Step>({ do: "awaitNever" }) },
  ),
  act: fc.oneof(
    { maxDepth: 4, depthIdentifier: "program", withCrossShrink: true },
    { weight: 3, arbitrary: fc.record({ act: fc.constant("cancel" as const), which }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant("setPriority" as const), which, to: priority }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant("setDeadline" as const), which, ms: deadline }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant("cancelAlarm" as const), which }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant("hold" as const), which, ms }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant("releaseTask" as const), which }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant("stopTask" as const), which }) },
    {
      weight: 1,
      arbitrary: fc.record({ act: fc.constant("updateTask" as const), which, period: taskPeriod, deadline, priority }),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(which, share, priority)
        .map(([which, share, priority]): Act => ({ act: "updateServer", which, priority, ...share })),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        act: fc.constant("disposeServer" as const),
        which,
        jobs: fc.constantFrom("cancel" as const, "release" as const),
      }),
    },
    { weight: 1, arbitrary: fc.record({ act: fc.constant("dawdle" as const), ms }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant("pause" as const), ms }) },
    { weight: 1, arbitrary: fc.constant<Act>({ act: "resume" }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant("pauseGroup" as const), which, ms }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant("cancelGroup" as const), which }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant("cancelAll" as const), really: rarely }) },
    {
      weight: 1,
      arbitrary: fc.record({ act: fc.constant("close" as const), really: rarely, deadline: maybe(ms) }),
    },
    { weight: 4, arbitrary: fc.record({ act: fc.constant("submit" as const), job: tie("job") }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant("alarm" as const), in: ms, what: tie("act") }) },
    {
      weight: 1,
      arbitrary: fc.record({
        act: fc.constant("ticks" as const),
        every: some,
        count: fc.integer({ min: 1, max: 3 }),
        what: tie("act"),
      }),
    },
  ),
}));

const task: fc.Arbitrary<TaskPlan> = fc.record({
  kind: fc.constantFrom("periodic", "sporadic", "aperiodic"),
  period: taskPeriod,
  phase: ms,
  jitter: fc.oneof(fc.constant(0), ms),
  deadline: maybe(deadline),
  priority,
  backlog: fc.integer({ min: 1, max: 4 }),
  onMiss: fc.constantFrom("continue", "cancel", "skip-next", "call"),
  steps: fc.array(step, { maxLength: 3, size: "max" }),
});

const server: fc.Arbitrary<ServerPlan> = fc
  .record({ kind: fc.constantFrom("cbs" as const, "deferrable" as const, "polling" as const), share, priority })
  .map(({ share, ...rest }) => ({ ...rest, ...share }));

const event = fc.record({
  at: fc.integer({ min: 0, max: 24 }).map((n) => n / 2),
  via: fc.constantFrom("alarm" as const, "eventLoop" as const),
  act: fc.oneof(
    { weight: 20, arbitrary: act },
    {
      weight: 1,
      arbitrary: fc.record({
        act: fc.constant("close" as const),
        really: fc.constant(true),
        deadline: maybe(ms),
      }),
    },
    { weight: 40, arbitrary: job.map((j): Act => ({ act: "submit", job: j })) },
  ),
});

const mixed: fc.Arbitrary<Program> = fc.record({
  policy: fc.constantFrom(...policyNames),
  aging: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined, freq: 4 }),
  preemption: fc.constantFrom("ideal", "sliced"),
  slice: fc.constantFrom(0.5, 1, 3, Number.POSITIVE_INFINITY),
  round: fc.constantFrom(1, 5, Number.POSITIVE_INFINITY),
  protocols: fc.array(fc.constantFrom<ProtocolName>("none", "npcs", "pip", "pcp", "icpp", "srp"), {
    minLength: 1,
    maxLength: 3,
  }),
  servers: fc.array(server, { maxLength: 2 }),
  tasks: fc.array(task, { maxLength: 2 }),
  groups: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 2 }),
  events: fc.array(event, { minLength: 1, maxLength: 10, size: "max" }),
});

/** Many jobs at once, all of which want the same few resources: what a mixed program does too seldom. */
const contended: fc.Arbitrary<Program> = fc
  .record({
    program: mixed,
    jobs: fc.array(
      fc.record({
        at: fc.integer({ min: 0, max: 8 }).map((n) => n / 2),
        job,
        first: fc.array(step, { maxLength: 1 }),
        which: fc.nat({ max: 1 }),
        timeout: maybe(ms),
        inner: fc.oneof(
          fc.array(step, { maxLength: 2, size: "max" }),
          fc.record({ which: fc.nat({ max: 1 }), steps: fc.array(step, { maxLength: 2, size: "max" }) }),
        ),
      }),
      { minLength: 3, maxLength: 8, size: "max" },
    ),
  })
  .map(({ program, jobs }) => {
    const events = jobs.map(({ at, job: plan, first, which, timeout, inner }) => {
      const work: Step = { do: "work", ms: 1 };
      const steps: Step[] = Array.isArray(inner)
        ? [work, ...inner]
        : [work, { do: "lock", ...(inner as { which: number; steps: Step[] }), forgotten: false }];
      const kind = plan.kind === "plain" || plan.kind === "async" ? "annotated" : plan.kind;
      const locking: JobPlan = {
        ...plan,
        kind,
        delay: 0,
        steps: [...first, { do: "lock", which, steps, forgotten: false, timeout }],
      };
      return { at, via: "alarm" as const, act: { act: "submit" as const, job: locking } };
    });
    return { ...program, tasks: [], events: [...events, ...program.events.slice(0, 3)] };
  });

/** Jobs of one task that queue up, awaited by others in any order: urgency passes along the queue. */
const queued: fc.Arbitrary<Program> = fc
  .record({
    program: mixed,
    source: task,
    awaiting: fc.array(fc.record({ at: ms, job, which: fc.nat({ max: 4 }), first: fc.array(step, { maxLength: 1 }) }), {
      minLength: 1,
      maxLength: 5,
      size: "max",
    }),
  })
  .map(({ program, source, awaiting }) => {
    const kind = source.kind === "periodic" ? "aperiodic" : source.kind;
    const steps: Step[] = [{ do: "work", ms: 2 }, ...source.steps];
    const release: Act = { act: "releaseTask", which: 0 };
    const events = awaiting.map(({ at, job: plan, which, first }) => {
      const body: Step[] = [...first, { do: "awaitJob", which }];
      const awaits: JobPlan = { ...plan, kind: plan.kind === "plain" ? "generator" : plan.kind, delay: 0, steps: body };
      return { at, via: "alarm" as const, act: { act: "submit" as const, job: awaits } };
    });
    return {
      ...program,
      tasks: [{ ...source, kind, backlog: 4, steps }],
      events: [
        ...[0, 0, 0, 1].map((at) => ({ at, via: "alarm" as const, act: release })),
        ...events,
        ...program.events,
      ],
    };
  });

export const anyProgram: fc.Arbitrary<Program> = fc.oneof(mixed, contended, queued);
