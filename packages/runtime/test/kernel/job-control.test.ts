/** Deadlines and priorities that change, children, and code that gives the thread up by itself. */
import { DeferrableServer, type Job, type Observer, type PreemptError, Resource } from "@preempt/runtime";
import { attach, attachAsync, settle, state, wait } from "@preempt/runtime/abi";
import { expect, test } from "vitest";
import { world } from "../kit/world.ts";

const runs = (trace: string[]) => trace.filter((t) => t.includes("run"));
const ends = (trace: string[]) => trace.filter((t) => t.includes("end"));

test("setPriority moves a ready job, and a running one gives way at its next point", () => {
  const { rt, host, trace, work } = world({ policy: "fp", slice: 100 });
  const a = rt.submit(work(3), { name: "a", priority: 3 });
  rt.submit(work(2), { name: "b", priority: 2 });
  const c = rt.submit(work(2), { name: "c", priority: 1 });
  rt.alarm({ in: 0 }, () => c.setPriority(2.5));
  host.run();
  expect(ends(trace)).toEqual(["3 end a", "5 end c", "7 end b"]);
  expect(() => a.setPriority(Number.NaN)).toThrow("priority_not_finite: the priority of T0J0 (a) is NaN.");

  const second = world({ policy: "fp", slice: 100 });
  second.rt.submit(
    function* () {
      second.host.advance(1);
      second.rt.currentJob?.setPriority(-1);
      second.host.advance(1);
      yield;
      second.host.advance(1);
    },
    { name: "humble" },
  );
  second.rt.submit(second.work(1), { name: "other" });
  second.host.run();
  expect(runs(second.trace)).toEqual(["0 run humble", "2 run other", "3 run humble"]);
});

test("setDeadline: after the arrival, at an instant, or none; the new one is watched", () => {
  const missed: string[] = [];
  const { rt, host, trace, work } = world({
    slice: 100,
    observer: { deadlineMissed: (job, now) => void missed.push(`${now} ${job.name}`) },
  });
  rt.observe({ jobFinished: (job, now) => void trace.push(`${now} end ${job.name}`) });
  const a = rt.submit(work(3), { name: "a", deadline: 10 });
  const b = rt.submit(work(3), { name: "b", deadline: { at: 20 } });
  const c = rt.submit(work(3), { name: "c", delay: 1, deadline: 30 });
  expect([a, b, c].map((job) => job.deadline)).toEqual([10, 20, 31]);
  b.setDeadline(2);
  a.setDeadline({ at: 100 });
  c.setDeadline(Number.POSITIVE_INFINITY);
  host.run();
  expect(ends(trace)).toEqual(["3 end b", "6 end a", "9 end c"]);
  expect(missed).toEqual(["3 b"]);
  expect(c.lateness).toBeUndefined();
  expect(() => a.setDeadline(0)).toThrow("deadline_not_positive: the deadline of T0J0 (a) is 0.");
  expect(() => rt.submit(work(1), { deadline: { at: Number.NaN } })).toThrow("is { at: NaN }");
});

test("children have the deadline and priority of the job that submits them, unless told otherwise", () => {
  const { rt, host } = world();
  const seen: unknown[] = [];
  rt.submit(
    function* () {
      const child = rt.submit(() => 1);
      const own = rt.submit(() => 1, { deadline: 7, priority: 1 });
      const free = rt.submit(() => 1, { inherit: false });
      for (const { deadline, priority } of [child, own, free]) seen.push([deadline, priority]);
    },
    { deadline: 50, priority: 4 },
  );
  host.run();
  expect(seen).toEqual([
    [50, 4],
    [7, 1],
    [Number.POSITIVE_INFINITY, 0],
  ]);
});

test("a job that is awaited is as urgent as whoever awaits it", async () => {
  const { rt, host, trace, work } = world({ policy: "fp", slice: 1, round: 1000 });
  const slow = rt.submit(work(3), { name: "slow", priority: 1 });
  const body = function* () {
    yield wait(slow);
    return settle();
  };
  rt.submit(
    attachAsync(async () => {}, body as never),
    { name: "urgent", priority: 9, delay: 1.5 },
  );
  rt.submit(work(20), { name: "middling", priority: 5, delay: 1.5 });
  await host.settle();
  // Without inheritance the middling job would keep the urgent one waiting for 20 ms.
  expect(ends(trace)).toEqual(["3 end slow", "3 end urgent", "23 end middling"]);
});

