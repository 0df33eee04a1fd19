import { type Job, PreemptError, Resource, Scheduler, Task, type TaskOptions } from "@preempt/runtime";
import { attach, state } from "@preempt/runtime/abi";
import { Statistics } from "@preempt/runtime/observers";
import { consume } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { world } from "../kit/world.ts";

const forever = Number.POSITIVE_INFINITY;
const ends = (trace: string[]) => trace.filter((t) => t.includes("end"));

test("a class that extends Task runs its method with itself as this, and is named after the class", () => {
  class Mixer extends Task {
    mixed = 0;
    constructor() {
      super({ period: 10, phase: 5 });
    }
    override run() {
      this.mixed++;
    }
  }
  const { rt, host, trace } = world();
  const mixer = rt.task(new Mixer());
  expect(rt.tasks).toEqual([mixer]);
  host.run(30);
  mixer.stop();
  host.run();
  expect(mixer.mixed).toBe(3);
  expect(ends(trace)).toEqual(["5 end Mixer", "15 end Mixer", "25 end Mixer"]);
  expect(rt.tasks).toEqual([]);
});

test("a task whose function has no name goes by its id, in messages, statistics and among the users of a resource", () => {
  const statistics = new Statistics();
  const { rt, host, trace } = world();
  rt.observe(statistics);
  const bus = new Resource(rt, { name: "bus", protocol: "srp" });
  const lock = () => bus.lock().unlock();
  rt.task(() => {}, { period: 10, name: "named" });
  const bare = rt.task(() => {}, { period: 10 });
  rt.task(lock, { period: 10, name: "", uses: [bus] });
  rt.task(() => lock(), { period: 10 });
  const ofNoClass = new (class extends Task {})({ period: 10 });
  expect(rt.tasks.map((task) => task.name)).toEqual(["named", "T2", "lock", "T4"]);
  expect(ofNoClass.name).toBe("Task");
  host.run(5);
  expect(trace.filter((t) => t.includes("run"))).toEqual(["0 run named", "0 run T2", "0 run lock", "0 run T4"]);
  expect(statistics.names()).toEqual(["named", "T2", "lock", "T4"]);
  expect(host.reported.map(({ error }) => (error as PreemptError).message)).toEqual([
    expect.stringContaining('resource_not_declared: T4J0 (T4) locks resource "bus"'),
  ]);
  expect(() => bare.release()).toThrow('task "T2" is periodic');
  expect(() => rt.task(() => {}, { period: -1 })).toThrow('the period of task "T5" is -1.');
});

test("an annotated run method is preempted, overridden or not", () => {
  const { rt, host, trace, work } = world({ slice: 1 });
  class Base extends Task {
    override run() {}
  }
  attach(
    Base.prototype.run as never,
    function* (this: Task) {
      for (let i = 0; i < 4; i++) {
        if (--state.budget < 0) yield;
        host.advance(1);
      }
    } as never,
  );
  class Derived extends Base {}
  const task = rt.task(new Derived({ period: 100, budget: 0 }));
  rt.submit(work(1), { name: "urgent", deadline: 5, delay: 1.5 });
  host.run(50);
  task.stop();
  expect(ends(trace)).toEqual(["3 end urgent", "5 end Derived"]);
});

test("the deadline of a task is its period, or its least time between arrivals, unless it says otherwise", () => {
  const { rt, host, work } = world();
  const deadlines: number[] = [];
  rt.observe({ jobReleased: (job) => void deadlines.push(job.deadline) });
  const tasks = [
    rt.task(work(1), { period: 10 }),
    rt.task(work(1), { period: 10, deadline: 4 }),
    rt.task(work(1), { period: 10, deadline: Number.POSITIVE_INFINITY }),
  ];
  host.run(5);
  for (const task of tasks) task.stop();
  const sporadic = rt.task(work(1), { interArrival: 7 });
  sporadic.release();
  rt.task(work(1), {}).release();
  expect(deadlines).toEqual([10, 4, Number.POSITIVE_INFINITY, 12, Number.POSITIVE_INFINITY]);
});

test("a sporadic task keeps its distance, and no more, where the clock has stepped back", () => {
  const { rt, host } = world();
  host.set(1_000_000);
  const task = rt.task(() => {}, { interArrival: 10 });
  const first = task.release();
  host.run(1_000_001);
  host.set(500);
  const [second, third] = [task.release(), task.release()];
  expect([first.release, second.release, third.release]).toEqual([1_000_000, 510, 520]);
  host.run(530);
  expect([second.state, third.state, task.deferred]).toEqual(["done", "done", 2]);
});

