/**
 * Whatever takes options refuses names that do not exist and values of another kind: with a code, what was given, what is expected,
 * and the name that was probably meant.
 */
import {
  Condition,
  ConstantBandwidthServer,
  DeferrableServer,
  JobGroup,
  PollingServer,
  PreemptError,
  ReadWriteLock,
  Resource,
  Scheduler,
  Semaphore,
  Task,
  TotalBandwidthServer,
} from "@preempt/runtime";
import { Scheduler as CoreScheduler } from "@preempt/runtime/core";
import { PartitionedScheduler } from "@preempt/runtime/partitioned";
import { VirtualHost } from "@preempt/runtime/testing";
import { expect, test } from "vitest";

// biome-ignore lint/suspicious/noExplicitAny: what code without types gives
type Any = any;

const f = () => {};
const rt = () => new Scheduler({ host: new VirtualHost() });
const core = () => new CoreScheduler({ host: new VirtualHost() });
const apart = () => new PartitionedScheduler({ worker: () => ({}) as Any, host: new VirtualHost() });
const disk = () => new Resource(rt(), { name: "disk" });
const share = { budget: 1, period: 2 };
const half = { bandwidth: 0.5 };

const limits = ["timeout", "limit", "late"] as const;
const coreJob = ["args", "priority", "inherit", "name", "budget", "signal", "delay", "wcet", "deadline"] as const;
const job = [...coreJob, ...limits, "uses", "snapshot", "onMiss"] as const;
const task = [...job.filter((name) => name !== "inherit" && name !== "delay"), "period", "interArrival", "phase"];
const server = ["name", ...Object.keys(share), "priority"];

/** What takes options, what of them it needs, and which of them it checks. */
type Door = readonly [give: (options: Any) => unknown, needed: object, checked: readonly string[]];
const doors: Record<string, Door> = {
  "a scheduler": [
    (o) => new Scheduler({ host: new VirtualHost(), ...o }),
    {},
    [
      "policy",
      "slice",
      "margin",
      "round",
      "budget",
      "preemption",
      "host",
      "onError",
      "overheads",
      "warnAfter",
      "strict",
    ],
  ],
  "the core": [
    (o) => new CoreScheduler({ host: new VirtualHost(), ...o }),
    {},
    ["policy", "slice", "margin", "round", "budget", "preemption", "host", "onError"],
  ],
  "a job": [(o) => rt().submit(f, o), {}, job],
  "a job of the core": [(o) => core().submit(f, o), {}, coreJob],
  "a job of a group": [(o) => new JobGroup(rt()).submit(f, o), {}, job],
  "a job of a server": [(o) => new PollingServer(rt(), share).submit(f, o), {}, job],
  "a job with a share": [
    (o) => new TotalBandwidthServer(rt(), half).submit(f, o),
    { wcet: 1 },
    job.filter((name) => name !== "deadline"),
  ],
  "a job on another core": [
    (o) => apart().submit("f" as never, o),
    {},
    [...coreJob.filter((name) => name !== "inherit"), "transfer", "core", "onCrash"],
  ],
  yieldNow: [(o) => rt().yieldNow(o), {}, ["deadline", "priority", "inherit", "signal"]],
  "a task": [(o) => rt().task(f, o), {}, [...task, "jitter", "backlog", "missed"]],
  "a task without a scheduler": [
    (o) => new Task(o),
    {},
    [...task.filter((name) => name !== "uses"), "jitter", "backlog", "missed"],
  ],
  "the change of a task": [
    (o) => rt().task(f, { period: 5 }).update(o),
    {},
    ["period", "deadline", "priority", "wcet", "jitter"],
  ],
  "a task on another core": [
    (o) => apart().task("f" as never, o),
    { period: 5 },
    ["args", "name", "signal", "wcet", "deadline", "period", "phase", "backlog", "jitter", "sections", "onMiss"],
  ],
  "an alarm": [(o) => rt().alarm(o, f), { every: 5 }, ["in", "at", "every", "missed"]],
  "a resource": [(o) => new Resource(rt(), o), { name: "r" }, ["name", "protocol"]],
  "a semaphore": [(o) => new Semaphore(rt(), o), { name: "r", count: 1 }, ["name", "protocol", "count"]],
  "a read-write lock": [(o) => new ReadWriteLock(rt(), o), { name: "r" }, ["name", "protocol"]],
  "a condition": [(o) => new Condition(disk(), o), {}, ["name"]],
  "a wait for a lock": [(o) => disk().lock(o), {}, ["signal", "timeout"]],
  "a group": [
    (o) => new JobGroup(rt(), o),
    {},
    ["name", "priority", "deadline", "concurrency", "signal", "priorities"],
  ],
  "priorities of a group": [(o) => new JobGroup(rt(), { priorities: o }), {}, ["user-blocking", "background"]],
  "a polling server": [(o) => new PollingServer(rt(), o), share, server],
  "a deferrable server": [(o) => new DeferrableServer(rt(), o), share, server],
  "a constant bandwidth server": [(o) => new ConstantBandwidthServer(rt(), o), share, server],
  "a total bandwidth server": [(o) => new TotalBandwidthServer(rt(), o), half, ["name", "bandwidth"]],
  "the change of a server": [(o) => new PollingServer(rt(), share).update(o), share, ["budget", "period", "priority"]],
  "the change of its bandwidth": [(o) => new TotalBandwidthServer(rt(), half).update(o), half, ["bandwidth"]],
  "the end of a server": [(o) => new PollingServer(rt(), share).dispose(o), {}, ["jobs"]],
  "the end of a scheduler": [(o) => rt().close(o), {}, ["deadline"]],
};