test("the end of a job that many await takes steps in proportion to them, whatever their deadlines", async () => {
  const steps = async (n: number) => {
    const { rt, host } = world({ round: Number.POSITIVE_INFINITY });
    let open = (_: unknown) => {};
    const gate = new Promise((resolve) => {
      open = resolve;
    });
    const shared = rt.submit(function* () {
      yield wait(gate);
    });
    const waiters = Array.from({ length: n }, (_, i) =>
      rt.submit(
        function* () {
          yield wait(shared);
        },
        { deadline: 1e6 + i },
      ),
    );
    await host.settle();
    let asked = 0;
    for (const waiter of waiters) {
      let { key } = waiter;
      Object.defineProperty(waiter, "key", {
        get: () => {
          asked++;
          return key;
        },
        set: (value: number) => {
          key = value;
        },
      });
    }
    open(undefined);
    await host.settle();
    expect(waiters.every(({ state }) => state === "done")).toBe(true);
    return asked;
  };
  expect(await steps(1000)).toBeLessThan((await steps(250)) * 5);
});

test("a cancelled job runs its finalizers without the urgency of those who awaited it, and with that of who needs its lock", () => {
  for (const isNeeded of [false, true]) {
    const { rt, host, trace, work } = world({ policy: "fp", slice: 1 });
    const disk = new Resource(rt, { name: "disk" });
    const victim = rt.submit(
      function* () {
        yield* disk.acquire();
        try {
          for (;;) {
            host.advance(1);
            yield;
          }
        } finally {
          host.advance(1);
          yield;
          host.advance(1);
        }
      },
      { name: "victim", priority: 1 },
    );
    victim.catch(() => {});
    const awaiting = function* () {
      try {
        yield wait(victim);
      } catch {}
    };
    rt.submit(awaiting, { name: "waiter", priority: 9, delay: 1 });
    if (isNeeded) {
      const locking = function* () {
        yield* disk.acquire();
      };
      rt.submit(locking, { name: "locker", priority: 7, delay: 2 });
    }
    rt.submit(work(3), { name: "middling", priority: 5, delay: 3 });
    rt.alarm(4, () => victim.cancel());
    host.run();
    expect(ends(trace)).toEqual(
      isNeeded
        ? ["4 end waiter", "6 end victim", "6 end locker", "9 end middling"]
        : ["4 end waiter", "7 end middling", "9 end victim"],
    );
  }
});

test("a job that runs on is less urgent again when the most urgent of those who await it has left", () => {
  const { rt, host, trace, work } = world({ policy: "fp", slice: 1 });
  const shared = rt.submit(work(6), { name: "shared", priority: 1 });
  const waiters = [9, 7, 3].map((priority) =>
    rt.submit(
      function* () {
        yield wait(shared);
      },
      { name: `waiter ${priority}`, priority, delay: 1 },
    ),
  );
  for (const [i, priority] of [8, 6, 2].entries()) {
    rt.submit(work(1), { name: `rival ${priority}`, priority, delay: 1 });
    rt.alarm(2 + 2 * i, () => {
      waiters[i]?.catch(() => {});
      waiters[i]?.cancel();
    });
  }
  host.run();
  expect(ends(trace).filter((line) => !line.includes("waiter"))).toEqual([
    "3 end rival 8",
    "5 end rival 6",
    "7 end rival 2",
    "9 end shared",
  ]);
});

test("jobs that await each other are told, with the cycle named", async () => {
  const { rt, host } = world();
  const other: { job?: PromiseLike<unknown> } = {};
  const body = (target: () => PromiseLike<unknown> | undefined) =>
    attachAsync(async () => {}, function* (): Generator {
      yield wait(target());
      return settle();
    } as never);
  const a = rt.submit(
    body(() => other.job),
    { name: "a" },
  );
  const b = rt.submit(
    body(() => a),
    { name: "b" },
  );
  other.job = b;
  const outcome = Promise.allSettled([a, b]);
  await host.settle();
  const [first, second] = await outcome;
  expect(second).toMatchObject({ status: "rejected", reason: { code: "deadlock" } });
  expect(first).toEqual(second); // a awaited b, which failed
  const { message } = (second as PromiseRejectedResult).reason as PreemptError;
  expect(message).toBe(
    "deadlock: T0J1 (b) → the end of T0J0 (a) → T0J0 (a) → the end of T0J1 (b) → T0J1 (b): each waits for what the next one holds. Lock in the same order everywhere.",
  );
});

test("a job that awaits or returns idle() is told that it waits for its own end; whoever else awaits it is not", async () => {
  const { rt, host } = world();
  const awaits = rt.submit(
    attachAsync(async () => {}, function* () {
      yield wait(rt.idle());
      return settle(undefined);
    } as never),
    { name: "awaits" },
  );
  const returns = rt.submit(() => rt.idle(), { name: "returns" });
  const outcome = Promise.allSettled([awaits, returns]);
  let isIdle = false;
  void rt.idle().then(() => {
    isIdle = true;
  });
  await host.settle();
  expect((await outcome).map((one) => String((one as PromiseRejectedResult).reason))).toEqual([
    "PreemptError: deadlock: T0J0 (awaits) waits for its own end.",
    "PreemptError: deadlock: T0J1 (returns) waits for its own end.",
  ]);
  expect(isIdle).toBe(true);
});