test("a sporadic task that is started anew, on another clock, is not put off by the old one", () => {
  const before = world();
  before.host.set(1_000_000);
  const task = new Task({ interArrival: 10 });
  task.run = () => {};
  before.rt.task(task);
  task.release();
  before.host.run(1_000_100);
  task.stop();
  const { rt } = world();
  rt.task(task);
  expect(task.release().release).toBeLessThanOrEqual(10);
});

test("a sporadic task puts off what arrives too early, counts it, and takes arguments", async () => {
  const { rt, host } = world();
  const seen: string[] = [];
  const task = rt.task((what: string) => void seen.push(`${host.now()} ${what}`), { interArrival: 10, name: "keys" });
  const jobs = ["a", "b", "c"].map((key) => task.release(key)); // all at 0
  host.run(100);
  task.release("d");
  await host.settle();
  expect(seen).toEqual(["0 a", "10 b", "20 c", "100 d"]);
  expect(jobs.map((job) => job.deadline)).toEqual([10, 20, 30]);
  expect({ released: task.released, deferred: task.deferred }).toEqual({ released: 4, deferred: 2 });
  expect(task.isRunning).toBe(true);
  task.stop();
  expect(() => task.release("e")).toThrow('task_release: task "keys" is not started');
});

test("a release that is left out moves no later one, and is not put off", async () => {
  const { rt, host } = world();
  const seen: string[] = [];
  const task = rt.task((what: string) => void seen.push(`${host.now()} ${what}`), { interArrival: 10, backlog: 4 });
  for (let i = 0; i < 1000; i++) task.release(`burst ${i}`).catch(() => {});
  expect({ released: task.released, skipped: task.skipped, deferred: task.deferred }).toEqual({
    released: 4,
    skipped: 996,
    deferred: 3,
  });
  host.run(100);
  const late = task.release("late");
  expect([late.arrival, late.release, late.deadline]).toEqual([100, 100, 110]);
  await host.settle();
  expect(seen).toEqual(["0 burst 0", "10 burst 1", "20 burst 2", "30 burst 3", "100 late"]);
});

test("a release that is left out is told of as that only, and its job has an id that no other has", async () => {
  const told: string[] = [];
  const statistics = new Statistics();
  const tell = (what: string) => (of: { readonly name: string; readonly id?: string }) =>
    void told.push(`${what} ${of.id ?? of.name}`);
  const events = ["jobReleased", "jobFinished", "releaseSkipped"] as const;
  const observer = Object.fromEntries(events.map((event) => [event, tell(event)]));
  const { rt, host } = world({ observer: [observer, statistics] });
  const task = rt.task(() => {}, { backlog: 1, name: "t" });
  const jobs = [1, 2, 3].map(() => task.release());
  const reasons = jobs.slice(1).map((job) => job.catch((error: PreemptError) => error.code));
  expect(jobs.map((job) => [job.state, job.finish])).toEqual([
    ["ready", undefined],
    ["cancelled", 0],
    ["cancelled", 0],
  ]);
  await host.settle();
  jobs.push(task.release());
  await host.settle();
  expect(await Promise.all(reasons)).toEqual(["release_skipped", "release_skipped"]);
  expect(jobs.map((job) => job.id)).toEqual(["T1J0", "T1S0", "T1S1", "T1J1"]);
  expect(told).toEqual([
    "jobReleased T1J0",
    "releaseSkipped t",
    "releaseSkipped t",
    "jobFinished T1J0",
    "jobReleased T1J1",
    "jobFinished T1J1",
  ]);
  expect(statistics.of("t")).toMatchObject({ released: 2, skipped: 2, finished: 2, cancelled: 0 });
  // It has ended: nothing can be done to it any more.
  jobs[1]?.cancel();
  jobs[1]?.setPriority(5);
  expect([jobs[1]?.state, jobs[1]?.priority, task.skipped]).toEqual(["cancelled", 0, 2]);
  expect(host.pending).toEqual({ turns: 0, timers: 0 });
});

test("an aperiodic task releases its jobs as events come", () => {
  const { rt, host, trace, work } = world();
  const task = rt.task(work(2), { name: "click" });
  task.release();
  task.release();
  host.run();
  expect(ends(trace)).toEqual(["2 end click", "4 end click"]);
  expect(task.deferred).toBe(0);
});