/** No option takes it: neither a number nor a text, a list, an object or a function. */
const never = 5n;

function given(give: Door[0], options: object): unknown {
  try {
    (give(options) as { catch?: (f: () => void) => void } | undefined)?.catch?.(() => {});
    return undefined;
  } catch (error) {
    return error;
  }
}

test.each(Object.entries(doors))("%s takes no option that does not exist, and says which one was meant", (_, door) => {
  const [give, needed, checked] = door;
  expect(given(give, needed)).toBeUndefined();
  for (const name of checked.filter((one) => one.length > 2)) {
    const misspelt = name.slice(0, 1) + name.slice(2);
    const error = given(give, { ...needed, [misspelt]: 1 }) as Error;
    expect(error, misspelt).toBeInstanceOf(PreemptError);
    expect(error.message).toMatch(/^option_unknown: an option of .+ is "[^"]+"\. Give "[^"]+"\.$/);
    expect(error.message).toContain(`is "${misspelt}"`);
  }
});

test.each(Object.entries(doors))("%s takes no option of another kind", (_, [give, needed, checked]) => {
  for (const name of checked) {
    const error = given(give, { ...needed, [name]: never }) as Error;
    expect(error, name).toBeInstanceOf(PreemptError);
    expect(error.message).toMatch(/^[a-z_-]+: .* 5\b.*\. /);
  }
});

test("a number in quotes is no number", () => {
  const five: readonly (readonly [() => unknown, string])[] = [
    [() => rt().submit(f, { deadline: "5" } as Any), 'deadline_not_positive: the deadline of "f" is "5". Give'],
    [
      () => rt().submit(f, { inherit: "no" } as Any),
      'inherit_not_a_boolean: the inherit of a job is "no". Give true or',
    ],
    [() => rt().task(f, { phase: "5" } as Any), 'phase_negative: the phase of task "f" is "5". Give a number of mill'],
    [() => new Scheduler({ strict: "no" } as Any), 'strict_not_a_boolean: the strict of the scheduler is "no".'],
    [
      () => rt().submit(f, { late: "refused" } as Any),
      'late_unknown: the late of a job is "refused". Give "run" or "refuse".',
    ],
    [
      () => new PollingServer(rt(), { ...share, priority: "5" } as Any),
      'priority_not_finite: the priority of server "polling" is "5". Give any finite number',
    ],
  ];
  for (const [give, message] of five) expect(give).toThrow(message);
});

test("what a library has put into all objects is nobody's option", () => {
  const all = Object.prototype as Any;
  all.toJSONString = () => "{}";
  try {
    const scheduler = rt();
    const job = scheduler.submit(() => 1, { deadline: 5 });
    expect(job.deadline).toBe(5);
    expect(() => scheduler.submit(f, { toJSONString: 1 } as Any)).toThrow(/^option_unknown: /);
  } finally {
    Reflect.deleteProperty(all, "toJSONString");
  }
});
