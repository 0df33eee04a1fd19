/** The same under virtual time, worker and all: orders, batches and bookkeeping to the letter. */
import { leastLaxity, type SchedulerOptions } from "@preempt/runtime";
import { wait } from "@preempt/runtime/abi";
import { type PartitionedJob, type PartitionedOptions, PartitionedScheduler } from "@preempt/runtime/partitioned";
import { VirtualHost } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { type Pair, pair } from "./pair.ts";

function world(cores: number, options: Partial<PartitionedOptions> = {}, workerOptions: SchedulerOptions = {}) {
  const host = new VirtualHost();
  const trace: string[] = [];
  const note = (what: string) => void trace.push(`${host.now()} ${what}`);
  const jobs = {
    *work(name: string, ms: number): Generator<void, string, void> {
      try {
        for (let done = 0; done < ms; done++) {
          if (done > 0) yield;
          note(name);
          host.advance(1);
        }
        return name;
      } finally {
        note(`${name} ends`);
      }
    },
    /** Makes way so many times for something more urgent, all within one tick of the clock. */
    *courteous(times: number): Generator<void, number, void> {
      for (let i = 0; i < times; i++) {
        (pairs[0] as Pair).scheduler.submit(() => {}, { deadline: 0.001 });
        yield;
      }
      return times;
    },
    /** Waits for what never comes. */
    *forever(name: string): Generator<void, void, void> {
      try {
        note(name);
        yield wait(new Promise(() => {}));
      } finally {
        note(`${name} ends`);
      }
    },
    nothing: () => {},
    told: (value?: { name: string }) => note(`told ${value?.name}`),
    fail: () => {
      throw new RangeError("failed over there");
    },
  };
  const pairs: Pair[] = [];
  const rt = new PartitionedScheduler<typeof jobs>({
    host,
    cores,
    worker: (core) => {
      pairs.push(pair(host, jobs, workerOptions));
      note(`worker of core ${core}`);
      return (pairs.at(-1) as Pair).worker;
    },
    onError: (error, { core }) => note(`core ${core}: ${(error as Error).message}`),
    ...options,
  });
  return { host, rt, trace, note, pairs };
}

test("the more urgent of two jobs of one core runs first, though it came later and the first has begun", async () => {
  const { rt, host, trace } = world(1, { slice: 1, round: 1 });
  rt.submit("work", { args: ["bulky", 3], deadline: 100 });
  rt.submit("work", { args: ["urgent", 2], delay: 1, deadline: 10 });
  await host.settle();
  expect(trace).toEqual([
    "0 worker of core 0",
    "0 bulky",
    "1 urgent", // released at 1, on the clock of the submitter
    "2 urgent",
    "3 urgent ends",
    "3 bulky",
    "4 bulky",
    "5 bulky ends",
  ]);
});

test("deadlines and priorities can change on the way, while a job waits over there, and while it runs", async () => {
  for (const policy of ["edf", "fp"] as const) {
    const { rt, host, trace } = world(1, { policy, slice: 1, round: 1 });
    const order = () => trace.filter((line) => line.endsWith("ends")).map((line) => line.split(" ")[1]);
    const submit = (name: string, urgency: number) =>
      rt.submit("work", { args: [name, 4], deadline: 100 - urgency, priority: urgency });
    const [a, b, c] = [submit("a", 30), submit("b", 20), submit("c", 10)];
    const move = (job: typeof a, urgency: number) => {
      if (policy === "fp") job.setPriority(urgency);
      else job.setDeadline({ at: 100 - urgency });
    };
    move(c, 25); // not yet sent
    host.post(() => {});
    await host.settle(2);
    move(b, 50); // waits there
    await host.settle(3);
    move(b, 40); // runs there
    move(a, 45);
    await host.settle();
    expect(order()).toEqual(["a", "b", "c"]);
    expect([a.priority, b.priority, c.priority]).toEqual(policy === "fp" ? [45, 40, 25] : [30, 20, 10]);
    expect([a.deadline, b.deadline, c.deadline]).toEqual(policy === "fp" ? [70, 80, 90] : [55, 60, 75]);
    expect(() => a.setPriority(Number.NaN)).toThrow("priority_not_finite");
    expect(() => a.setDeadline(-1)).toThrow("deadline_not_positive");
  }
});

