/**
 * An error thrown by each call that the kernel makes to the outside: one by one, and at random. Afterwards jobs run, alarms
 * fire, and nothing is lost or counted twice.
 */

import type { SubmitOptions } from "@preempt/runtime";
import {
  ConstantBandwidthServer,
  type Job,
  nodeHost,
  type Observer,
  type Policy,
  Resource,
  Scheduler,
  type Task,
} from "@preempt/runtime";
import { attach, attachAsync, exclusive, mustWait, settle, state, wait } from "@preempt/runtime/abi";
import { VirtualHost } from "@preempt/runtime/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Duration, Instant } from "../../src/kernel/time.ts";
import { observerEvents } from "../../src/observers/observer.ts";

class Injected extends Error {}

/** Counts the calls to the outside by their place, and lets some of them throw. */
class Injector {
  readonly calls = new Map<string, number>();
  thrown = 0;
  isOn = true;
  readonly #throws: (place: string, call: number) => boolean;

  constructor(throws: (place: string, call: number) => boolean) {
    this.#throws = throws;
  }

  call(place: string): void {
    const call = (this.calls.get(place) ?? 0) + 1;
    this.calls.set(place, call);
    if (!this.isOn || !this.#throws(place, call)) return;
    this.thrown++;
    throw new Injected(`${place} ${call}`);
  }
}

class FaultyHost extends VirtualHost {
  readonly injector: Injector;
  declare readonly context: VirtualHost["context"];
  declare readonly carrier: VirtualHost["carrier"];

  constructor(injector: Injector) {
    super();
    this.injector = injector;
    const { context: surroundings, carrier } = this;
    Object.assign(this, {
      carrier: () => {
        injector.call("host.carrier");
        const own = carrier();
        return (
          own && {
            get: () => {
              injector.call("carrier.get");
              return own.get();
            },
            run: <R>(value: unknown, body: () => R): R => {
              injector.call("carrier, before");
              const result = own.run(value, body);
              injector.call("carrier, after");
              return result;
            },
          }
        );
      },
      context: () => {
        injector.call("host.context");
        const context = surroundings?.();
        return <R>(run: () => R): R => {
          injector.call("context, before");
          const result = context === undefined ? run() : context(run);
          injector.call("context, after");
          return result;
        };
      },
    });
  }

  #steps = 0;

