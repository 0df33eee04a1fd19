/** Annotated code under virtual time: what the transformer makes of it, written by hand. */
import { Resource, type SchedulerOptions } from "@preempt/runtime";
import { attach, attachAsync, run, settle, signal, state, wait } from "@preempt/runtime/abi";
import { type VirtualSchedulerOptions, virtualScheduler } from "@preempt/runtime/testing";
import { expect, test } from "vitest";

function* loopBody(n: number, each?: (i: number) => void) {
  for (let i = 0; i < n; i++) {
    if (--state.budget < 0) yield;
    each?.(i);
  }
  return n;
}

/** `(n, each) => { for (let i = 0; i < n; i++) each?.(i); return n; }` */
const loop = attach((() => undefined) as never, loopBody as never) as (n: number, each?: (i: number) => void) => number;

const budgets = [0, 1, 2, 7, 300, 1500, "auto", Number.POSITIVE_INFINITY] as const;
const scheduler = (options: VirtualSchedulerOptions = {}) => virtualScheduler({ pointCost: 0.25, ...options });

test.for(budgets)(
  "budget %s: each preemption point takes its time, and the result is the function's",
  async (budget) => {
    const { rt, host } = scheduler({ budget });
    const job = rt.submit(loop, { args: [3000] });
    host.run();
    expect(await job).toBe(3000);
    expect(job.executionTime).toBe(750);
  },
);

test.for(budgets)("budget %s: the code reads the time of each point", (budget) => {
  const { rt, host } = scheduler({ budget });
  const times: number[] = [];
  rt.submit(loop, { args: [5, () => times.push(rt.now())] });
  host.run();
  expect(times).toEqual([0.25, 0.5, 0.75, 1, 1.25]);
});

test.for([
  [0, 2.25], // at the first point after it
  [3, 3], // points 1 to 4, 5 to 8, 9 to 12
  [8, 2.25], // points 1 to 9
  [20, 5.25], // points 1 to 21
  [1500, 10],
])("budget %i: a release at 2.1 from outside is seen when the budget is used up, at %f", ([budget = 0, at]) => {
  const { rt, host } = scheduler({ budget, preemption: "ideal", slice: 1000, round: 1000 });
  rt.submit(loop, { args: [40], deadline: 90 });
  const urgent = rt.submit(() => undefined, { delay: 2.1, deadline: 1 });
  host.run();
  expect(urgent.start).toBe(at);
});

test.for([0, 1, 7, 900, 1500])(
  "budget %i: a more urgent release by the code itself takes over at its next point",
  (budget) => {
    const { rt, host, schedule } = scheduler({ budget, slice: 1000, round: 1000 });
    const each = (i: number) => {
      if (i === 2) rt.submit(() => undefined, { name: "urgent", deadline: 1 });
    };
    rt.submit(loop, { args: [8, each], name: "bulky", deadline: 90 });
    host.run();
    expect(schedule.text).toBe("0–1  T0J0 bulky   …\n1    T0J1 urgent  done\n1–2  T0J0 bulky   done");
  },
);

test("nested preemptable calls, awaits and locks take the time of their points alone", async () => {
  const observed: Record<string, unknown>[] = [];
  for (const budget of [0, 1, 5, 300]) {
    const options: SchedulerOptions = { budget, preemption: "ideal", slice: 100, round: 1 };
    const { rt, host, schedule } = scheduler({ ...options, policy: "fp" });
    const resource = new Resource(rt, { name: "bus" });
    const outer = attachAsync(async () => 0, function* () {
      if (--state.budget < 0) yield;
      const $value = run(loopBody(4));
      const got: unknown = $value === signal ? yield : $value;
      yield wait(new Promise<void>((resolve) => void rt.alarm({ in: 2 }, resolve)));
      const lock = yield* resource.acquire();
      lock.unlock();
      return settle(got);
    } as never) as () => Promise<number>;
    rt.submit(
      function* holder() {
        const lock = yield* resource.acquire();
        for (let ms = 0; ms < 8; ms++) {
          host.advance(1);
          yield;
        }
        lock.unlock();
        yield;
      },
      { priority: 1 },
    );
    const job = rt.submit(outer, { delay: 0.5, priority: 5, name: "outer" });
    await host.settle();
    observed.push({ value: await job, text: schedule.text, time: job.executionTime });
  }
  expect(observed[0]).toEqual({ value: 4, text: expect.stringContaining('outer   waits for "bus"'), time: 1.25 });
  for (const run of observed) expect(run).toEqual(observed[0]);
});