test("jobs with plain arguments submitted in one turn go in one message, and come back in one", async () => {
  const { rt, host, pairs } = world(1);
  const ready = rt.ready();
  await host.settle();
  await ready;
  const { there, back } = (pairs[0] as Pair).messages;
  there.length = 0;
  back.length = 0;
  const jobs = Array.from({ length: 100 }, () => rt.submit("nothing"));
  await host.settle();
  expect(jobs.every((job) => job.state === "done")).toBe(true);
  expect(there.map(({ ops }) => ops.length)).toEqual([100]);
  expect(back.map(({ ops }) => ops)).toEqual([Array(100).fill("ended")]);
});

test("a result leaves while the jobs behind it still run, in the same round; a long job's beginning is told", async () => {
  const { rt, host, pairs, trace } = world(1, { slice: 1, round: 100 });
  const ready = rt.ready();
  await host.settle();
  await ready;
  const { back } = (pairs[0] as Pair).messages;
  back.length = 0;
  rt.submit("work", { args: ["short", 1], deadline: 5 });
  rt.submit("work", { args: ["long", 4], deadline: 50 });
  await host.settle();
  expect(trace.slice(1)).toEqual(["0 short", "1 short ends", "1 long", "2 long", "3 long", "4 long", "5 long ends"]);
  expect(back).toEqual([
    { at: 1, ops: ["ended"] },
    { at: 2, ops: ["began"] }, // at the end of its first slice
    { at: 5, ops: ["ended"] },
  ]);
});

test("a job that is preempted again and again within one tick of the clock has begun once", async () => {
  const { rt, host, pairs } = world(1, { budget: 0 });
  const job = rt.submit("courteous", { args: [3], deadline: 1000 });
  await host.settle();
  expect([job.state, await job, job.preemptions]).toEqual(["done", 3, 3]);
  const ops = (pairs[0] as Pair).messages.back.flatMap((message) => message.ops);
  expect(ops).toEqual(["ready", "welcome", "began", "ended"]);
});

test("jobs go to the core with the least work outstanding, as expected from what their functions took", async () => {
  const { rt, host } = world(2);
  rt.submit("work", { args: ["teaches", 8] });
  rt.submit("nothing");
  await host.settle();
  const placed = [
    rt.submit("work", { args: ["long", 8] }),
    rt.submit("nothing"),
    rt.submit("nothing"),
    rt.submit("work", { args: ["long", 8] }),
  ];
  expect(placed.map((job) => job.core)).toEqual([0, 1, 1, 1]);
  expect(rt.submit("work", { args: ["pinned", 1], core: 1 }).core).toBe(1);
  await host.settle();
});

test("a core that serves demanding tasks gets fewer jobs", async () => {
  const { rt, host } = world(2);
  const task = rt.task("nothing", { period: 10, wcet: 9, core: 0 });
  const cores = Array.from({ length: 11 }, () => rt.submit("nothing").core);
  expect(cores.filter((core) => core === 0).length).toBe(1);
  task.stop();
  await host.settle(1000);
});

test("a core's worker is made when it is first needed, and keeps the process alive only while it has something to do", async () => {
  const { rt, host, pairs, trace } = world(2);
  expect(pairs.length).toBe(0);
  const job = rt.submit("nothing");
  expect(pairs.map((p) => p.isReferenced)).toEqual([true]);
  await host.settle();
  await job;
  expect(pairs.map((p) => p.isReferenced)).toEqual([false]);
  expect(host.pending).toEqual({ turns: 0, timers: 0 });
  const task = rt.task("nothing", { period: 10, wcet: 1, core: 0 });
  expect(pairs[0]?.isReferenced).toBe(true);
  await host.settle(25);
  expect([task.released, task.ended]).toEqual([3, 3]);
  task.stop();
  await host.settle();
  expect(pairs[0]?.isReferenced).toBe(false);
  expect(host.pending).toEqual({ turns: 0, timers: 0 });
  await rt.terminate();
  expect(pairs.map((p) => [p.isTerminated, p.listeners])).toEqual([[true, 1]]); // the one that swallows late errors
  expect(trace).toEqual(["0 worker of core 0"]);
});

test("after a crash jobs are started again in order on a fresh worker; the crashed one's messages count no more", async () => {
  const { rt, host, pairs, trace } = world(1, { onCrash: "restart", slice: 1, round: 1 });
  const first = rt.submit("work", { args: ["first", 3], deadline: 10 });
  const second = rt.submit("work", { args: ["second", 1], deadline: 20, onCrash: "fail" });
  await host.settle(1);
  expect(trace).toContain("0 first");
  pairs[0]?.crash(new Error("boom"));
  await expect(second).rejects.toThrow("worker_crashed: core 0: its worker has crashed: boom.");
  expect([first.state, first.restarts]).toEqual(["released", 1]);
  trace.length = 0;
  await host.settle();
  expect(await first).toBe("first");
  expect(pairs[0]?.listeners).toBe(1);
  expect(first.deadline).toBe(10);
});

