/** Jobs that meet in exclusive units, as the transformer emits them, under virtual time. */
import { AsyncLocalStorage } from "node:async_hooks";
import { ConstantBandwidthServer, type Job, PreemptError, Resource, Scheduler } from "@preempt/runtime";
import {
  attach,
  attachAsync,
  exclusive,
  mustWait,
  of,
  settle,
  signal,
  state,
  wait,
  waitHere,
} from "@preempt/runtime/abi";
import { Scheduler as CoreScheduler, edf } from "@preempt/runtime/core";
import { type JobRecord, Statistics, TraceBuffer } from "@preempt/runtime/observers";
import { VirtualHost, virtualScheduler } from "@preempt/runtime/testing";
import { expect, test, vi } from "vitest";
import { world } from "../kit/world.ts";

type Body = Generator<unknown, unknown, unknown>;

let units = 0;

/** A unit of its own for each test, and the functions in it. */
function unit(w: { readonly host: VirtualHost; note(what: string): void }) {
  const name = `unit ${++units}`;
  const lock = exclusive(name);

  /** What becomes of a function in the unit: `work` stands between two preemption points each time that it yields. */
  function inside(who: string, work: () => Body): () => unknown {
    function* body() {
      while (lock.owner !== undefined && mustWait(lock)) yield;
      w.note(`enter ${who}`);
      try {
        const steps = work();
        let step = steps.next();
        while (!step.done) {
          let received: unknown;
          if (step.value === signal) received = yield lock;
          else if (step.value !== undefined) {
            wait(step.value);
            received = yield lock;
          } else if (--state.budget < 0) yield lock;
          step = steps.next(received);
        }
        return step.value;
      } finally {
        w.note(`leave ${who}`);
      }
    }
    const original = () => {
      if (lock.owner !== undefined) waitHere(lock);
      w.note(`plainly ${who}`);
    };
    return attach(Object.defineProperty(original, "name", { value: who }), body as never);
  }

  /** `ms` milliseconds in the unit, with a point after each. */
  const busy = (who: string, ms: number, more: (at: number) => void = () => {}) =>
    inside(who, function* () {
      for (let i = 0; i < ms; i++) {
        w.host.advance(1);
        more(i);
        yield;
      }
      return who;
    });

  return { name, lock, inside, busy };
}

/** What became of the jobs. */
const ended = (...jobs: Job[]) =>
  Promise.allSettled(jobs).then((all) => all.map((r) => (r.status === "fulfilled" ? r.value : String(r.reason))));

test("an urgent job waits for the rest of what the holder does in the unit, and for nobody in between", async () => {
  const w = world({ policy: "fp", slice: 1, budget: 0 });
  const { busy } = unit(w);
  const low = w.rt.submit(busy("low", 5), { priority: 1 });
  const middle = w.rt.submit(w.work(10), { priority: 2, delay: 2, name: "middle" });
  const high = w.rt.submit(busy("high", 1), { priority: 3, delay: 2 });
  w.host.run();
  expect(await ended(low, middle, high)).toEqual(["low", 10, "high"]);
  expect(high.responseTime).toBe(4);
  expect(w.trace.filter((line) => !line.includes(" run "))).toEqual([
    "0 enter low",
    "5 leave low",
    "5 enter high",
    "6 leave high",
    "6 end high",
    "16 end middle",
    "16 end low",
  ]);
  expect([low.executionTime, middle.executionTime, high.executionTime]).toEqual([5, 10, 1]);
  w.expectAllEnded();
});