  /** A scheduler that asks for one turn after the other would keep the test for ever. */
  override step(until?: number): boolean {
    if (++this.#steps > 20_000) throw new Error("it does not end");
    return super.step(until);
  }

  override now(): Instant {
    this.injector?.call("host.now");
    return super.now();
  }

  override post(turn: () => void): void {
    this.injector.call("host.post");
    super.post(turn);
  }

  override timer(at: Instant, callback: () => void) {
    this.injector.call("host.timer");
    const timer = super.timer(at, callback);
    return {
      cancel: () => {
        timer.cancel();
        this.injector.call("timer.cancel");
      },
      keepAlive: () => this.injector.call("timer.keepAlive"),
    };
  }

  override cpuTime(): number {
    this.injector.call("host.cpuTime");
    return super.cpuTime();
  }

  readonly #seen = new Set<unknown>();

  /** Not twice for one error: the engine would be told of that. */
  override report(error: unknown, context: string): void {
    if (!this.#seen.has(error)) {
      this.#seen.add(error);
      this.injector.call("host.report");
    }
    super.report(error, context);
  }

  roundEnd(start: Instant, round: Duration): Instant {
    this.injector.call("host.roundEnd");
    return (start + round) as Instant;
  }

  inputPending(): boolean {
    this.injector.call("host.inputPending");
    return false;
  }
}

/** What the transformer makes of a loop with a finalizer. */
function looping(host: VirtualHost, injector: Injector, rounds: number) {
  const body = function* () {
    try {
      for (let i = 0; i < rounds; i++) {
        if (--state.budget < 0) yield;
        host.advance(0.3);
      }
    } finally {
      injector.call("finalizer");
      if (--state.budget < 0) yield;
      injector.call("finalizer");
    }
    return rounds;
  };
  return attach(() => 0, body as never);
}

/** What the transformer makes of such a loop in an exclusive unit. */
function loopingInside(host: VirtualHost, injector: Injector, rounds: number, lock: ReturnType<typeof exclusive>) {
  const body = function* () {
    while (lock.owner !== undefined && mustWait(lock)) yield;
    try {
      for (let i = 0; i < rounds; i++) {
        if (--state.budget < 0) yield lock;
        host.advance(0.3);
      }
    } finally {
      injector.call("finalizer");
    }
    return rounds;
  };
  return attach(() => 0, body as never);
}

function awaiting(value: () => unknown) {
  const body = function* (): Generator<undefined, unknown, unknown> {
    wait(value());
    return settle(yield);
  };
  return attachAsync(async () => await value(), body as never);
}

interface Told {
  released: number;
  dispatched: number;
  preempted: number;
  blocked: number;
  woken: number;
  finished: number;
}

interface Result {
  readonly injector: Injector;
  readonly problems: string[];
}

/**
 * A bit of everything on a host that fails.
 *
 * @param needsEvent Whether something may have to happen before the scheduler goes on
 */
async function play(throws: (place: string, call: number) => boolean, needsEvent: boolean): Promise<Result> {
  const injector = new Injector(throws);
  const host = new FaultyHost(injector);
  const problems: string[] = [];
  const submitted: Job<unknown>[] = [];
  const told = new Map<string, Told>();
  const of = (job: Job): Told => {
    const made = told.get(job.id) ?? { released: 0, dispatched: 0, preempted: 0, blocked: 0, woken: 0, finished: 0 };
    told.set(job.id, made);
    return made;
  };
  const faulty: Observer = Object.fromEntries(
    observerEvents.map((event) => [event, () => injector.call(`observer.${event}`)]),
  );
  const counting: Observer = {
    jobReleased: (job) => void of(job).released++,
    jobDispatched: (job) => void of(job).dispatched++,
    jobPreempted: (job) => void of(job).preempted++,
    jobBlocked: (job) => void of(job).blocked++,
    jobWoken: (job) => void of(job).woken++,
    jobFinished: (job) => void of(job).finished++,
  };
  const policy: Policy = {
    name: "edf, faulty",
    isDeadline: true,
    key(job) {
      injector.call("policy.key");
      return job.deadline;
    },
  };
  const rt = new Scheduler({
    host,
    policy,
    slice: 1,
    observer: [faulty, counting],
    onError(error) {
      injector.call("onError");
      if (!(error instanceof Injected)) problems.push(`reported: ${error}`);
    },
  });
  /** What the user does may be refused by what the user gave. */
  const attempt = (what: () => void) => {
    try {
      what();
    } catch (error) {
      if (!(error instanceof Injected)) problems.push(`thrown: ${error}`);
    }
  };
  const submit = (fn: () => unknown, options?: Omit<SubmitOptions, "args">) => {
    attempt(() => submitted.push(rt.submit(fn, options)));
  };
  let alarmsSet = 0;
  let alarmsFired = 0;
  const setAlarm = (ms: number) =>
    attempt(() => {
      rt.alarm({ in: ms }, () => {
        alarmsFired++;
        injector.call("alarm");
      });
      alarmsSet++;
    });
  const resource = new Resource(rt, { name: "R" });
  const server = new ConstantBandwidthServer(rt, { budget: 0.5, period: 4 });
  const tasks: Task[] = [];
  const controller = new AbortController();
  const signal = {
    get aborted() {
      injector.call("signal.aborted");
      return controller.signal.aborted;
    },
    get reason() {
      injector.call("signal.reason");
      return "aborted";
    },
    addEventListener: (type: "abort", listener: () => void) => {
      injector.call("signal.addEventListener");
      controller.signal.addEventListener(type, listener);
    },
    removeEventListener: (type: "abort", listener: () => void) => {
      controller.signal.removeEventListener(type, listener);
      injector.call("signal.removeEventListener");
    },
  };
  for (let i = 0; i < 3; i++) submit(looping(host, injector, 4 + i), { deadline: 20 - i, name: `loop ${i}` });
  submit(looping(host, injector, 3), { delay: 2, deadline: 3, name: "delayed" });
  const lock = exclusive("injected errors");
  for (let i = 0; i < 3; i++) {
    submit(loopingInside(host, injector, 8, lock), { delay: i, deadline: 12 - 4 * i, name: `in the unit ${i}` });
  }
  submit(() => {
    throw new Injected("job");
  });
  submit(awaiting(() => Promise.resolve(1)));
  submit(awaiting(() => submitted[0]));
  submit(() => submitted[1] as unknown);
  submit(() => ({
    // biome-ignore lint/suspicious/noThenProperty: thenables are what is tested
    get then() {
      injector.call("thenable, getter");
      return (resolve: (value: unknown) => void) => {
        injector.call("thenable, then");
        resolve(1);
      };
    },
  }));
  submit(
    function* () {
      const lock = yield* resource.acquire();
      host.advance(0.4);
      yield;
      lock.unlock();
    },
    { deadline: 30 },
  );
  submit(
    function* () {
      yield* resource.acquire();
    },
    { deadline: 4 },
  );
  submit(looping(host, injector, 50), { signal, deadline: 60, name: "aborted" });
  submit(() => new Promise(() => {}), { signal, name: "never" });
  submit(
    () => {
      using section = rt.criticalSection();
      submit(() => 2, { deadline: 1, name: "inner" });
      setAlarm(1);
      void section;
    },
    { deadline: 10 },
  );
  for (const ms of [0, 1, 3, 5, 9]) setAlarm(ms);
  attempt(() =>
    tasks.push(rt.task(looping(host, injector, 2), { period: 4, deadline: 1, onMiss: () => injector.call("onMiss") })),
  );
  attempt(() =>
    tasks.push(
      rt.task(() => 1, {
        interArrival: 2,
        jitter: () => {
          injector.call("jitter");
          return 0.1;
        },
      }),
    ),
  );
  for (let i = 0; i < 3; i++) attempt(() => submitted.push((tasks[1] as Task)?.release()));
  for (let i = 0; i < 3; i++) attempt(() => submitted.push(server.submit(looping(host, injector, 2))));
  for (const job of submitted) if (job?.name !== "loop 1") void job?.then(undefined, () => {});
  await host.settle(8);
  submitted.find((job) => job?.name === "loop 2")?.cancel("enough");
  attempt(() => controller.abort());
  await host.settle(16);
  for (const task of tasks) task?.stop();
  await host.settle(100);
  if (needsEvent) injector.isOn = false;
  // A signal that cannot be told of has nobody to cancel; and whoever was refused a job has none.
  for (const job of submitted) if (job?.name === "aborted" || job?.name === "never") job.cancel();
  const after = needsEvent || injector.thrown > 0;
  let last = 0;
  if (after) {
    injector.isOn = false;
    rt.alarm({ in: 1 }, () => void last++);
    submitted.push(rt.submit(() => 1, { name: "last" }));
  }
  await host.settle(host.now() + 300);
  if (after && last !== 1) problems.push(`the last alarm fired ${last} times`);
  for (const job of submitted) {
    if (job === undefined) continue;
    const { finished, released, woken, blocked } = of(job as Job);
    if (finished !== 1) problems.push(`${job} ${job.name} is ${job.state}, ended ${finished} times`);
    if (released > 1) problems.push(`${job} was released ${released} times`);
    if (woken > blocked) problems.push(`${job} was woken ${woken} times of ${blocked}`);
    if (job.outcome === undefined) problems.push(`${job} has no outcome`);
  }
  for (const [id, { finished, dispatched, preempted, blocked }] of told) {
    if (finished !== 1) problems.push(`${id} ended ${finished} times`);
    // Each dispatch ends in one way.
    if (dispatched < preempted || dispatched < blocked) problems.push(`${id} was dispatched ${dispatched} times`);
  }
  if (alarmsFired < alarmsSet) problems.push(`${alarmsSet} alarms were set, ${alarmsFired} fired`);
  for (const task of tasks) if (task?.unfinished.length) problems.push(`${task.name} has unfinished jobs`);
  if (resource.isLocked) problems.push("the resource is locked");
  if (lock.owner !== undefined) problems.push("the exclusive unit is held");
  let isIdle = false;
  void rt.idle().then(() => {
    isIdle = true;
  });
  await host.settle();
  if (!isIdle) problems.push("it is not idle");
  const { turns, timers } = host.pending;
  if (turns + timers > 0) problems.push(`${turns} turns and ${timers} timers are left`);
  return { injector, problems };
}

test("without injected errors, all is as it should be", async () => {
  const { problems, injector } = await play(() => false, false);
  expect(problems).toEqual([]);
  for (const [place, calls] of injector.calls) expect(calls, place).toBeGreaterThan(0);
  expect(injector.calls.get("observer.jobHelped")).toBeGreaterThan(0);
});

test("each call to the outside throws once: the first, the second, and so on", async () => {
  const { injector } = await play(() => false, false);
  const calls = new Map(injector.calls);
  // Only where something was thrown.
  for (const place of ["host.report", "onError"]) calls.set(place, 2);
  const wrong: string[] = [];
  for (const [place, count] of calls) {
    for (let n = 1; n <= Math.min(count, 40); n++) {
      const { problems } = await play((p, call) => p === place && call === n, false);
      if (problems.length > 0) wrong.push(`${place} ${n}: ${problems.join("; ")}`);
    }
  }
  expect(wrong).toEqual([]);
}, 120_000);

test("each call to the outside throws always, for a while: afterwards the scheduler goes on", async () => {
  const { injector } = await play(() => false, false);
  const wrong: string[] = [];
  for (const place of [...injector.calls.keys(), "host.report", "onError"]) {
    const { problems } = await play((p) => p === place, true);
    if (problems.length > 0) wrong.push(`${place}: ${problems.join("; ")}`);
  }
  expect(wrong).toEqual([]);
});

test("calls to the outside throw at random", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.double({ min: 0.001, max: 0.5, noNaN: true }), async (seed, share) => {
      let random = seed | 0;
      const next = () => {
        random = (Math.imul(random, 1_664_525) + 1_013_904_223) | 0;
        return (random >>> 0) / 2 ** 32;
      };
      const { problems } = await play(() => next() < share, true);
      expect(problems).toEqual([]);
    }),
    { numRuns: Number(process.env.PREEMPT_INJECTED ?? 100) },
  );
}, 600_000);