test("a task that is started again after a crash keeps to its first releases", async () => {
  const { rt, host, pairs, trace } = world(1);
  const task = rt.task("work", { args: ["beat", 1], period: 10, wcet: 1, name: "beat" });
  await host.settle(12);
  host.set(13);
  pairs[0]?.crash(new Error("boom"));
  await host.settle(35);
  expect(trace.filter((line) => line.endsWith("beat"))).toEqual(["0 beat", "10 beat", "20 beat", "30 beat"]);
  expect([task.released, task.ended, task.restarts]).toEqual([4, 4, 1]);
  task.stop();
});

test("a task that crashes each of its workers fails when its restarts are used up, and its share is free again", async () => {
  const { rt, host, pairs, trace } = world(1, { restarts: 2 });
  const task = rt.task("nothing", { period: 10, phase: 1000, wcet: 8, name: "doomed" });
  for (let crash = 0; crash < 3; crash++) {
    await host.settle(5);
    pairs.at(-1)?.crash(new Error("boom"));
  }
  expect([task.state, task.restarts]).toEqual(["failed", 2]);
  expect(trace.filter((line) => line.includes("boom")).length).toBe(4); // three crashes, and the task's end
  expect(() => rt.task("nothing", { period: 10, wcet: 8 })).toThrow(/not_admitted/);
  host.set(100); // its last deadline has passed
  expect(rt.utilisations).toEqual([0]);
});

test("a task's arguments are the same after every crash, however many jobs ended in between", async () => {
  const { rt, host, pairs, trace } = world(1);
  const task = rt.task("told", { args: [{ name: "whole" }], period: 10 });
  for (let crash = 0; crash < 3; crash++) {
    await host.settle(host.now() + 10);
    pairs.at(-1)?.crash(new Error("boom"));
  }
  await host.settle(host.now() + 10);
  expect(task.restarts).toBe(3);
  expect(
    new Set(trace.filter((line) => line.includes("told")).map((line) => line.split(" ").slice(1).join(" "))),
  ).toEqual(new Set(["told whole"]));
  task.stop();
});

test("jobs that are cancelled while those of a crashed worker are seen to are not started again", async () => {
  let second: PartitionedJob | undefined;
  const { rt, host, pairs, trace } = world(1, {
    onCrash: "restart",
    observer: { jobFinished: (job) => job !== second && second?.cancel() },
  });
  const first = rt.submit("work", { args: ["first", 3], onCrash: "fail" });
  second = rt.submit("work", { args: ["second", 3] });
  const third = rt.submit("work", { args: ["third", 3] });
  await host.settle(1);
  pairs[0]?.crash(new Error("boom"));
  await expect(first).rejects.toThrow("boom");
  trace.length = 0;
  await host.settle();
  expect([second.state, second.restarts, third.state]).toEqual(["cancelled", 0, "done"]);
  expect(trace.filter((line) => line.includes("second"))).toEqual([]);
});

test("a scheduler that is terminated because a job has crashed makes no worker any more", async () => {
  const { rt, host, pairs } = world(1, {
    onCrash: "restart",
    observer: { jobFinished: () => void rt.terminate() },
  });
  const first = rt.submit("work", { args: ["first", 3], onCrash: "fail" });
  const second = rt.submit("work", { args: ["second", 3] });
  await host.settle(1);
  pairs[0]?.crash(new Error("boom"));
  await expect(first).rejects.toThrow("boom");
  await expect(second).rejects.toThrow("scheduler_terminated");
  await host.settle();
  expect(pairs.length).toBe(1);
});

test("what is cancelled or stopped as it is placed never runs", async () => {
  const { rt, host, trace, pairs } = world(1, {
    observer: { jobPlaced: (job) => job.cancel("not here"), taskPlaced: (task) => task.stop() },
  });
  const job = rt.submit("work", { args: ["job", 1] });
  const task = rt.task("work", { args: ["task", 1], period: 10 });
  await expect(job).rejects.toBe("not here");
  await host.settle(30);
  expect([job.state, task.state, task.released]).toEqual(["cancelled", "stopped", 0]);
  expect(trace).toEqual([]);
  expect(pairs.length).toBe(0);
  await rt.idle();
});

