/** What is no good is refused where it is given, in words, with a code. */
import {
  aging,
  ConstantBandwidthServer,
  DeferrableServer,
  edf,
  PollingServer,
  PreemptError,
  Resource,
  Scheduler,
  type SchedulerOptions,
  Task,
  TotalBandwidthServer,
} from "@preempt/runtime";
import { admitBy, exactAdmission } from "@preempt/runtime/analysis";
import { Scheduler as CoreScheduler } from "@preempt/runtime/core";
import { DevToolsTracks, OverrunReport, Statistics, TraceBuffer } from "@preempt/runtime/observers";
import { PartitionedScheduler } from "@preempt/runtime/partitioned";
import { consume, VirtualHost, virtualScheduler } from "@preempt/runtime/testing";
import { expect, test } from "vitest";

// biome-ignore lint/suspicious/noExplicitAny: what code without types gives
type Any = any;

const values = [
  undefined,
  null,
  5,
  -1,
  Number.NaN,
  Infinity,
  "edf",
  "toString",
  {},
  [],
  () => {},
  true,
  Symbol("s"),
  5n,
];
const scheduler = (options: SchedulerOptions = {}) => new Scheduler({ host: new VirtualHost(), ...options });
const core = new CoreScheduler({ host: new VirtualHost() });
const f = () => {};
const apart = (options: object = {}) =>
  new PartitionedScheduler({ worker: () => ({}) as Any, host: new VirtualHost(), ...options });
const elsewhere = new Resource(scheduler(), { name: "elsewhere", protocol: "srp" });

const isFunction = (v: unknown) => typeof v === "function";
const isNone = (v: unknown) => v === undefined || v === null;
const isObject = (v: unknown) => typeof v === "object";
const isOptions = (v: unknown) => isObject(v) && !Array.isArray(v);
const isList = (v: unknown) => Array.isArray(v);
const any =
  (...tests: ((v: unknown) => boolean)[]) =>
  (v: unknown) =>
    tests.some((is) => is(v));
const only =
  (...good: unknown[]) =>
  (v: unknown) =>
    good.includes(v);
const none = () => false;