test("an admission test counts the longest time that a job was kept waiting so far, all of its units together", () => {
  const asked: unknown[] = [];
  const w = world({
    policy: "fp",
    slice: 1,
    budget: 0,
    admission({ overheads }) {
      asked.push(overheads?.unit);
      return { admitted: true, responseTimes: [] };
    },
  });
  const [one, other] = [unit(w), unit(w)];
  const admit = () => w.rt.admit(() => {}, { period: 1000, wcet: 1, phase: 500 });
  admit();
  w.rt.submit(one.busy("low", 4), { priority: 1 });
  w.rt.submit(other.busy("middle", 4), { priority: 2, delay: 1 });
  const inner = [one, other].map((entered, i) => of(entered.busy(`inner ${i}`, 1), ""));
  const both = attach(() => 0, function* (): Body {
    for (const enter of inner) if (enter() === signal) yield signal;
    return "both";
  } as never);
  w.rt.submit(both, { priority: 3, delay: 2 });
  w.host.run(100);
  admit();
  expect(asked).toEqual([0, 6]);
});

test("the trace shows who ran, for whom, and for how long", () => {
  const buffer = new TraceBuffer();
  const statistics = new Statistics();
  const helped: unknown[] = [];
  const w = world({
    policy: "fp",
    slice: 1,
    budget: 0,
    observer: [
      buffer,
      statistics,
      { jobHelped: (job, now, { by, unit, length }) => void helped.push([job.name, now, by?.name, unit, length]) },
    ],
  });
  const { busy, name } = unit(w);
  w.rt.submit(busy("low", 3), { priority: 1 });
  w.rt.submit(busy("high", 1), { priority: 2, delay: 1 });
  w.host.run();
  expect(helped).toEqual([
    ["low", 2, "high", name, 1],
    ["low", 3, "high", name, 1],
    ["low", 3, "high", name, 0],
  ]);
  expect([statistics.of("low"), statistics.of("high")]).toMatchObject([
    { keptWaiting: 0, busy: 3 },
    { keptWaiting: 2, busy: 1 },
  ]);
  expect(statistics.toJSON().total).toMatchObject({ keptWaiting: 2, busy: 4 });
  const records = [...buffer].filter((record): record is JobRecord => record.event === "jobHelped");
  expect(records.map(({ time, job, length, unit }) => [time, job, length, unit])).toEqual(
    helped.map((_, i) => [[2, 3, 3][i], "T0J0", [1, 1, 0][i], name]),
  );
  const ran: string[] = [];
  for (const { event, time, ...job } of buffer)
    if (event === "jobDispatched") ran.push(`${time} ${(job as { name: string }).name}`);
  expect(ran.filter((line, i) => line !== ran[i - 1])).toEqual([
    "0 low",
    "1 high",
    "1 low",
    "2 high",
    "2 low",
    "3 high",
    "3 low",
    "3 high",
    "4 high",
    "4 low",
  ]);
});

test("jobs that take turns are in the unit one after the other, at any budget, under the core's scheduler too", async () => {
  for (const Kind of [Scheduler, CoreScheduler]) {
    const host = new VirtualHost();
    const trace: string[] = [];
    const { busy } = unit({ host, note: (what) => void trace.push(what) });
    const rt = new Kind({ host, policy: Kind === Scheduler ? "rr" : (edf as never), slice: 1, budget: 0 } as never);
    const jobs = ["a", "b", "c"].map((who, i) => rt.submit(busy(who, 3), { deadline: 100 - i, delay: i }));
    host.run();
    expect(await ended(...(jobs as Job[]))).toEqual(["a", "b", "c"]);
    const order = trace.map((line) => line.split(" ")[1]);
    expect(trace).toHaveLength(6);
    for (let i = 0; i < 6; i += 2) expect(order[i]).toBe(order[i + 1]);
  }
});

test("code that cannot be suspended runs the holder until it has left the unit", async () => {
  const w = world({ slice: 1, budget: 0 });
  const { busy, name } = unit(w);
  const helped: unknown[] = [];
  w.rt.observe({ jobHelped: (job, _, { by, unit, length }) => void helped.push([job.name, by?.name, unit, length]) });
  const holder = w.rt.submit(busy("holder", 4));
  const timer = busy("timer", 1);
  w.rt.alarm({ in: 1 }, timer);
  w.host.run();
  expect(await ended(holder)).toEqual(["holder"]);
  expect(w.trace).toEqual([
    "0 run holder",
    "0 enter holder",
    "1 run holder",
    "4 leave holder",
    "4 plainly timer",
    "4 run holder",
    "4 end holder",
  ]);
  expect(helped).toEqual([["holder", undefined, name, 3]]);
  expect(holder.executionTime).toBe(4);
});