test("a wcet is known over there: under least laxity who has more to do goes first", async () => {
  const admission = () => ({ admitted: true, responseTimes: [] }) as const;
  const { rt, host, trace } = world(1, { policy: "llf", admission }, { policy: leastLaxity });
  rt.submit("work", { args: ["short", 2], deadline: 10, wcet: 2 });
  rt.submit("work", { args: ["long", 5], deadline: 11, wcet: 5 });
  const task = rt.task("work", { args: ["longest", 12], period: 20, deadline: 12, wcet: 12 });
  await host.settle(19);
  task.stop();
  await host.settle();
  const begun = trace.slice(1).map((line) => line.split(" ")[1]);
  expect([...new Set(begun)]).toEqual(["longest", "long", "short"]);
});

test("many jobs of a crashed worker are seen to in time that grows with their number", async () => {
  const timeFor = async (count: number) => {
    const { rt, host, pairs } = world(1);
    const jobs = Array.from({ length: count }, () => rt.submit("work", { args: ["one", 1] }));
    for (const job of jobs) job.catch(() => {});
    await host.settle(0.5);
    // The processor's time: a busy machine takes its own.
    const before = process.cpuUsage();
    pairs[0]?.crash(new Error("boom"));
    const { user, system } = process.cpuUsage(before);
    expect(jobs.every((job) => job.state !== "released")).toBe(true);
    return (user + system) / 1000;
  };
  await timeFor(1000);
  expect(await timeFor(100_000)).toBeLessThan(1500);
});

test("a task that leaves keeps its share until its last deadline", async () => {
  const { rt, host } = world(1);
  const first = rt.task("work", { args: ["first", 6], period: 10, wcet: 6 });
  await host.settle(7);
  first.stop();
  await host.settle(8);
  expect(rt.utilisations).toEqual([0.6]);
  expect(() => rt.task("nothing", { period: 10, wcet: 6 })).toThrow(/Core 0: their densities sum to 1.2, above 1/);
  host.set(30);
  const second = rt.task("nothing", { period: 10, wcet: 6 });
  expect(rt.utilisations).toEqual([0.6]);
  second.stop();
  await host.settle(100);
});

test("a task without a deadline gives its share back a period after it has left", async () => {
  const { rt, host } = world(1);
  const task = rt.task("nothing", { period: 10, wcet: 5, deadline: Number.POSITIVE_INFINITY });
  await host.settle(15);
  task.stop();
  await host.settle(16);
  expect(rt.utilisations).toEqual([0.5]);
  host.set(30);
  expect(rt.utilisations).toEqual([0]);
});

test("a task without options, and with an onMiss that is none, is refused at the door", () => {
  const { rt } = world(1);
  expect(() => rt.task("nothing", undefined as never)).toThrow('task_options_missing: the options of task "nothing"');
  expect(() => rt.task("nothing", { period: 10, onMiss: "cancel" as never })).toThrow("on_miss_not_a_function");
});

test("several tasks are placed or none: a refusal leaves nothing running, nor arguments transferred", async () => {
  const { rt, host, pairs } = world(2);
  const buffer = new ArrayBuffer(8);
  const share = (wcet: number) => ({ run: "nothing", period: 10, wcet }) as const;
  const refused = [{ ...share(6), transfer: [buffer] }, share(6), share(6)];
  expect(() => rt.place(refused)).toThrow(/"nothing" \(utilisation 0.6\) has no place. Core 0: .* Core 1: /);
  const uncloneable = { run: "work", period: 10, wcet: 1, args: [() => "x", 1] } as never;
  expect(() => rt.place([share(6), uncloneable])).toThrow(/argument_not_cloneable: argument 1 of job "work"/);
  expect([rt.utilisations, pairs.length, buffer.byteLength]).toEqual([[0, 0], 0, 8]);
  const tasks = rt.place([share(4), share(6), share(5)]);
  expect(tasks.map((task) => task.core)).toEqual([1, 0, 1]);
  expect(rt.utilisations.map((u) => Math.round(u * 10))).toEqual([6, 9]);
  for (const task of tasks) task.stop();
  await host.settle(100);
});

