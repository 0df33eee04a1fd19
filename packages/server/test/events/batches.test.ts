/** When batches come, how large they are, and whose comes first. */
import { expect, test } from "vitest";
import { emitterWorld } from "./emitter-world.ts";

test("a batch comes when its interval has passed, with all that came meanwhile", () => {
  const { emitter, host, trace, handler, send } = emitterWorld({ maxInterval: 10 });
  emitter.onBatch("lobby", handler());
  send("lobby", 1, 2);
  host.run(4);
  send("lobby", 3);
  host.run(15);
  send("lobby", 4);
  host.run();
  expect(trace).toEqual(["10 1,2,3", "25 4"]);
});

test("a batch that is full comes at once, and what is left waits for its own interval", () => {
  const { emitter, host, trace, handler, send } = emitterWorld({ maxInterval: 10, maxSize: 3 });
  emitter.onBatch("lobby", handler());
  host.run(2);
  send("lobby", 1, 2, 3, 4);
  host.run();
  expect(trace).toEqual(["2 1,2,3", "12 4"]);
});

test("until its handler starts a batch takes what comes, and no more than its size", () => {
  const { emitter, host, rt, trace, handler, send } = emitterWorld({ maxInterval: 0, maxSize: 4 });
  emitter.onBatch("lobby", handler());
  rt.submit(() => host.advance(5), { deadline: 1 });
  for (const n of [1, 2, 3, 4, 5, 6]) rt.alarm({ in: n / 10 }, () => send("lobby", n));
  host.run();
  // Between 0.1 and 5 the thread is another's: the alarms come together.
  expect(trace).toEqual(["5 1,2,3,4", "5 5,6"]);
});

test("the deadline of a batch is that of its oldest event", () => {
  const { emitter, host, rt, handler, send } = emitterWorld({ maxInterval: 10, deadline: 30 });
  const seen: number[] = [];
  emitter.onBatch("lobby", function* () {
    seen.push(rt.currentJob?.deadline ?? 0);
  });
  emitter.onBatch("lobby", handler());
  host.run(100);
  send("lobby", 1);
  host.run(105);
  send("lobby", 2);
  host.run();
  expect(seen).toEqual([130]);
});

test("under EDF the batch with the earlier deadline goes first, and preempts", () => {
  const { emitter, host, trace, handler, send } = emitterWorld({
    maxInterval: 1,
    categories: { alarm: { deadline: 5 }, log: { deadline: 500 } },
  });
  emitter.onBatch("log", handler("log ", 10));
  emitter.onBatch("alarm", handler("alarm "));
  send("log", 1);
  host.run(4);
  send("alarm", 2);
  host.run();
  expect(trace).toEqual(["1 log 1", "6 alarm 2"]);
});

test.each([
  ["high", "low"],
  [7, 2],
] as const)("under fixed priorities %s goes before %s", (urgent, other) => {
  const { emitter, host, rt, trace, handler, send } = emitterWorld({ maxInterval: 2 }, { policy: "fp" });
  emitter.onBatch("a", handler("a"), { priority: other });
  emitter.onBatch("b", handler("b"), { priority: urgent });
  send("a", 1);
  send("b", 1);
  rt.submit(() => host.advance(5), { priority: 9 });
  host.run();
  expect(trace).toEqual(["5 b1", "5 a1"]);
});

test("the priority decides how long events wait, unless an interval is given", () => {
  const { emitter, host, trace, handler, send } = emitterWorld();
  emitter.onBatch("a", handler("high "), { priority: "high" });
  emitter.onBatch("a", handler("normal "));
  emitter.onBatch("a", handler("low "), { priority: "low" });
  emitter.onBatch("a", handler("5 "), { priority: 5 });
  emitter.onBatch("a", handler("given "), { priority: "low", maxInterval: 3 });
  send("a", 1);
  host.run();
  expect(trace).toEqual(["2 high 1", "2 5 1", "3 given 1", "10 normal 1", "100 low 1"]);
});

test("the next batch of a handler waits for the one before, also if that is async", async () => {
  const { emitter, host, rt, send } = emitterWorld({ maxInterval: 1 });
  const trace: string[] = [];
  emitter.onBatch("a", async (batch) => {
    trace.push(`${host.now()} from ${batch.length}`);
    await new Promise<void>((resolve) => void rt.alarm({ in: 20 }, resolve));
    trace.push(`${host.now()} to`);
  });
  send("a", 1);
  await host.settle(5);
  send("a", 2, 3);
  await host.settle();
  expect(trace).toEqual(["1 from 1", "21 to", "21 from 2", "41 to"]);
});