test("a job that was run for another goes on with the rest of its work when its own turn comes", async () => {
  const w = world({ policy: "fp", slice: 1, budget: 0 });
  const { busy } = unit(w);
  const inner = of(busy("inner", 3), "");
  function* body(): Body {
    const value = inner();
    w.note(`has ${value === signal ? yield : value}`);
    for (let i = 0; i < 5; i++) {
      w.host.advance(1);
      if (--state.budget < 0) yield;
    }
    return "low";
  }
  const low = w.rt.submit(
    attach(() => 0, body as never),
    { priority: 1 },
  );
  const high = w.rt.submit(busy("high", 1), { priority: 2, delay: 1 });
  w.host.run();
  expect(await ended(low as Job, high)).toEqual(["low", "high"]);
  // To the next point, too: where none is, nobody comes in between.
  expect(w.trace).toContain("3 has inner");
  expect(high.finish).toBe(5);
  expect(low.finish).toBe(9);
});

test("a holder that comes back again and again is run for another no longer than a slice", async () => {
  const w = world({ policy: "fp", slice: 2, budget: 3 });
  const { busy } = unit(w);
  const inner = of(busy("inner", 1), "");
  // Each round is suspended in the unit, and nowhere else.
  function* body(): Body {
    for (let i = 0; i < 20; i++) if (inner() === signal) yield;
    return "low";
  }
  const low = w.rt.submit(
    attach(() => 0, body as never),
    { priority: 1 },
  );
  const high = w.rt.submit(busy("high", 1), { priority: 2, delay: 1 });
  const urgent = w.rt.submit(w.work(1), { priority: 9, delay: 5 });
  w.host.run();
  expect(await ended(low as Job, high, urgent)).toEqual(["low", "high", 1]);
  expect(urgent.responseTime).toBeLessThan(7);
});

test("code that cannot be suspended goes on running the holder when a more urgent job has come", async () => {
  const w = world({ policy: "fp", slice: 1, budget: 0 });
  const { busy } = unit(w);
  const urgent = { priority: 9, name: "urgent" };
  const holder = w.rt.submit(
    busy("holder", 4, (i) => i === 2 && void w.rt.submit(w.work(1), urgent)),
    { priority: 1 },
  );
  w.rt.alarm({ in: 1 }, busy("timer", 1));
  w.host.run();
  expect(await ended(holder)).toEqual(["holder"]);
  const told = w.trace.filter((line) => !line.includes(" run "));
  expect(told.slice(0, 3)).toEqual(["0 enter holder", "4 leave holder", "4 plainly timer"]);
});

test("an error ends the stretch as a value does: it is the holder's, and the asker goes on", async () => {
  const w = world({ policy: "fp", slice: 1, budget: 0 });
  const { busy } = unit(w);
  const fails = busy("fails", 3, (i) => {
    if (i === 2) throw new Error("in the unit");
  });
  const low = w.rt.submit(fails, { priority: 1 });
  const high = w.rt.submit(busy("high", 1), { priority: 2, delay: 1 });
  w.host.run();
  expect(await ended(low, high)).toEqual(["Error: in the unit", "high"]);
});

test("a holder that is cancelled leaves the unit by its finalizers, whoever runs them", async () => {
  const w = world({ policy: "fp", slice: 1, budget: 0 });
  const { busy } = unit(w);
  const low = w.rt.submit(busy("low", 9), { priority: 1 });
  w.rt.alarm({ in: 2 }, () => low.cancel("enough"));
  const high = w.rt.submit(busy("high", 1), { priority: 2, delay: 2 });
  w.host.run();
  expect(await ended(low, high)).toEqual(["enough", "high"]);
  expect(w.trace.filter((line) => !line.includes(" run "))).toEqual([
    "0 enter low",
    "2 leave low",
    "2 enter high",
    "3 leave high",
    "3 end high",
    "3 end low",
  ]);
  w.expectAllEnded();
});