test("release jitter delays the release, not the deadline; jobs still run in order", () => {
  const { rt, host, work } = world();
  const jobs: Job[] = [];
  rt.observe({ jobReleased: (job) => void jobs.push(job) });
  const late = [3, 12, 0];
  const task = rt.task(work(1), { period: 10, jitter: (k) => late[k] ?? 0 });
  host.run(29);
  task.stop();
  host.run();
  expect(jobs.map((j) => [j.id, j.arrival, j.release, j.deadline, j.start])).toEqual([
    ["T1J0", 0, 3, 10, 3],
    ["T1J2", 20, 20, 30, 23], // behind the one before, which is released later
    ["T1J1", 10, 22, 20, 22],
  ]);
});

test("jitter(k) is asked for the k-th job, counted from 0, of whatever kind of task, and for none that is left out", () => {
  for (const kind of [{ period: 10 }, { interArrival: 10 }, {}]) {
    const { rt, host } = world();
    const asked: number[] = [];
    const jitter = (k: number) => {
      asked.push(k);
      return 0;
    };
    const task = rt.task(() => {}, { ...kind, jitter, backlog: 3 });
    for (let i = 0; i < 5 && !("period" in kind); i++) task.release().catch(() => {});
    host.run(20);
    task.stop();
    expect([asked, task.released]).toEqual([[0, 1, 2], 3]);
  }
});

test("a release whose jitter cannot be told is none: nothing counts, and the next is not put off", () => {
  const { rt, host } = world();
  const answers = [Number.NaN, 0];
  const task = rt.task(() => {}, { interArrival: 10, jitter: () => answers.shift() as number, name: "t" });
  expect(() => task.release()).toThrow('jitter_negative: the release jitter of task "t" is NaN.');
  expect([task.released, task.deferred, task.unfinished.length]).toEqual([0, 0, 0]);
  expect([task.release().id, task.deferred]).toEqual(["T1J0", 0]);
  host.run();
});

test("jobs of one task do not overlap, even while one awaits", async () => {
  const { rt, host, trace } = world();
  let open: () => void = () => {};
  const task = rt.task(() => new Promise<void>((resolve) => (open = resolve)), { name: "slow" });
  task.release();
  task.release();
  await host.settle();
  expect(trace.filter((t) => t.includes("run"))).toHaveLength(1);
  open();
  await host.settle();
  expect(trace.filter((t) => t.includes("run"))).toHaveLength(2);
  expect(task.unfinished).toHaveLength(1);
});

/** A signal that says how many listen. */
function countedSignal() {
  const listeners = new Set<() => void>();
  const signal = {
    aborted: false,
    reason: new Error("closing"),
    addEventListener: (_: "abort", listener: () => void) => void listeners.add(listener),
    removeEventListener: (_: "abort", listener: () => void) => void listeners.delete(listener),
  };
  const abort = () => {
    signal.aborted = true;
    for (const listener of listeners) listener();
  };
  return { signal, listeners, abort };
}

test("the signal of a task that was stopped cancels what is unfinished, and is let go when the last job has ended", () => {
  const { signal, listeners, abort } = countedSignal();
  const { rt, host, trace, work } = world();
  const done = rt.task(work(3), { name: "done", signal });
  done.release();
  done.release();
  done.stop();
  expect([done.unfinished.length, listeners.size]).toEqual([2, 1]);
  host.run();
  expect([ends(trace), listeners.size]).toEqual([["3 end done", "6 end done"], 0]);

  const cut = rt.task(work(50), { name: "cut", signal });
  const jobs = [cut.release(), cut.release()];
  for (const job of jobs) job.catch(() => {});
  host.run(10);
  cut.stop();
  abort();
  host.run();
  expect([jobs.map((job) => job.state), listeners.size]).toEqual([["cancelled", "cancelled"], 0]);
  expect(jobs.map((job) => job.outcome?.value)).toEqual([signal.reason, signal.reason]);
});

test("a task that is started anew listens to its signal once, for the jobs of before as well", () => {
  const { signal, listeners, abort } = countedSignal();
  const { rt, host, work } = world();
  const task = rt.task(work(5), { name: "t", signal });
  for (let i = 0; i < 3; i++) {
    task.release().catch(() => {});
    task.stop();
    rt.task(task);
    expect(listeners.size).toBe(1);
  }
  host.run(7);
  expect([task.unfinished.length, listeners.size]).toEqual([2, 1]);
  abort();
  host.run();
  expect([task.unfinished.length, listeners.size, task.isRunning]).toEqual([0, 0, false]);
  rt.task(task); // stopped at once
  expect([task.isRunning, listeners.size]).toEqual([false, 0]);
});

