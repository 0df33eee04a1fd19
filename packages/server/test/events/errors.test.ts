/** An exception of a listener or handler never vanishes; options that cannot be are refused; and the end of an emitter. */
import type { Scheduler } from "@preempt/runtime";
import { BatchingEmitter } from "@preempt/server/events";
import { expect, test } from "vitest";
import { emitterWorld } from "./emitter-world.ts";

test("what a handler throws is an uncaught error of the scheduler, and its next batch comes", async () => {
  const { emitter, host, send, uncaught } = emitterWorld({ maxInterval: 1 });
  const got: number[] = [];
  emitter.onBatch("a", (batch) => {
    got.push(batch.length);
    throw new Error("handler");
  });
  emitter.onBatch("b", async () => {
    throw new Error("async handler");
  });
  send("a", 1, 2);
  send("b", 1);
  await host.settle(10);
  send("a", 3);
  await host.settle();
  expect(got).toEqual([2, 1]);
  expect(uncaught.map(String).sort()).toEqual(["Error: async handler", "Error: handler", "Error: handler"]);
  expect(emitter.counts).toMatchObject({ delivered: 4, batches: 3, pending: 0 });
});

test("error listeners get the errors of handlers and of async listeners", async () => {
  const { emitter, host, send, uncaught } = emitterWorld({ maxInterval: 1 });
  const errors: string[] = [];
  emitter.on("error", (error) => void errors.push(String(error)));
  emitter.onBatch("a", () => {
    throw new Error("handler");
  });
  emitter.on("typing", async () => {
    throw new Error("async listener");
  });
  send("a", 1);
  emitter.emit("typing", "a");
  await host.settle();
  expect([errors.sort(), uncaught]).toEqual([["Error: async listener", "Error: handler"], []]);
});

test("errors of error listeners are reported, not emitted again", async () => {
  const { emitter, host, uncaught } = emitterWorld();
  emitter.on("error", async () => {
    throw new Error("second");
  });
  emitter.on("error", () => {
    throw new Error("third");
  });
  emitter.on("typing", () => Promise.reject(new Error("first")));
  emitter.emit("typing", "a");
  await host.settle();
  expect(uncaught.map(String)).toEqual(["Error: third", "Error: second"]);
});

test("an error without a listener is thrown, whatever it is; a handler of batches listens, too", async () => {
  const { emitter, host } = emitterWorld({ maxInterval: 0 });
  expect(() => emitter.emit("error", "text")).toThrow('error_unhandled: "error" was emitted with text');
  const got: unknown[] = [];
  emitter.onBatch("error", (batch) => void got.push(...batch.map(({ args }) => args[0])));
  expect(emitter.emit("error", "text")).toBe(true);
  await host.settle();
  expect(got).toEqual(["text"]);
});

test("a listener that throws does not keep its event from the handlers", async () => {
  const { emitter, host, trace, handler, send } = emitterWorld({ maxInterval: 1 });
  emitter.onBatch("a", handler());
  emitter.on("message", () => {
    throw new Error("listener");
  });
  expect(() => send("a", 1)).toThrow("listener");
  await host.settle();
  expect(trace).toEqual(["1 1"]);
});

test("close delivers what is pending, drops what is held, and takes nothing more", async () => {
  const { emitter, host, rt, trace, handler, send } = emitterWorld({ maxInterval: 50 });
  emitter.onBatch("a", handler("a", 3));
  send("a", 1);
  send("b", 2);
  let isClosed = false;
  void emitter.close().then(() => {
    isClosed = true;
  });
  await host.settle(2);
  expect([trace, isClosed]).toEqual([["0 a1"], false]);
  await host.settle();
  expect([isClosed, emitter.held, emitter.counts.dropped.closed]).toEqual([true, 0, 1]);
  for (const use of [
    () => emitter.emit("message", "a", 3),
    () => emitter.on("message", () => {}),
    () => emitter.onBatch("a", handler()),
  ]) {
    expect(use).toThrow("emitter_closed");
  }
  // The scheduler is not its own.
  expect(rt.submit(() => 1).state).toBe("ready");
});

test("close cancels at its deadline, and counts what was not delivered", async () => {
  const { emitter, host, trace, handler, send } = emitterWorld({ maxInterval: 5, maxSize: 2 });
  emitter.onBatch("a", handler("a", 100));
  send("a", 1, 2, 3);
  await host.settle(1);
  void emitter.close({ deadline: 10 });
  await host.settle();
  expect([trace, host.now()]).toEqual([["0 a1,2"], 12]);
  expect(emitter.counts).toMatchObject({ delivered: 0, pending: 0, dropped: { cancelled: 3 } });
});