test("whoever is cancelled while it is run for another, or runs another, ends in order", async () => {
  for (const victim of ["low", "high"] as const) {
    const w = world({ policy: "fp", slice: 1, budget: 0 });
    const { busy } = unit(w);
    const jobs: Partial<Record<string, Job>> = {};
    const cancelling = busy("low", 4, (i) => {
      if (i === 2) jobs[victim]?.cancel("enough");
    });
    jobs.low = w.rt.submit(cancelling, { priority: 1 }) as Job;
    jobs.high = w.rt.submit(busy("high", 1), { priority: 2, delay: 1 }) as Job;
    w.host.run();
    const expected = victim === "low" ? ["enough", "high"] : ["low", "enough"];
    expect(await ended(jobs.low, jobs.high)).toEqual(expected);
    w.expectAllEnded();
    const later = w.rt.submit(busy("later", 1));
    w.host.run();
    expect(await ended(later)).toEqual(["later"]);
  }
});

test("while a job awaits, others may enter; it goes on when they have left", async () => {
  const w = world({ policy: "fp", slice: 1, budget: 0 });
  const { inside, busy } = unit(w);
  let resolve: (value: unknown) => void = () => {};
  const promise = new Promise((r) => {
    resolve = r;
  });
  const original = inside("awaits", function* () {
    const value = yield promise;
    w.note(`has ${value}`);
    w.host.advance(1);
    yield;
    return "awaits";
  });
  const first = w.rt.submit(original, { priority: 2 });
  w.host.run();
  const second = w.rt.submit(
    busy("second", 3, (i) => i === 0 && resolve("it")),
    { priority: 1 },
  );
  // The promise is settled while the second job is inside.
  w.host.run(1);
  await promise;
  await null;
  w.host.run();
  expect(await ended(first, second)).toEqual(["awaits", "second"]);
  expect(w.trace.filter((line) => !/ (run|end) /.test(line))).toEqual([
    "0 enter awaits",
    "0 enter second",
    "3 leave second",
    "3 has it",
    "4 leave awaits",
  ]);
  w.expectNoErrors();
});

test("a job that comes to an await while another runs it waits from then on", async () => {
  const w = world({ policy: "fp", slice: 1, budget: 0 });
  const { inside, busy } = unit(w);
  const low = w.rt.submit(
    inside("low", function* () {
      w.host.advance(1);
      yield;
      w.host.advance(1);
      return yield Promise.resolve("low");
    }),
    { priority: 1 },
  );
  const high = w.rt.submit(busy("high", 2), { priority: 2, delay: 1 });
  w.host.run();
  await null;
  await null;
  w.host.run();
  await new Promise((r) => setImmediate(r));
  w.host.run();
  expect(await ended(low, high)).toEqual(["low", "high"]);
  w.expectNoErrors();
});

/** A job in a unit that waits for a resource, which another job has for 9 ms. */
function waiting(w: ReturnType<typeof world>, { inside }: ReturnType<typeof unit>) {
  const resource = new Resource(w.rt, { name: "R" });
  function* holds() {
    const lock = resource.lock();
    for (let i = 0; i < 9; i++) {
      w.host.advance(1);
      yield;
    }
    lock.unlock();
  }
  const owner = w.rt.submit(holds, { priority: 1, name: "owner" });
  const lock = of(resource.lock, "lock");
  const waits = inside("waits", function* () {
    if (Reflect.apply(lock, resource, []) === signal) yield signal;
    return "waited";
  });
  return [owner, w.rt.submit(waits, { priority: 2, delay: 1, name: "waits" })];
}