test("onMiss that throws is reported, and the messages behind it still count", async () => {
  const { rt, host, trace } = world(1);
  const onMiss = () => {
    throw new Error("careless callback");
  };
  const task = rt.task("work", { args: ["late", 3], period: 10, deadline: 1, onMiss });
  await host.settle(5);
  expect(trace).toContain("3 core 0: careless callback");
  expect([task.released, task.ended, task.misses]).toEqual([1, 1, 1]);
  task.stop();
  await host.settle(20);
});

test("who waits for a worker to be ready hears of a scheduler that is terminated", async () => {
  const { rt, host } = world(1);
  const ready = expect(rt.ready()).rejects.toThrow("scheduler_terminated");
  await rt.terminate();
  await host.settle();
  await ready;
});

test("another admission test is asked with the tasks of a core, and with what is known of the system", () => {
  const asked: string[] = [];
  const { rt } = world(1, {
    policy: "fp",
    slice: 2,
    system: { switchCost: 0.1 },
    admission: (tasks, system) => {
      asked.push(
        `${tasks.map(({ name, deadline }) => `${name}/${deadline}`)} ${system.policy} ${system.slice} ${system.switchCost}`,
      );
      return tasks.length < 2 ? { admitted: true, responseTimes: [1] } : { admitted: false, reason: "one is enough" };
    },
  });
  rt.task("nothing", { period: 10, wcet: 1, name: "first" });
  expect(() => rt.task("nothing", { period: 20, deadline: 5, wcet: 1, name: "second" })).toThrow(
    /Core 0: one is enough\./,
  );
  expect(asked).toEqual(["first/10 fp 2 0.1", "first/10,second/5 fp 2 0.1"]);
});

test("an aborted signal stops a task and cancels the jobs that it released", async () => {
  const { rt, host, trace } = world(1, { slice: 1, round: 1 });
  const controller = new AbortController();
  const task = rt.task("work", { args: ["beat", 5], period: 10, signal: controller.signal });
  await host.settle(2);
  controller.abort();
  await host.settle(50);
  expect([task.state, task.released, task.ended]).toEqual(["stopped", 1, 1]);
  expect(trace.at(-1)).toMatch(/beat ends/);
  expect(trace.filter((line) => line.endsWith(" beat")).length).toBeLessThan(5);
});

test("a worker with a policy of another name is refused, whichever side is wrong", async () => {
  const { rt, host } = world(1, { policy: "fp" }, { policy: "edf" });
  const job = rt.submit("nothing");
  const ended = expect(job).rejects.toThrow(/policy_differs: core 0: .*"edf".*"fp"/);
  await host.settle();
  await ended;
});

test("a policy of the worker's own is known by its name", async () => {
  const mine = { name: "mine", key: () => 0 };
  const { rt, host } = world(1, { policy: "mine" }, { policy: mine });
  const job = rt.submit("nothing");
  await host.settle();
  expect(job.state).toBe("done");
});

test("an observer that throws is reported and stops nothing", async () => {
  const { rt, host, trace } = world(1, {
    observer: {
      jobFinished: () => {
        throw new Error("careless observer");
      },
    },
  });
  const job = rt.submit("nothing");
  await host.settle();
  expect(job.state).toBe("done");
  expect(trace).toContain("0 core 0: careless observer");
});

test.for([
  ["cores_not_a_count", { cores: 0 }],
  ["placement_unknown", { placement: "next-fit" }],
  ["on_crash_unknown", { onCrash: "ignore" }],
  ["restarts_not_a_count", { restarts: -1 }],
  ["start_timeout_not_positive", { startTimeout: 0 }],
  ["worker_not_a_function", { worker: "jobs.js" }],
  ["slice_not_positive", { slice: -1 }],
  ["budget_not_a_count", { budget: -1 }],
] as const)("%s: a wrong option is refused at the door", ([code, options]) => {
  expect(() => world(1, options as never)).toThrow(new RegExp(`^${code}: `));
});

test.for([
  ["deadline_not_positive", { deadline: -2 }],
  ["delay_negative", { delay: -1 }],
  ["priority_not_finite", { priority: Number.NaN }],
  ["core_unknown", { core: 1 }],
  ["core_not_a_count", { core: 0.5 }],
  ["restart_transfers", { onCrash: "restart", transfer: [new ArrayBuffer(1)] }],
  ["budget_not_a_count", { budget: -3 }],
  ["wcet_not_positive", { wcet: -5 }],
  ["signal_not_a_signal", { signal: "abort" as never }],
] as const)("%s: a wrong option of a job or a task is refused at the door", ([code, options]) => {
  expect(() => world(1).rt.submit("nothing", options)).toThrow(new RegExp(`^${code}: `));
  // Tasks have a phase in its place.
  const ofTasks = code === "delay_negative" ? "option_unknown" : code;
  expect(() => world(1).rt.task("nothing", { period: 10, ...options })).toThrow(new RegExp(`^${ofTasks}: `));
});