test("a task with unfinished jobs is refused by another scheduler, and taken when they have ended", async () => {
  const { rt, host, work } = world();
  const other = new Scheduler({ host });
  const task = rt.task(work(5), { name: "t" });
  const first = task.release();
  const second = task.release();
  host.run(2);
  task.stop();
  expect(() => other.task(task)).toThrow(
    'task_elsewhere: task "t" has unfinished jobs in another scheduler: 2. ' +
      "Wait until they have ended, or cancel them (task.unfinished).",
  );
  expect([task.isRunning, other.tasks]).toEqual([false, []]);
  await host.settle();
  expect([first.state, second.state]).toEqual(["done", "done"]);
  other.task(task);
  const third = task.release();
  let isIdle = false;
  void other.idle().then(() => {
    isIdle = true;
  });
  await host.settle();
  expect([third.state, isIdle]).toEqual(["done", true]);
});

function overloaded(options: Pick<TaskOptions, "onMiss" | "backlog">) {
  const missed: string[] = [];
  const w = world({ slice: 1, observer: { deadlineMissed: (job, now) => void missed.push(`${now} ${job.id}`) } });
  const task = w.rt.task(w.work(15), { period: 10, name: "t", ...options });
  w.host.run(59);
  task.stop();
  w.host.run();
  const { released, skipped, misses } = task;
  return { missed, released, skipped, misses, end: w.host.now() };
}

test("a missed deadline: go on (the default), and the backlog grows up to its bound", () => {
  expect(overloaded({})).toEqual({
    missed: ["10 T1J0", "20 T1J1", "30 T1J2", "40 T1J3", "50 T1J4", "60 T1J5"],
    released: 6,
    skipped: 0,
    misses: 6,
    end: 90,
  });
  expect(overloaded({ backlog: 1 })).toMatchObject({ released: 3, skipped: 3, misses: 3 });
});

test("a missed deadline: cancel the job", () => {
  expect(overloaded({ onMiss: "cancel" })).toMatchObject({ released: 6, misses: 6, end: 60 });
});

test("a job that ends at its deadline is in time, in fractions of milliseconds as well", () => {
  for (const tenths of [1, 3, 7]) {
    for (const onMiss of ["continue", "cancel", "drop"] as const) {
      const wcet = tenths / 10;
      const { rt, host } = world({ preemption: "ideal", slice: forever, round: forever, budget: 0 });
      const task = rt.task(
        function* () {
          yield* consume(rt, wcet);
        },
        { period: (3 * tenths) / 10, deadline: wcet, wcet, onMiss },
      );
      host.run(300);
      task.stop();
      expect([task.released > 100, task.misses]).toEqual([true, 0]);
    }
  }
});

test("a job cancelled at its deadline takes no place in the backlog from the release that comes then", () => {
  for (const preemption of ["sliced", "ideal"] as const) {
    const { rt, host, trace, work } = world({ preemption });
    const task = rt.task(work(15), { period: 10, onMiss: "cancel", backlog: 1, name: "t" });
    host.run(35);
    expect(ends(trace)).toEqual(["10 end t", "20 end t", "30 end t"]);
    expect([task.released, task.skipped, task.misses]).toEqual([4, 0, 3]);
  }
});

test("a cancelled job whose finalizers run keeps the next one waiting, and takes no place in the backlog", () => {
  const { rt, host, trace, work } = world();
  const task = rt.task(
    function* t() {
      try {
        yield* work(15)();
      } finally {
        yield* work(8)();
      }
    },
    { period: 10, onMiss: "cancel", backlog: 1 },
  );
  host.run(25);
  // Each begins when the one before has ended, and the third finds the second cancelled.
  expect(trace.filter((t) => /end/.test(t))).toEqual(["18 end t"]);
  expect([task.released, task.skipped, task.unfinished.length]).toEqual([3, 0, 2]);
});

test("a missed deadline: skip the next release, and be in time again", () => {
  const { released, skipped, misses } = overloaded({ onMiss: "skip-next" });
  expect({ released, skipped, misses }).toEqual({ released: 3, skipped: 3, misses: 3 });
});

test("a missed deadline: ask a function, whose exception is reported", () => {
  const asked: string[] = [];
  const result = overloaded({
    onMiss: (job) => {
      asked.push(job.id);
      job.cancel();
    },
  });
  expect(asked).toHaveLength(6);
  expect(result.end).toBe(60);

  const { rt, host, work } = world();
  rt.task(work(5), {
    deadline: 2,
    onMiss() {
      throw new Error("in onMiss");
    },
  }).release();
  host.run();
  expect(host.reported.map(({ error }) => (error as Error).message)).toEqual(["in onMiss"]);
});