test("no options are none, null as well", async () => {
  const { rt, host } = world();
  const server = new DeferrableServer(rt, { budget: 1, period: 2 });
  const jobs = [rt.submit(() => 1, null as never), server.submit(() => 2, null as never)];
  await host.settle();
  expect(await Promise.all(jobs)).toEqual([1, 2]);
});

test("shouldYield tells a job when its slice is over, or something more urgent or input waits", () => {
  let input = false;
  const { rt, host } = world({ slice: 2, round: 100 });
  Object.assign(host, { inputPending: () => input });
  const answers: boolean[] = [];
  rt.submit(
    () => {
      answers.push(rt.shouldYield());
      host.advance(2);
      answers.push(rt.shouldYield());
    },
    { deadline: 50 },
  );
  host.run();
  rt.submit(
    () => {
      answers.push(rt.shouldYield());
      rt.submit(() => {}, { deadline: 1 });
      answers.push(rt.shouldYield());
    },
    { deadline: 50 },
  );
  host.run();
  rt.submit(() => {
    input = true;
    answers.push(rt.shouldYield());
    input = false;
  });
  host.run();
  expect(answers).toEqual([false, true, false, true, true]);
});

test("yieldNow lets whatever is more urgent go first, and code that nobody transformed shares the thread", async () => {
  const { rt, host, note, trace, work } = world({ slice: 1, round: 5 });
  const plain = (async () => {
    for (let i = 0; i < 3; i++) {
      note(`chunk ${i}`);
      host.advance(1);
      if (rt.shouldYield()) await rt.yieldNow({ deadline: 100 });
    }
  })();
  rt.submit(work(2), { name: "urgent", deadline: 10 });
  await host.settle();
  await plain;
  expect(trace.filter((t) => /chunk|end urgent/.test(t))).toEqual([
    "0 chunk 0",
    "3 end urgent",
    "3 chunk 1",
    "4 chunk 2",
  ]);
});

test("ideal preemption looks at releases after each budget, not only after each slice", () => {
  const sliced = world({ slice: 100, round: 1000, budget: 0 });
  const ideal = world({ slice: 100, round: 1000, budget: 0, preemption: "ideal" });
  for (const { rt, host, work } of [sliced, ideal]) {
    rt.submit(work(10), { name: "long", deadline: 100 });
    rt.submit(work(1), { name: "soon", deadline: 5, delay: 2.5 });
    host.run();
  }
  expect(ends(sliced.trace)).toEqual(["10 end long", "11 end soon"]);
  expect(ends(ideal.trace)).toEqual(["4 end soon", "11 end long"]);
  expect(state.budget).toBe(0); // what runs outside of jobs is not preempted
});

test("preemptions are counted when the processor is lost, not at every slice", () => {
  const { rt, host, work } = world({ slice: 1, round: 1000 });
  const alone = rt.submit(work(10));
  host.run();
  expect(alone.preemptions).toBe(0);
  const [a, b] = [rt.submit(work(3)), rt.submit(work(3))];
  host.run();
  expect([a.preemptions, b.preemptions]).toEqual([2, 2]);
});

test("observers come and go, several at a time, and what they throw is reported", () => {
  const { rt, host, work } = world();
  const seen: string[] = [];
  const first = rt.observe({ jobFinished: (job) => void seen.push(`first ${job.id}`) });
  rt.observe({
    jobFinished() {
      throw new Error("observer");
    },
  });
  rt.submit(work(1));
  host.run();
  first[Symbol.dispose]();
  rt.submit(work(1));
  host.run();
  expect(seen).toEqual(["first T0J0"]);
  expect(host.reported.map(({ error }) => (error as Error).message)).toEqual(["observer", "observer"]);
});

test("what is no observer is refused, and spoils nothing for those that are", () => {
  const { rt, host } = world();
  const finished: string[] = [];
  const refused: [unknown, string][] = [
    [undefined, "observer_not_an_object: the observer is undefined. Give an object"],
    [null, "observer_not_an_object"],
    [() => {}, "observer_not_an_object"],
    [{ jobFinished: "log" }, 'observer_not_a_function: the observer\'s jobFinished is "log". Give a function.'],
  ];
  for (const [observer, message] of refused) {
    expect(() => rt.observe(observer as Observer)).toThrow(message);
    if (observer !== undefined) expect(() => world({ observer: observer as Observer })).toThrow(message);
  }
  rt.observe({ jobFinished: (job) => void finished.push(job.id) });
  rt.submit(() => {});
  host.run();
  expect(finished).toEqual(["T0J0"]);
});