/** What is given to each door, and what of the values is good there. */
const doors: Record<string, readonly [give: (v: Any) => unknown, good: (v: unknown) => boolean]> = {
  scheduler: [(v) => new Scheduler(v), any(isNone, isOptions)],
  "its policy": [(v) => scheduler({ policy: v }), any(isNone, only("edf"))],
  "its host": [(v) => scheduler({ host: v }), isNone],
  "its onError": [(v) => scheduler({ onError: v }), any(isNone, isFunction)],
  "its admission": [(v) => scheduler({ admission: v }), any(isNone, isFunction)],
  "its slice": [(v) => scheduler({ slice: v }), only(undefined, 5, Infinity)],
  "its observer": [(v) => scheduler({ observer: v }), any(only(undefined), (v) => isObject(v) && v !== null)],
  job: [(v) => scheduler().submit(v), isFunction],
  "options of a job": [(v) => scheduler().submit(f, v), any(isNone, isOptions)],
  "a job's deadline": [(v) => scheduler().submit(f, { deadline: v }), only(undefined, 5, Infinity)],
  "its instant": [(v) => scheduler().submit(f, { deadline: { at: v } }), only(5, -1, Infinity)],
  "an instant before all others": [
    (v) => scheduler().submit(f, { deadline: { at: v === 5 ? v : -Infinity } }),
    only(5),
  ],
  "args of a job": [(v) => scheduler().submit(f, { args: v }), any(only(undefined), isList)],
  "uses of a job": [(v) => scheduler().submit(f, { uses: v }), any(isNone, Number.isNaN, isList)],
  "what a job uses": [(v) => scheduler().submit(f, { uses: [v] }), none],
  "what a job uses, with its section": [(v) => scheduler().submit(f, { uses: [{ resource: v }] as Any }), none],
  task: [(v) => scheduler().task(v, { period: 1 }), isFunction],
  "options of a task": [(v) => scheduler().task(f, v), (v) => isOptions(v) && v !== null],
  "args of a task": [(v) => new Task({ args: v }), any(only(undefined), isList)],
  "what a task uses": [(v) => scheduler().task(f, { period: 1, uses: [v] }), none],
  "what is admitted": [(v) => scheduler({ admission: admitBy(exactAdmission) }).admit(v), none],
  alarm: [(v) => scheduler().alarm(1, v), isFunction],
  "an alarm's time": [(v) => scheduler().alarm(v, f), only(5, -1)],
  "the time until an alarm that comes again": [(v) => scheduler().alarm({ in: v, every: 5 }, f), only(undefined, 5)],
  "a job's name": [(v) => scheduler().submit(f, { name: v }), any(isNone, (v) => typeof v === "string")],
  "a task's name": [(v) => scheduler().task(f, { name: v }), any(isNone, (v) => typeof v === "string")],
  "a server's name": [
    (v) => new PollingServer(scheduler(), { name: v, budget: 1, period: 2 }),
    any(isNone, (v) => typeof v === "string"),
  ],
  "the name of a server of a total bandwidth": [
    (v) => new TotalBandwidthServer(scheduler(), { name: v, bandwidth: 0.5 }),
    any(isNone, (v) => typeof v === "string"),
  ],
  "the name of a job on another core": [
    (v) => apart().submit("f" as never, { name: v }),
    any(isNone, (v) => typeof v === "string"),
  ],
  "critical section": [(v) => scheduler().criticalSection(v), any(only(undefined), isFunction)],
  "a resource's scheduler": [(v) => new Resource(v, { name: "r" }), none],
  "a resource's options": [(v) => new Resource(scheduler(), v), isFunction],
  "a resource's name": [(v) => new Resource(scheduler(), { name: v }), (v) => typeof v === "string"],
  "a resource's protocol": [(v) => new Resource(scheduler(), { name: "r", protocol: v }), only(undefined)],
  "a polling server's scheduler": [(v) => new PollingServer(v, { budget: 1, period: 2 }), none],
  "a polling server's options": [(v) => new PollingServer(scheduler(), v), none],
  "a deferrable server's options": [(v) => new DeferrableServer(scheduler(), v), none],
  "a constant bandwidth server's options": [(v) => new ConstantBandwidthServer(scheduler(), v), none],
  "a total bandwidth server's scheduler": [(v) => new TotalBandwidthServer(v, { bandwidth: 0.5 }), none],
  "a total bandwidth server's options": [(v) => new TotalBandwidthServer(scheduler(), v), none],
  "options of a job in it": [(v) => new TotalBandwidthServer(scheduler(), { bandwidth: 0.5 }).submit(f, v), none],
  "options of a job in a server": [
    (v) => new PollingServer(scheduler(), { budget: 1, period: 2 }).submit(f, v),
    any(isNone, isOptions),
  ],
  "what ages": [(v) => aging(v, { patience: 1 }), none],
  "options of aging": [(v) => aging(edf, v), none],
  "a partitioned scheduler": [(v) => new PartitionedScheduler(v), none],
  "its policy's name": [(v) => apart({ policy: v }), (v) => v === undefined || typeof v === "string"],
  "its own host": [(v) => apart({ host: v }), isNone],
  "its errors": [(v) => apart({ onError: v }), any(isNone, Number.isNaN, isFunction)],
  "its own observer": [(v) => apart({ observer: v }), any(isNone, isObject)],
  "options of a job on another core": [(v) => apart().submit("f" as never, v), any(isNone, isOptions)],
  "args of a job on another core": [
    (v) => apart().submit("f" as never, { args: v } as Any),
    any(only(undefined), isList),
  ],
  "what a job hands over": [(v) => apart().submit("f" as never, { transfer: v }), any(only(undefined), isList)],
  "what admitBy asks": [(v) => admitBy(v), isFunction],
  "a trace buffer": [(v) => new TraceBuffer(v), any(isNone, isOptions)],
  "an overrun report": [(v) => new OverrunReport(v), any(isNone, isOptions)],
  statistics: [(v) => new Statistics(v), any(isNone, isOptions)],
  "DevTools tracks": [(v) => new DevToolsTracks(v), any(isNone, isOptions)],
  "when virtual time starts": [(v) => new VirtualHost({ start: v }), only(undefined, 5, -1)],
  "the instant to which it is set": [(v) => new VirtualHost().set(v), only(5, -1, Infinity)],
  "virtual time": [(v) => new VirtualHost().advance(v), only(5, -1, Infinity)],
  "who consumes": [(v) => [...consume(v, 1)], none],
  "what is consumed": [(v) => consume(scheduler(), v).next(), only(5, Infinity)],
};

test.each(Object.entries(doors))("%s", (_, [give, good]) => {
  const refused: unknown[] = [];
  for (const value of values) {
    let error: unknown;
    try {
      const given = give(value) as { catch?: (f: () => void) => void } | undefined;
      given?.catch?.(() => {});
    } catch (thrown) {
      error = thrown;
    }
    if (good(value)) expect([value, error]).toEqual([value, undefined]);
    else {
      expect([value, error]).toEqual([value, expect.any(PreemptError)]);
      expect((error as Error).message).toMatch(/^[a-z_]+: .* Give .*\.$|^[a-z_]+: .*\.$/);
      refused.push(value);
    }
  }
  expect(refused.length).toBeGreaterThan(0);
});

