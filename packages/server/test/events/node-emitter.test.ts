/** What Node's emitter does, this one does: the same calls on both, and the same trace. */
import { EventEmitter, on, once } from "node:events";
import { BatchingEmitter } from "@preempt/server/events";
import { expect, test } from "vitest";
import { emitterWorld } from "./emitter-world.ts";

interface Shape {
  on(event: string, listener: (...args: unknown[]) => unknown): this;
  once(event: string, listener: (...args: unknown[]) => unknown): this;
  off(event: string, listener: (...args: unknown[]) => unknown): this;
  addListener(event: string, listener: (...args: unknown[]) => unknown): this;
  removeListener(event: string, listener: (...args: unknown[]) => unknown): this;
  prependListener(event: string, listener: (...args: unknown[]) => unknown): this;
  prependOnceListener(event: string, listener: (...args: unknown[]) => unknown): this;
  removeAllListeners(event?: string): this;
  emit(event: string, ...args: unknown[]): boolean;
  listenerCount(event: string, listener?: (...args: unknown[]) => unknown): number;
  listeners(event: string): unknown[];
  eventNames(): unknown[];
}

const scenarios: Record<string, (emitter: Shape, note: (what: unknown) => void) => void> = {
  "listeners in order, with arguments and this"(emitter, note) {
    emitter.on("a", function (this: unknown, ...args) {
      note([this === emitter, ...args]);
    });
    emitter.prependListener("a", () => note("first"));
    note(emitter.emit("a", 1, 2));
    note(emitter.emit("b"));
  },
  "once, and twice the same listener"(emitter, note) {
    const listener = (n: unknown) => note(n);
    emitter
      .once("a", listener)
      .on("a", listener)
      .addListener("a", listener)
      .prependOnceListener("a", () => note("p"));
    note([emitter.listenerCount("a"), emitter.listenerCount("a", listener)]);
    emitter.emit("a", 1);
    emitter.emit("a", 2);
    emitter.off("a", listener).emit("a", 3);
    emitter.removeListener("a", listener).emit("a", 4);
    note(emitter.eventNames());
  },
  "listeners that add and remove while they are called"(emitter, note) {
    const second = () => note("second");
    emitter.on("a", () => {
      note("one");
      emitter.off("a", second);
      emitter.on("a", () => note("late"));
    });
    emitter.on("a", second);
    emitter.emit("a");
    emitter.emit("a");
  },
  "one listener that adds another"(emitter, note) {
    emitter.once("a", () => void emitter.on("a", () => note("late")));
    emitter.emit("a");
    note("then");
    emitter.emit("a");
  },
  "a listener for one event that emits the same one"(emitter, note) {
    emitter.once("a", () => {
      note("once");
      emitter.emit("a");
    });
    emitter.on("a", () => note("on"));
    emitter.emit("a");
  },
  "an error ends the calls, and is the emitter's caller's"(emitter, note) {
    emitter.on("a", () => {
      throw new Error("x");
    });
    emitter.on("a", () => note("not reached"));
    try {
      emitter.emit("a");
    } catch (error) {
      note(String(error));
    }
  },
  "error events"(emitter, note) {
    try {
      emitter.emit("error", new RangeError("unhandled"));
    } catch (error) {
      note(String(error));
    }
    emitter.on("error", (error) => note(error));
    note(emitter.emit("error", "handled"));
  },
  "events about listeners"(emitter, note) {
    emitter.on("removeListener", (event) => note(["gone", event]));
    emitter.on("newListener", (event) => note(["new", event, emitter.listenerCount("a")]));
    const listener = () => {};
    emitter.once("a", listener);
    emitter.emit("a");
    emitter.on("a", listener).removeAllListeners("a");
    emitter.off("a", listener);
    note(emitter.listeners("newListener").length);
    emitter.removeAllListeners();
    note(emitter.eventNames());
  },
};

test.each(Object.entries(scenarios))("%s", (_, scenario) => {
  const run = (emitter: Shape) => {
    const trace: unknown[] = [];
    scenario(emitter, (what) => trace.push(what));
    return trace;
  };
  const ours = new BatchingEmitter({ scheduler: emitterWorld().rt, hold: false });
  expect(run(ours as unknown as Shape)).toEqual(run(new EventEmitter() as Shape));
});

test("Node's once() and on() take it for an emitter", async () => {
  const emitter = new BatchingEmitter<{ a: [number] }>();
  const one = once(emitter as unknown as EventEmitter, "a");
  emitter.emit("a", 1);
  expect(await one).toEqual([1]);
  const controller = new AbortController();
  const all = on(emitter as unknown as EventEmitter, "a", { signal: controller.signal });
  emitter.emit("a", 2);
  emitter.emit("a", 3);
  expect([(await all.next()).value, (await all.next()).value]).toEqual([[2], [3]]);
  controller.abort();
  await expect(all.next()).rejects.toThrow("aborted");
  expect(emitter.eventNames()).toEqual([]);
  await emitter.close();
});