test("an observer that was added twice is told once, until both are disposed of, each of them once", () => {
  const finished: string[] = [];
  const observer = { jobFinished: (job: Job) => void finished.push(job.name) };
  const { rt, host } = world({ observer });
  const [second, third] = [rt.observe(observer), rt.observe(observer)];
  const told = (name: string) => {
    rt.submit(() => {}, { name });
    host.run();
  };
  told("all three");
  second[Symbol.dispose]();
  second[Symbol.dispose]();
  told("two");
  third[Symbol.dispose]();
  told("the first");
  expect(finished).toEqual(["all three", "two", "the first"]);
});

test("a more urgent release by the running job takes over at the next point under long budgets, too", () => {
  for (const budget of [300, 1500, 5000, Number.POSITIVE_INFINITY]) {
    const { rt, host } = world({ slice: 1e9, round: 1e9, budget });
    let points = 0;
    const body = function* () {
      for (let i = 0; i < 9000; i++) {
        if (--state.budget < 0) yield;
        if (i === 1200) rt.submit(() => {}, { deadline: 1, name: "urgent" });
        points = i;
      }
    };
    const seen: number[] = [];
    rt.observe({ jobDispatched: (job) => void (job.name === "urgent" && seen.push(points)) });
    rt.submit(
      attach(() => undefined, body as never),
      { name: "job" },
    );
    host.run();
    expect(seen).toEqual([1200]);
  }
});

test("a callback that sets an alarm for this very instant, again and again, does not keep the thread", () => {
  const { rt, host, trace } = world();
  let fired = 0;
  const again = () => {
    fired++;
    if (fired <= 5000) rt.alarm(rt.now(), again);
  };
  again();
  rt.submit(() => host.advance(1), { name: "job" });
  host.post(() => trace.push(`event after ${fired}`));
  host.run();
  expect(fired).toBe(5001);
  expect(Number(trace.find((line) => line.startsWith("event"))?.slice(12))).toBeLessThan(3000);
});

/** A low task of which the n-th job is awaited by an urgent job, and a middling job that would come between. */
function awaitedInTask(which: number, options: { jitter?: (k: number) => number; gives?: boolean } = {}) {
  const { gives = true, ...rest } = options;
  const made = world({ policy: "fp", slice: 1, round: 1000 });
  const { rt, work } = made;
  const task = rt.task(work(3), { name: "low", priority: 1, ...rest });
  const jobs = [0, 1, 2].map(() => task.release());
  const body = function* (): Generator {
    yield wait(jobs[which]);
    return settle();
  };
  const urgent = gives
    ? rt.submit(
        attachAsync(async () => {}, body as never),
        { name: "urgent", priority: 9, delay: 0.5 },
      )
    : undefined;
  rt.submit(work(20), { name: "middling", priority: 5, delay: 1.5 });
  return { ...made, jobs, urgent };
}

test("the jobs of a task before the one that is awaited are as urgent as whoever awaits it, and no others", async () => {
  const { host, trace } = awaitedInTask(1);
  await host.settle();
  expect(ends(trace)).toEqual(["3 end low", "6 end low", "6 end urgent", "26 end middling", "29 end low"]);
});

test("a job that awaits no longer lends nothing through the order of a task", async () => {
  const { host, trace, rt, urgent } = awaitedInTask(2);
  urgent?.catch(() => {});
  rt.alarm({ in: 4 }, () => urgent?.cancel());
  await host.settle();
  expect(ends(trace)).toEqual(["3 end low", "4 end urgent", "24 end middling", "26 end low", "29 end low"]);
});

test("where the job between is cancelled, what is lent goes to the one before it", async () => {
  const { host, trace, rt, jobs } = awaitedInTask(2);
  jobs[1]?.catch(() => {});
  rt.alarm({ in: 1 }, () => jobs[1]?.cancel());
  await host.settle();
  expect(ends(trace)).toEqual(["1 end low", "3 end low", "6 end low", "6 end urgent", "26 end middling"]);
});

test("a job that waits its turn in the task lends its own urgency when that is raised, from its release on", async () => {
  const later = (k: number) => (k === 1 ? 4 : 0);
  for (const jitter of [() => 0, later]) {
    const { host, trace, jobs } = awaitedInTask(1, { jitter, gives: false });
    jobs[1]?.setPriority(9);
    await host.settle();
    expect(ends(trace)).toEqual(
      jitter === later
        ? // the first job, after 2 ms, gives way until the second is released
          ["5 end low", "8 end low", "26 end middling", "29 end low"]
        : ["3 end low", "6 end low", "26 end middling", "29 end low"],
    );
  }
});
