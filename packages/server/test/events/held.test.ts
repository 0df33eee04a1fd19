/** What is emitted before anybody listens. */
import { expect, test } from "vitest";
import { emitterWorld } from "./emitter-world.ts";

test("held events come to the first handler of their category, in order, before later ones", () => {
  const { emitter, host, trace, handler, send } = emitterWorld({ maxSize: 3 });
  expect(emitter.emit("message", "a", 1)).toBe(false);
  send("a", 2, 3, 4);
  send("b", 5);
  expect(emitter.held).toBe(5);
  host.run(30);
  emitter.onBatch("a", handler("a"));
  send("a", 6);
  expect(emitter.held).toBe(1);
  host.run();
  expect(trace).toEqual(["30 a1,2,3", "30 a4,6"]);
});

test("the deadline of held events counts from when they are handed over", () => {
  const { emitter, host, rt, send } = emitterWorld({ deadline: 20 });
  const deadlines: number[] = [];
  send("a", 1);
  host.run(1000);
  emitter.onBatch("a", () => void deadlines.push(rt.currentJob?.deadline ?? 0));
  host.run();
  expect(deadlines).toEqual([1020]);
});

test("held events come to the first listener of their name, by a job, before later ones", () => {
  const { emitter, host, send } = emitterWorld();
  const got: number[] = [];
  send("a", 1);
  send("b", 2);
  emitter.emit("typing", "a");
  emitter.on("message", (_room, n) => void got.push(n));
  expect(got).toEqual([]);
  send("a", 3);
  expect(got).toEqual([1, 2, 3]);
  host.run();
  expect([got, emitter.held]).toEqual([[1, 2, 3], 1]);
  emitter.on("typing", () => void got.push(0));
  host.run();
  expect([got, emitter.held]).toEqual([[1, 2, 3, 0], 0]);
});

test("a listener for one event gets one held event; the others wait for the next listener", () => {
  const { emitter, host, send } = emitterWorld();
  const got: number[] = [];
  send("a", 1, 2, 3);
  emitter.once("message", (_room, n) => void got.push(n));
  host.run();
  expect([got, emitter.held]).toEqual([[1], 2]);
  const gone = (_room: string, n: number) => void got.push(n);
  emitter.on("message", gone).off("message", gone);
  host.run();
  expect([got, emitter.held]).toEqual([[1], 2]);
});

test("a listener of held events that throws is reported, and gets the next one", () => {
  const { emitter, host, send, uncaught } = emitterWorld();
  send("a", 1, 2);
  emitter.on("message", (_room, n) => {
    throw new Error(`no ${n}`);
  });
  host.run();
  expect(uncaught.map(String)).toEqual(["Error: no 1", "Error: no 2"]);
});

test("too many are dropped, the oldest first, and counted", () => {
  const { emitter, host, trace, handler, send } = emitterWorld({ hold: { most: 2 } });
  send("a", 1);
  send("b", 2);
  send("a", 3);
  expect([emitter.held, emitter.dropped]).toEqual([2, 1]);
  emitter.onBatch("a", handler("a"));
  emitter.onBatch("b", handler("b"));
  host.run();
  expect(trace).toEqual(["0 a3", "0 b2"]);
});

test("or the newest, where that is asked for", () => {
  const { emitter, host, trace, handler, send } = emitterWorld({ hold: { most: 2, overflow: "newest" } });
  send("a", 1, 2, 3);
  emitter.onBatch("a", handler("a"));
  host.run();
  expect([trace, emitter.counts.dropped.overflow]).toEqual([["0 a1,2"], 1]);
});

test("held events expire", () => {
  const { emitter, host, trace, handler, send } = emitterWorld({ hold: { expires: 100 } });
  send("a", 1);
  host.run(60);
  send("a", 2);
  host.run(100);
  expect([emitter.held, emitter.counts.dropped.expired]).toEqual([1, 1]);
  emitter.onBatch("a", handler("a"));
  host.run(400);
  send("b", 3);
  host.run(500);
  expect([trace, emitter.held, emitter.dropped]).toEqual([["100 a2"], 0, 2]);
});

test("nothing is held where that is turned off, nor are errors", () => {
  const { emitter, send } = emitterWorld({ hold: false });
  send("a", 1);
  expect([emitter.held, emitter.dropped, emitter.counts.emitted]).toEqual([0, 0, 1]);
  expect(() => emitterWorld().emitter.emit("error", new Error("alone"))).toThrow("alone");
});
