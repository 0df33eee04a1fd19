/** Stores of AsyncLocalStorage: what runs for a request sees that request's, whoever else's turn came in between. */
import { AsyncLocalStorage, createHook } from "node:async_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type Job, Scheduler } from "@preempt/runtime";
import { expect, test } from "vitest";
import { world } from "../kit/world.ts";

const request = new AsyncLocalStorage<string>();

function look(rt: { note(what: string): void }) {
  return () => rt.note(String(request.getStore()));
}

test("each job sees the store of whoever submitted it, also when others ran in between", () => {
  const w = world({ observer: {}, slice: 1 });
  const see = look(w);
  function* job() {
    for (let i = 0; i < 2; i++) {
      see();
      w.host.advance(1);
      yield;
    }
  }
  request.run("a", () => w.rt.submit(job));
  request.run("b", () => w.rt.submit(job));
  w.rt.submit(job);
  w.host.run();
  expect(w.trace).toEqual(["0 a", "1 b", "2 undefined", "3 a", "4 b", "5 undefined"]);
});

test("jobs that a job submits, and what it awaits, have its store", async () => {
  const w = world({ observer: {} });
  const see = look(w);
  request.run("a", () =>
    w.rt.submit(async () => {
      await Promise.resolve();
      see();
      await w.rt.submit(function* () {
        yield;
        see();
      });
      see();
    }),
  );
  await w.host.settle();
  expect(w.trace).toEqual(["0 a", "0 a", "0 a"]);
});

test("alarms, delayed jobs and the releases of tasks have the store of whoever set them", () => {
  const w = world({ observer: {} });
  const see = look(w);
  request.run("alarm", () => w.rt.alarm({ every: 10 }, see));
  request.run("late", () => w.rt.submit(see, { delay: 4 }));
  request.run("periodic", () => w.rt.task(see, { period: 10, phase: 1 }));
  const sporadic = request.run("start", () => w.rt.task(see, { interArrival: 2 }));
  w.host.run(5);
  // Released for somebody: it is that one's.
  request.run("release", () => sporadic.release());
  w.host.run(12);
  expect(w.trace).toEqual(["1 periodic", "4 late", "5 release", "10 alarm", "11 periodic"]);
});

test("a job that enters another store has it to its end, its finalizers too, and nobody else", () => {
  const w = world({ observer: {}, slice: 1 });
  const see = look(w);
  function* enters() {
    try {
      request.enterWith("entered");
      for (;;) {
        w.host.advance(1);
        yield;
        see();
      }
    } finally {
      see();
    }
  }
  function* other() {
    for (let i = 0; i < 2; i++) {
      see();
      w.host.advance(1);
      yield;
    }
  }
  const job = request.run("a", () => w.rt.submit(enters)) as Job;
  request.run("b", () => w.rt.submit(other));
  w.host.run(4);
  job.then(undefined, () => {});
  request.run("c", () => job.cancel());
  w.host.run();
  expect(w.trace).toEqual(["1 b", "2 entered", "3 b", "4 entered", "5 entered"]);
  expect(request.getStore()).toBeUndefined();
});

test("whoever is told of a missed deadline has the job's store", () => {
  const w = world({ observer: {} });
  const see = look(w);
  request.run("a", () =>
    w.rt.task(
      function* () {
        for (let i = 0; i < 3; i++) {
          w.host.advance(1);
          yield;
        }
      },
      { period: 10, deadline: 2, onMiss: see },
    ),
  );
  w.host.run(9);
  expect(w.trace).toEqual(["2 a"]);
});

test("in real time, in Node: rounds that one request began are not those of its neighbours", async () => {
  const rt = new Scheduler();
  const seen: string[] = [];
  function* job() {
    const end = performance.now() + 5;
    while (performance.now() < end) {
      seen.push(`${request.getStore()}`);
      yield;
    }
    return request.getStore();
  }
  const names = ["a", "b", "c"];
  const results = await Promise.all(names.map((name) => request.run(name, () => rt.submit(job))));
  expect(results).toEqual(names);
  expect(new Set(seen)).toEqual(new Set(names));
});

test("a job that has ended keeps no store alive", async () => {
  const w = world({ observer: {} });
  const storage = new AsyncLocalStorage<object>();
  const job = storage.run({}, () => w.rt.submit(() => 1));
  await w.host.settle();
  expect((job as unknown as { context: unknown }).context).toBeUndefined();
});

test("whoever counts resources by hooks is told of their ends: nothing adds up in there", async () => {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as () => void;
  const open = new Set<number>();
  const hook = createHook({
    init: (id, type) => void (type === "preempt" && open.add(id)),
    destroy: (id) => void open.delete(id),
  }).enable();
  try {
    const w = world({ observer: {} });
    for (let i = 0; i < 100; i++) w.rt.submit(() => i);
    expect(open.size).toBeGreaterThanOrEqual(100);
    await w.host.settle();
    for (let i = 0; i < 50 && open.size > 10; i++) {
      gc();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(open.size).toBeLessThanOrEqual(10);
  } finally {
    hook.disable();
  }
});