test.for([
  ["period_not_finite", Number.POSITIVE_INFINITY],
  ["period_not_positive", Number.NaN],
] as const)("%s: a period that is none is refused at the door", ([code, period]) => {
  expect(() => world(1).rt.task("nothing", { period })).toThrow(new RegExp(`^${code}: `));
});

test("close: what was accepted ends, also jobs of tasks, nothing new is taken, and then the workers end", async () => {
  const { rt, host, trace, note, pairs } = world(2, { slice: 1, round: 1 });
  rt.task("work", { args: ["tick", 2], period: 10, core: 0 });
  rt.submit("work", { args: ["long", 4], core: 1 });
  rt.submit("work", { args: ["later", 1], delay: 8, core: 1 });
  host.post(() => {});
  await host.settle(4);
  const closed = rt.close().then(() => note("closed"));
  expect(() => rt.submit("work", { args: ["new", 1] })).toThrow("scheduler_closed");
  expect(() => rt.task("work", { args: ["new", 1], period: 5 })).toThrow("scheduler_closed");
  await host.settle();
  await closed;
  const ends = trace.filter((line) => /ends|closed/.test(line)).map((line) => line.replace(/^\S+ /, ""));
  expect(ends.slice(0, -1).sort()).toEqual(["later ends", "long ends", "tick ends"]);
  expect(ends.at(-1)).toBe("closed");
  expect(pairs.map(({ isTerminated }) => isTerminated)).toEqual([true, true]);
  await rt.close();
});

test("close with a deadline cancels what has not ended, of tasks as well, and waits for their finally blocks", async () => {
  for (const isEarlier of [false, true]) {
    const { rt, host, trace, note, pairs } = world(2, { slice: 1, round: 1 });
    rt.task("forever", { args: ["tick"], period: 1000, core: 0 });
    const long = rt.submit("forever", { args: ["long"], core: 1 });
    const short = rt.submit("work", { args: ["short", 2], deadline: 10, core: 1 });
    const ended = Promise.allSettled([long, short]);
    await host.settle(6);
    const reason = new Error("shutting down");
    const closed = rt.close({ deadline: { at: isEarlier ? 900 : 20 }, reason });
    // The earliest counts.
    if (isEarlier) expect(rt.close({ deadline: { at: 20 }, reason })).toBe(closed);
    void closed.then(() => note("closed"));
    await host.settle();
    await closed;
    expect((await ended).map((end) => (end.status === "fulfilled" ? end.value : end.reason.message))).toEqual([
      "shutting down",
      "short",
    ]);
    const ends = trace.filter((line) => /ends|closed/.test(line));
    expect(ends.map((line) => line.replace(/^\S+ /, "")).sort()).toEqual([
      "closed",
      "long ends",
      "short ends",
      "tick ends",
    ]);
    expect(ends.at(-1)).toMatch(/closed$/);
    expect(Number.parseFloat(ends.at(-1) as string)).toBeLessThan(26);
    expect(pairs.every(({ isTerminated }) => isTerminated)).toBe(true);
  }
});

test("cancelAll cancels all jobs, and tasks go on; close() refuses what is no deadline", async () => {
  const { rt, host, trace } = world(1, { slice: 1, round: 1 });
  const task = rt.task("work", { args: ["tick", 1], period: 10 });
  const jobs = ["a", "b"].map((name) => rt.submit("work", { args: [name, 30] }));
  const ended = Promise.allSettled(jobs);
  await host.settle(6);
  expect(rt.cancelAll(new Error("enough"))).toBe(2);
  expect(rt.cancelAll()).toBe(0);
  expect((await ended).map((end) => end.status === "rejected" && end.reason.message)).toEqual(["enough", "enough"]);
  await host.settle(20);
  task.stop();
  await host.settle();
  expect(trace.filter((line) => line.endsWith("tick ends")).length).toBeGreaterThan(1);
  expect(() => rt.close({ deadline: -1 })).toThrow("deadline");
  expect(() => rt.close({ dedline: 1 } as never)).toThrow('"dedline"');
  await rt.close({ deadline: 0 });
});