test("what is emitted after a batch was cancelled comes in another one", async () => {
  const { emitter, host, rt, trace, handler, send } = emitterWorld({ maxInterval: 0 });
  emitter.onBatch("a", handler());
  send("a", 1);
  rt.cancelAll();
  send("a", 2);
  await host.settle();
  expect(trace).toEqual(["0 2"]);
  expect(emitter.counts).toMatchObject({ delivered: 1, pending: 0, dropped: { cancelled: 1 } });
});

test("an emitter without a scheduler has one of its own, which ends with it", async () => {
  const got: number[] = [];
  let own: Scheduler | undefined;
  {
    await using emitter = new BatchingEmitter<{ a: [number] }>({ maxInterval: 60_000 });
    emitter.onBatch("a", (batch) => void got.push(...batch.map(({ args: [n] }) => n)));
    emitter.emit("a", 1);
    emitter.emit("a", 2);
    own = emitter.scheduler;
  }
  expect(got).toEqual([1, 2]);
  expect(() => own?.submit(() => 1)).toThrow("scheduler_closed");
});

const rt = () => emitterWorld().rt;

test.each([
  [{ maxSise: 3 }, 'option_unknown: an option of an emitter is "maxSise". Give "maxSize".'],
  [{ maxSize: 0 }, "max_size_not_a_count: the maxSize of an emitter is 0. Give an integer of 1 or more, or Infinity."],
  [{ maxInterval: -1 }, "max_interval_negative: the maxInterval of an emitter is -1. Give a number of milliseconds, 0"],
  [{ maxInterval: { least: 5, most: 2 } }, "max_interval_reversed: the maxInterval of an emitter is from 5 to 2."],
  [{ maxInterval: { least: 5, moist: 2 } }, 'option_unknown: an option of an interval of an emitter is "moist"'],
  [{ priority: "urgent" }, 'priority_unknown: the priority of an emitter is "urgent". Give "high", "normal", "low"'],
  [{ deadline: 0 }, "deadline_not_positive: the deadline of an emitter is 0."],
  [{ maxPending: 1.5 }, "max_pending_not_a_count: the maxPending of an emitter is 1.5."],
  [{ scheduler: {} }, "scheduler_not_a_scheduler: the scheduler of an emitter is [object Object]."],
  [{ category: "room" }, 'category_unknown: the category of events is "room". Give a function, or an object'],
  [{ category: { message: 1 } }, 'category_unknown: the category of event "message" is 1.'],
  [{ categories: { a: { maxSize: -1 } } }, 'max_size_not_a_count: the maxSize of category "a" is -1.'],
  [{ categories: { a: { name: "x" } } }, 'option_unknown: an option of category "a" is "name".'],
  [{ hold: { most: 0 } }, "most_not_a_count: the most of hold is 0."],
  [{ hold: { expires: -1 } }, "expires_not_positive: the expires of hold is -1."],
  [{ hold: { overflow: "all" } }, 'overflow_unknown: the overflow of hold is "all". Give "oldest" or "newest".'],
])("%o is refused", (options, message) => {
  expect(() => new BatchingEmitter({ scheduler: rt(), ...options } as never)).toThrow(message);
});

test("handlers and listeners are checked", async () => {
  const { emitter, handler } = emitterWorld();
  const onBatch = (...args: unknown[]) => emitter.onBatch(...(args as Parameters<typeof emitter.onBatch>));
  expect(() => onBatch("a", 1)).toThrow('handler_not_a_function: the handler of a handler of "a" is 1.');
  expect(() => onBatch("a", handler(), { size: 1 })).toThrow('option_unknown: an option of a handler of "a" is "size"');
  expect(() => onBatch("a", handler(), { signal: 1 })).toThrow("signal_not_a_signal");
  expect(() => onBatch("a", handler(), { name: 1 })).toThrow("name_not_a_string");
  expect(() => emitter.on("message", 1 as never)).toThrow('listener_not_a_function: a listener of "message" is 1.');
  expect(() => emitter.close({ deadline: -1 })).toThrow("deadline_negative");
  expect(() => new BatchingEmitter([] as never)).toThrow("the options of an emitter is an array. Give an object.");
  expect(emitter.categories()).toEqual([]);
});