test("where the holder waits for a resource, the asker waits as well, and lends it its urgency", async () => {
  const w = world({ policy: "fp", slice: 1, budget: 0 });
  const own = unit(w);
  const jobs = waiting(w, own);
  const high = w.rt.submit(own.busy("high", 1), { priority: 4, delay: 2 });
  const middle = w.rt.submit(w.work(10), { priority: 3, delay: 3, name: "middle" });
  w.host.run();
  expect(await ended(...jobs, high, middle)).toEqual([undefined, "waited", "high", 10]);
  expect(high.finish).toBe(10);
  expect(middle.finish).toBe(20);
  w.expectNoErrors();
  w.expectAllEnded();
});

test("whoever waits so can be cancelled", async () => {
  const w = world({ policy: "fp", slice: 1, budget: 0 });
  const own = unit(w);
  const jobs = waiting(w, own);
  const high = w.rt.submit(own.busy("high", 1), { priority: 4, delay: 2 });
  w.rt.alarm({ in: 5 }, () => high.cancel("enough"));
  w.host.run();
  expect(await ended(...jobs, high)).toEqual([undefined, "waited", "enough"]);
  expect(own.lock.waiting.size).toBe(0);
  w.expectAllEnded();
});

test("where the holder waits for a resource, code that cannot wait goes in, which is reported once", async () => {
  const reported: unknown[] = [];
  const w = world({ policy: "fp", slice: 1, budget: 0, onError: (error) => void reported.push(error) });
  const own = unit(w);
  const jobs = waiting(w, own);
  for (const at of [3, 4]) w.rt.alarm({ in: at }, own.busy("timer", 1));
  w.host.run();
  expect(await ended(...jobs)).toEqual([undefined, "waited"]);
  expect(reported.map((error) => (error as PreemptError).code)).toEqual(["unit_shared"]);
  expect(w.trace).toContain("3 plainly timer");
});

test("two jobs that would wait for each other go on, and that is reported once", async () => {
  const reported: unknown[] = [];
  const w = world({ policy: "fp", slice: 1, budget: 0, onError: (error) => void reported.push(error) });
  const [one, other] = [unit(w), unit(w)];
  /** Enters the other unit from inside of the first. */
  const nested = (first: typeof one, second: typeof one, who: string) => {
    const inner = of(second.busy(`${who} inner`, 1), "");
    function* body(): Body {
      while (first.lock.owner !== undefined && mustWait(first.lock)) yield;
      for (let i = 0; i < 2; i++) {
        w.host.advance(1);
        if (--state.budget < 0) yield first.lock;
      }
      const value = inner();
      return value === signal ? yield first.lock : value;
    }
    return attach(() => 0, body as never);
  };
  const low = w.rt.submit(nested(one, other, "low"), { priority: 1 });
  const high = w.rt.submit(nested(other, one, "high"), { priority: 2, delay: 1 });
  w.host.run();
  expect(await ended(low, high)).toEqual(["low inner", "high inner"]);
  expect(reported.every((error) => error instanceof PreemptError && error.code === "unit_shared")).toBe(true);
  expect(reported).toHaveLength(1);
});

test("a holder that runs another one on its stack is in its way still, and that is reported", async () => {
  const reported: unknown[] = [];
  const w = world({ policy: "fp", slice: 1, budget: 0, onError: (error) => void reported.push(error) });
  const [first, second] = [unit(w), unit(w)];
  const inFirst = first.busy("again", 1);
  // It has left the second unit only when it has been in the first.
  const other = second.inside("other", function* () {
    w.host.advance(1);
    yield;
    const value = of(inFirst, "inFirst")();
    if (value === signal) yield value;
    return "other";
  });
  const plainly = second.busy("plainly", 1);
  const holder = first.busy("holder", 3, (at) => {
    // Its own unit is free for it; the second one is held by a job that has to be run here.
    if (at === 1) {
      expect(first.lock.owner).toBe(undefined);
      plainly();
      expect(first.lock.owner).toBe(undefined);
    }
  });
  const jobs = [
    w.rt.submit(holder, { name: "holder", priority: 1 }),
    w.rt.submit(other, { name: "other", priority: 1 }),
  ];
  w.host.run();
  expect(await ended(...jobs)).toEqual(["holder", "other"]);
  expect(
    w.trace.filter((line) => / (enter|leave|plainly) /.test(line)).map((line) => line.split(" ").slice(1).join(" ")),
  ).toEqual([
    "enter holder",
    "enter other",
    "enter again",
    "leave again",
    "leave other",
    "plainly plainly",
    "leave holder",
  ]);
  expect(reported.map((error) => (error as PreemptError).code)).toEqual(["unit_shared"]);
  expect(first.lock.owner).toBe(undefined);
});