test("resources of other schedulers, and what is no scheduler, are told in words", () => {
  expect(() => scheduler().submit(f, { name: "job", uses: [elsewhere] })).toThrow(
    'uses_no_resource: "uses" of "job" is [object Resource]. Give an array of resources of this scheduler.',
  );
  expect(() => scheduler().submit(f, { name: "job", uses: elsewhere as Any })).toThrow("uses_no_resource");
  expect(() => new Resource("bus" as Any, { name: "bus" })).toThrow(
    'scheduler_missing: the scheduler of resource "bus" is "bus". Give a Scheduler first.',
  );
  expect(() => new Resource({ name: "bus" } as Any, undefined as Any)).toThrow(
    "scheduler_missing: the scheduler of resource undefined is [object Object]. Give a Scheduler first.",
  );
  expect(() => new Resource(scheduler(), "bus" as Any)).toThrow(
    "resource_name_missing: the name of a resource is undefined. Give { name: a string }.",
  );
  expect(() => new Resource(core as Any, { name: "bus" })).toThrow("scheduler_is_core");
  const givenDeadline = (deadline: Any) => () => scheduler().submit(f, { deadline });
  expect(givenDeadline("5")).toThrow('the deadline of "f" is "5". Give milliseconds after the release, above 0');
  expect(givenDeadline(null)).toThrow('the deadline of "f" is null.');
  expect(givenDeadline({ at: "5" })).toThrow('the deadline of "f" is { at: "5" }.');
  expect(() => scheduler().submit(f, 5 as Any)).toThrow("options_not_an_object: the options of a job is 5.");
});

test("a list of arguments is no object of options", () => {
  const given = (give: () => unknown) => expect(give);
  given(() => scheduler().submit(f, [1, 2] as Any)).toThrow(
    "options_not_an_object: the options of a job is an array. Give an object; arguments of the function go into { args: […] }.",
  );
  given(() => apart().submit("f" as never, [1, 2] as Any)).toThrow("options_not_an_object");
  given(() => new PollingServer(scheduler(), { budget: 1, period: 2 }).submit(f, [1, 2] as Any)).toThrow(
    "options_not_an_object",
  );
  given(() => scheduler().task(f, [1, 2] as Any)).toThrow(
    'task_options_missing: the options of task "f" are an array.',
  );
});

test("an option that is not known is refused by its name, with the one that was probably meant", () => {
  const refused: readonly (readonly [() => unknown, string])[] = [
    [() => scheduler({ polcy: "fp" } as Any), 'option_unknown: an option of the scheduler is "polcy". Give "policy".'],
    [() => scheduler().submit(f, { dedline: 5 } as Any), 'an option of a job is "dedline". Give "deadline".'],
    [() => scheduler().submit(f, { retries: 5 } as Any), 'an option of a job is "retries". Give one of args, '],
    [() => scheduler().yieldNow({ dedline: 5 } as Any), 'Give "deadline".'],
    [() => scheduler().task(f, { perod: 5 } as Any), 'an option of task "f" is "perod". Give "period".'],
    [() => new Task({ period: 5, onmiss: f } as Any), 'Give "onMiss".'],
    [() => scheduler().alarm({ ever: 5 } as Any, f), 'an option of an alarm is "ever". Give "every".'],
    [() => new Resource(scheduler(), { name: "r", protcol: "npcs" } as Any), 'an option of resource "r" is "protcol".'],
    [() => new PollingServer(scheduler(), { buget: 1, period: 2 } as Any), 'Give "budget".'],
    [() => new TotalBandwidthServer(scheduler(), { bandwith: 1 } as Any), 'Give "bandwidth".'],
    [() => aging(edf, { patience: 1, patince: 1 } as Any), 'Give "patience".'],
    [() => apart({ core: 1 }), 'an option of the partitioned scheduler is "core". Give "cores".'],
    [() => apart({ system: { overun: 1 } }), 'Give "overrun".'],
    [() => apart().submit("f" as never, { trasfer: [] } as Any), 'Give "transfer".'],
    [() => apart().task("f" as never, { period: 1, onMis: f } as Any), 'Give "onMiss".'],
    [() => new Statistics({ maxNams: 1 } as Any), 'Give "maxNames".'],
    [() => new TraceBuffer({ capcity: 1 } as Any), 'Give "capacity".'],
    [() => virtualScheduler({ slize: 1 } as Any), 'Give "slice".'],
  ];
  for (const [give, message] of refused) expect(give).toThrow(message);
  // What is undefined is not given.
  scheduler().submit(f, { dedline: undefined } as Any);
});

test("an event that is not known is refused, and functions of an observer's own are not", () => {
  const listen = (observer: object) => () => scheduler().observe(observer as Any);
  expect(listen({ jobEnded() {} })).toThrow('event_unknown: an event of the observer is "jobEnded". Give one of');
  expect(listen({ jobReleasd() {}, jobFinshed() {} })).toThrow('"jobFinshed". Give "jobFinished".');
  class Misspelt {
    deadlineMised() {}
  }
  expect(listen(new Misspelt())).toThrow('Give "deadlineMissed".');
  class Counter {
    jobs = 0;
    seed = () => {};
    jobFinished() {
      this.note();
    }
    note() {
      this.jobs++;
    }
    get jobsEnded() {
      throw new Error("asked");
    }
  }
  listen(new Counter())();
});