for (const utilisation of [1.5, 3]) {
  test(`overload at utilisation ${utilisation} degrades by policy: who has fixed priority keeps its deadlines`, () => {
    const { rt, host, work } = world({ policy: "fp", slice: 1 });
    const vital = rt.task(work(2), { period: 10, deadline: 5, priority: 9, name: "vital" });
    const bulk = Array.from({ length: 4 }, (_, i) =>
      rt.task(work(Math.round((utilisation * 10 - 2) * (i + 1)) / 4), {
        period: 10 * (i + 1),
        priority: -i,
        backlog: 3,
        onMiss: (["continue", "cancel", "skip-next", "cancel"] as const)[i] as "cancel",
      }),
    );
    host.run(2000.5);
    for (const task of rt.tasks) task.stop();
    host.run();
    expect(vital.misses).toBe(0);
    expect(vital.released).toBe(201);
    expect(bulk.reduce((n, task) => n + task.misses + task.skipped, 0)).toBeGreaterThan(50);
    for (const task of bulk) expect(task.unfinished).toEqual([]);
  });

  test(`overload at utilisation ${utilisation} under EDF: dropping what cannot be in time keeps the processor for what can`, () => {
    const { rt, host, work } = world({ slice: 1 });
    const wcet = Math.round((utilisation * 20) / 3);
    const tasks = Array.from({ length: 3 }, (_, i) =>
      rt.task(work(wcet), { period: 20, phase: i, wcet, onMiss: "drop", backlog: 2 }),
    );
    host.run(4000);
    for (const task of tasks) task.stop();
    host.run();
    const done = tasks.reduce((n, t) => n + t.released - t.misses, 0);
    // Plain EDF runs into the domino effect here: each job is begun a little too late.
    expect(done).toBeGreaterThan(0.75 * (4000 / wcet));
  });
}

test("a clock that jumps by hours: periods that no backlog would take are counted, not made", () => {
  const { rt, host, work } = world();
  const task = rt.task(work(1), { period: 1, backlog: 4 });
  host.run(10);
  host.advance(3_600_000);
  host.run(host.now() + 3);
  expect(task.released).toBeLessThan(40);
  expect(task.skipped).toBeGreaterThan(3_599_000);
});

test("an observer may stop the task whose releases a jump of the clock has left out", () => {
  const skipped: number[] = [];
  const { rt, host } = world({
    observer: {
      releaseSkipped(task, now) {
        skipped.push(now);
        (task as Task).stop();
      },
    },
  });
  const task = rt.task(() => {}, { period: 1, backlog: 2 });
  host.run(3);
  host.set(1000);
  host.run(1010);
  expect([skipped, task.isRunning, host.reported]).toEqual([[1000], false, []]);
  expect(host.pending).toEqual({ turns: 0, timers: 0 });
});

test("what a task must not be is refused at the door", () => {
  const { rt, work } = world();
  expect(() => new Task({ period: 0 })).toThrow('period_not_positive: the period of task "Task" is 0.');
  expect(() => new Task({ period: Number.POSITIVE_INFINITY })).toThrow("period_not_finite");
  expect(() => rt.task(work(1), { period: 5, interArrival: 5 })).toThrow("task_kind");
  expect(() => rt.task(work(1), { interArrival: -1 })).toThrow("inter_arrival_not_positive");
  expect(() => rt.task(work(1), { period: 1, backlog: 0.5 })).toThrow("backlog_not_a_count");
  expect(() => rt.task(work(1), { period: 1, onMiss: "explode" as never })).toThrow("on_miss_unknown");
  expect(() => rt.task(work(1), { period: 1, wcet: -1 })).toThrow("wcet_not_positive");
  for (const jitter of [-1, Number.POSITIVE_INFINITY, Number.NaN, "2" as never]) {
    expect(() => rt.task(work(1), { period: 1, jitter, name: "t" })).toThrow(
      `jitter_negative: the release jitter of task "t" is ${typeof jitter === "string" ? '"2"' : jitter}. Give`,
    );
  }
  expect(() => rt.task(work(1), undefined as never)).toThrow("task_options_missing");
  class Mixer extends Task {}
  expect(() => new Mixer(undefined as never)).toThrow(
    'task_options_missing: the options of task "Mixer" are undefined. Give { period } at least.',
  );
  expect(() => rt.task(new Task({ period: 1 }))).toThrow(
    'task_not_a_function: the run method of task "Task" is undefined',
  );
  const task = rt.task(work(1), { period: 1, name: "once" });
  expect(() => rt.task(task)).toThrow(PreemptError);
  expect(() => task.release()).toThrow('task "once" is periodic');
  task.stop();
  expect(() => new Scheduler({ preemption: "full" as never })).toThrow("preemption_unknown");
});