test("a job whose server has nothing left is run all the same, and whoever needs the unit pays", async () => {
  const w = world({ policy: "edf", slice: 1, budget: 0 });
  const { busy } = unit(w);
  const poor = new ConstantBandwidthServer(w.rt, { name: "poor", budget: 1, period: 100 });
  const rich = new ConstantBandwidthServer(w.rt, { name: "rich", budget: 10, period: 20 });
  const low = poor.submit(busy("low", 3));
  const high = rich.submit(busy("high", 1), { delay: 1 });
  w.host.run(10);
  expect(high.finish).toBe(4);
  // One budget of its own was used up, and no more: the next one is due at 200.
  expect(poor.deadline).toBe(200);
  w.host.run();
  expect(await ended(low, high)).toEqual(["low", "high"]);
  expect([low.executionTime, high.executionTime]).toEqual([3, 1]);
});

test("a job that is run for another is as urgent as that: what is released meanwhile and less urgent ends no slice", () => {
  const w = world({ policy: "fp", slice: 100, preemption: "ideal", budget: 0 });
  const { busy } = unit(w);
  w.rt.submit(
    busy("low", 5, (at) => {
      // The first millisecond is its own; in the third it is run for the urgent one.
      if (at === 2) w.rt.submit(w.work(1), { priority: 2, inherit: false, name: "middle" });
    }),
    { priority: 1 },
  );
  w.rt.submit(busy("high", 1), { priority: 3, delay: 1, budget: 1000 });
  w.host.run();
  expect(w.trace.filter((line) => line.includes("run "))).toEqual([
    "0 run low",
    "1 run high",
    "1 run low",
    "5 run high",
    "6 run middle",
    "7 run low",
  ]);
  w.expectAllEnded();
});

test("what surrounds the holder is its own while another runs it", async () => {
  const w = world({ policy: "fp", slice: 1, budget: 0 });
  const { busy } = unit(w);
  const store = new AsyncLocalStorage<string>();
  const seen: unknown[] = [];
  const low = store.run("low", () =>
    w.rt.submit(
      busy("low", 3, () => seen.push(store.getStore())),
      { priority: 1 },
    ),
  );
  const high = store.run("high", () =>
    w.rt.submit(
      busy("high", 1, () => seen.push(store.getStore())),
      { priority: 2, delay: 1 },
    ),
  );
  w.host.run();
  expect(await ended(low, high)).toEqual(["low", "high"]);
  expect(seen).toEqual(["low", "low", "low", "high"]);
});

test("jobs of two schedulers share a unit", async () => {
  const w = world({ slice: 1, budget: 0 });
  const rt = new Scheduler({ host: w.host, slice: 1, budget: 0 });
  const { busy } = unit(w);
  const jobs = [w.rt.submit(busy("a", 3)), rt.submit(busy("b", 3))];
  w.host.run();
  expect(await ended(...jobs)).toEqual(["a", "b"]);
  const order = w.trace.flatMap((line) => (/ (enter|leave) /.test(line) ? [line.split(" ").slice(1).join(" ")] : []));
  expect(order).toEqual(["enter a", "leave a", "enter b", "leave b"]);
});

test("an async function asks where it starts", async () => {
  const w = world({ policy: "fp", slice: 1, budget: 0 });
  const { busy, lock } = unit(w);
  const body = function* () {
    while (lock.owner !== undefined && mustWait(lock)) yield;
    w.note("async");
    return settle("async");
  };
  const asks = attachAsync(async () => "async", body as never);
  const low = w.rt.submit(busy("low", 3), { priority: 1 });
  const high = w.rt.submit(asks, { priority: 2, delay: 1 });
  w.host.run();
  expect(await ended(low, high as Job)).toEqual(["low", "async"]);
  expect(w.trace).toContain("3 async");
});