test("an adaptive interval is short while the thread is idle, and follows the work it has", () => {
  const { emitter, host, rt, trace, handler, send } = emitterWorld({ maxInterval: { least: 1, most: 20 } });
  const work = () => host.advance(3);
  // So that it is known how long it takes.
  void rt.load;
  rt.submit(work);
  host.run(10);
  emitter.onBatch("a", handler());
  send("a", 1);
  host.run(20);
  for (let i = 0; i < 3; i++) rt.submit(work, { delay: 0 });
  send("a", 2);
  host.run(40);
  for (let i = 0; i < 30; i++) rt.submit(work, { deadline: 1000 });
  send("a", 3);
  host.run(200);
  send("a", 4);
  host.run();
  expect(trace.map((line) => line.replace(/^(\d+) .*/, "$1"))).toEqual(["11", "30", "61", expect.any(String)]);
});

test("an adaptive interval follows other code that keeps the thread", () => {
  const { emitter, host, rt, handler, trace, send } = emitterWorld({ maxInterval: { least: 1, most: 20 } });
  emitter.onBatch("a", handler());
  rt.alarm(0.5, () => host.advance(8));
  send("a", 1);
  host.run(100);
  send("a", 2);
  host.run(200);
  send("a", 3);
  host.run();
  // The first came 7.5 late; the second waited for as long, came in time, and so the third did not.
  expect(trace).toEqual(["8.5 1", "108.5 2", "201 3"]);
});

test("flush hands over what waits, of one category or of all", async () => {
  const { emitter, host, trace, handler, send } = emitterWorld({ maxInterval: 50 });
  const a = emitter.onBatch("a", handler("a", 2));
  emitter.onBatch("b", handler("b"));
  send("a", 1);
  send("b", 1);
  let flushed = false;
  void emitter.flush("a").then(() => {
    flushed = true;
  });
  expect([a.pending, emitter.counts.pending]).toEqual([1, 2]);
  await host.settle(1);
  expect([trace, flushed]).toEqual([["0 a1"], false]);
  await host.settle(3);
  expect([flushed, a.pending]).toEqual([true, 0]);
  void emitter.flush();
  await host.settle(4);
  expect(trace).toEqual(["0 a1", "3 b1"]);
});

test("what is pending is delivered when a subscription ends, and nothing afterwards", async () => {
  const { emitter, host, trace, handler, send } = emitterWorld({ maxInterval: 50 });
  const own = handler("own");
  const controller = new AbortController();
  const first = emitter.onBatch("a", handler("first"));
  emitter.onBatch("a", own);
  emitter.onBatch("a", handler("aborted"), { signal: controller.signal });
  {
    using _last = emitter.onBatch("a", handler("last"));
    send("a", 1);
  }
  first.off();
  first.off();
  controller.abort();
  expect([emitter.offBatch("a", own), emitter.offBatch("a", own)]).toEqual([true, false]);
  expect(emitter.emit("message", "a", 2)).toBe(false);
  await host.settle(10);
  expect(trace.sort()).toEqual(["0 aborted1", "0 first1", "0 last1", "0 own1"]);
  expect([emitter.categories(), emitter.held, emitter.dropped]).toEqual([[], 1, 0]);
});

test("no more than maxPending events wait for a handler", async () => {
  const { emitter, host, trace, handler, send } = emitterWorld({ maxInterval: 1, maxPending: 2 });
  emitter.onBatch("a", handler("a", 5));
  send("a", 1, 2, 3);
  expect(emitter.counts.dropped.overflow).toBe(1);
  await host.settle(3);
  // They are in the handler.
  send("a", 4);
  await host.settle(10);
  send("a", 5);
  await host.settle();
  expect(trace).toEqual(["1 a1,2", "11 a5"]);
  expect([emitter.dropped, emitter.counts.delivered, emitter.counts.batches]).toEqual([2, 3, 2]);
});

test("a busy handler gets all its batches, however many wait", async () => {
  const { emitter, host } = emitterWorld({ maxInterval: 0, maxSize: 1 });
  const got: unknown[] = [];
  emitter.onBatch("a", (batch) => {
    host.advance(1);
    got.push(batch[0]?.args[1]);
  });
  const numbers = Array.from({ length: 200 }, (_, n) => n);
  for (const n of numbers) emitter.emit("message", "a", n);
  await host.settle();
  expect(got).toEqual(numbers);
});