test.for(["now", "inputPending", "roundEnd", "post", "timer"] as const)(
  "in real time: a host of one's own whose %s throws once",
  async (member) => {
    const host = nodeHost();
    let calls = 0;
    const faulty = (...args: never[]) => {
      if (++calls === 3) throw new Error(member);
      return (host[member] as ((...args: never[]) => unknown) | undefined)?.(...args);
    };
    const errors: string[] = [];
    const rt = new Scheduler({
      host: { ...host, [member]: faulty },
      onError: (error) => void errors.push((error as Error).message),
    });
    const jobs: Job[] = [];
    for (let i = 0; i < 10; i++) {
      jobs.push(rt.submit(() => 1));
      await new Promise<void>((resolve) => rt.alarm({ in: 1 }, resolve));
    }
    expect(new Set(await Promise.all(jobs))).toEqual(new Set([1]));
    expect([calls >= 3, errors]).toEqual([true, [member]]);
  },
);

test("a host that can never post, and has timers, runs jobs all the same", async () => {
  class Postless extends VirtualHost {
    override post(): void {
      throw new Injected("host.post");
    }
  }
  const host = new Postless();
  const rt = new Scheduler({ host, onError() {} });
  const job = rt.submit(() => 1);
  await host.settle(20);
  expect(job.state).toBe("done");
  expect(await job).toBe(1);
});