test("a parameter's default value that throws fails the job, and runs once", async () => {
  let runs = 0;
  const bad = () => {
    runs++;
    throw new Error("no default");
  };
  const { rt, host } = scheduler();
  const f = attach(
    (() => undefined) as never,
    function* (x = bad()) {
      yield x;
    } as never,
  ) as () => void;
  const failure = rt.submit(f).catch((error: Error) => error.message);
  await host.settle();
  expect([await failure, runs]).toEqual(["no default", 1]);
});

test("finalizers of a cancelled job take their time too", async () => {
  const { rt, host, schedule } = scheduler({ slice: 1, budget: 0 });
  const guarded = attach(
    (() => undefined) as never,
    function* () {
      try {
        for (;;) if (--state.budget < 0) yield;
      } finally {
        for (let i = 0; i < 4; i++) if (--state.budget < 0) yield;
      }
    } as never,
  ) as () => void;
  const job = rt.submit(guarded, { name: "guarded" });
  job.catch(() => {});
  rt.alarm(3, () => job.cancel());
  await host.settle();
  expect(schedule.text).toBe("0–4  T0J0 guarded  cancelled");
});

test.for(budgets)("budget %s: runs in many pieces come to the same", (budget) => {
  const { rt, host, schedule } = scheduler({ budget, slice: 1 });
  const job = rt.submit(loop, { args: [40] });
  for (let until = 0.5; until < 10; until += 0.5) host.run(until);
  host.run();
  expect(job.executionTime).toBe(10);
  expect(schedule.text).toBe("0–10  T0J0  done");
});

test("a run ends at the instant it is given, and what takes no time happens there", () => {
  const { rt, host } = scheduler({ budget: 0, preemption: "ideal", slice: 100 });
  const times: number[] = [];
  rt.submit(loop, { args: [40, () => times.push(rt.now())] });
  const none = rt.submit(loop, { args: [0], delay: 1, deadline: 1 });
  host.run(1);
  expect([rt.now(), times, none.state]).toEqual([1, [0.25, 0.5, 0.75, 1], "done"]);
  host.run(1);
  expect([rt.now(), times.length]).toEqual([1, 4]);
  host.run(1.5);
  expect([rt.now(), times.length]).toEqual([1.5, 6]);
  const urgent = rt.submit(() => undefined, { delay: 0.1, deadline: 1 });
  host.run();
  expect(urgent.start).toBe(1.75); // the point under way at the end of the run, and no other
});

test("without pointCost, and in generators, points take no time", () => {
  const free = virtualScheduler();
  free.rt.submit(loop, { args: [50] });
  free.host.run();
  expect(free.rt.now()).toBe(0);
  const { rt, host, work } = scheduler();
  rt.submit(work(3, 1));
  host.run();
  expect(rt.now()).toBe(3);
});

test("the same program gives the same schedule, run after run", () => {
  const once = () => {
    const { rt, host, schedule } = scheduler({ slice: 1, policy: "rr" });
    for (const n of [400, 100, 250]) rt.submit(loop, { args: [n], delay: n / 8 });
    host.run();
    return schedule.text;
  };
  expect(once()).toBe(once());
  expect(once().split("\n").length).toBeGreaterThan(4);
});