test("where points take time, whoever runs another job has what that takes in its own slice", async () => {
  const { rt, host } = virtualScheduler({ policy: "fp", slice: 1, pointCost: 1 });
  const { inside } = unit({ host, note: () => {} });
  const points = (who: string, n: number) =>
    inside(who, function* () {
      for (let i = 0; i < n; i++) yield;
      return who;
    });
  const low = rt.submit(points("low", 5), { priority: 1 });
  const high = rt.submit(points("high", 2), { priority: 2, delay: 2 });
  host.run();
  expect(await ended(low, high)).toEqual(["low", "high"]);
  expect(high.finish).toBe(7);
});

test("whoever is run for another is the running job, and each has the time that it ran itself", async () => {
  const w = world({ policy: "fp", slice: 9, budget: 50 });
  const { busy } = unit(w);
  const resource = new Resource(w.rt, { name: "R" });
  const owners: unknown[] = [];
  const low = w.rt.submit(
    busy("low", 60, (i) => {
      if (i !== 55) return;
      using _ = resource.tryLock();
      owners.push((resource.owner as Job).name);
    }),
    { priority: 1 },
  );
  const inner = of(busy("inner", 1), "");
  function* body(): Body {
    w.host.advance(2);
    const value = inner();
    return value === signal ? yield : value;
  }
  const high = w.rt.submit(
    attach(() => 0, body as never),
    { priority: 2, delay: 3 },
  );
  w.host.run();
  expect(await ended(low, high as Job)).toEqual(["low", "inner"]);
  expect(owners).toEqual(["low"]);
  expect([low.executionTime, high.executionTime]).toEqual([60, 3]);
});

test("who has what the holder waits for does not wait for the holder", async () => {
  const reported: unknown[] = [];
  const w = world({ policy: "fp", slice: 1, budget: 0, onError: (error) => void reported.push(error) });
  const { inside, busy } = unit(w);
  const resource = new Resource(w.rt, { name: "R" });
  const lock = of(resource.lock, "lock");
  const inner = of(busy("inner", 1), "");
  function* body(): Body {
    const held = resource.lock();
    for (let i = 0; i < 3; i++) {
      w.host.advance(1);
      if (--state.budget < 0) yield;
    }
    const value = inner();
    const result = value === signal ? yield : value;
    held.unlock();
    return result;
  }
  const high = w.rt.submit(
    attach(() => 0, body as never),
    { priority: 1 },
  );
  const waits = inside("waits", function* () {
    if (Reflect.apply(lock, resource, []) === signal) yield signal;
    return "waited";
  });
  const low = w.rt.submit(waits, { priority: 2, delay: 1 });
  w.host.run();
  expect(await ended(high as Job, low)).toEqual(["inner", "waited"]);
  expect(reported.map((error) => (error as PreemptError).code)).toEqual(["unit_shared"]);
});

test("in development, the console tells that code outside of jobs ran a job for long, once per unit", () => {
  const told: string[] = [];
  const spy = vi.spyOn(console, "warn").mockImplementation((text: string) => void told.push(text));
  const w = world({ slice: 1, budget: 0, warnAfter: 50 });
  const [slow, quick] = [unit(w), unit(w)];
  for (const [{ busy }, length] of [
    [quick, 40],
    [slow, 80],
    [slow, 80],
  ] as const) {
    w.rt.submit(busy("holder", length));
    w.rt.alarm({ in: 1 }, busy("timer", 1));
    w.host.run();
  }
  spy.mockRestore();
  expect(told).toEqual([
    expect.stringMatching(
      `^preempt: "holder" ran for 7\\d ms in one piece: code outside of jobs called a function of the exclusive unit "${slow.name}" while the job was inside\\. .*npx preempt check --shared`,
    ),
  ]);
});
