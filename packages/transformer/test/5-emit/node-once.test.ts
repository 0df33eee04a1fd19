/**
 * Listeners of `once` and of "error", called by `emit` in a job: each program has the trace that Node itself gives, at every budget,
 * and its listeners are preempted where the program says so.
 */
import { EventEmitter } from "node:events";
import "@preempt/runtime/script";
import { drive } from "@preempt/runtime/testing";
import { afterEach, expect, test } from "vitest";
import { transform } from "../../src/index.ts";

const budgets = [0, 1, 300] as const;

type Log = (...what: unknown[]) => void;
type Main = (log: Log, Emitter: typeof EventEmitter) => unknown;

const { removeListener } = EventEmitter.prototype;
afterEach(() => {
  expect(Object.getOwnPropertyDescriptor(EventEmitter.prototype, "removeListener")).toEqual({
    value: removeListener,
    writable: true,
    enumerable: true,
    configurable: true,
  });
});

/** What it logs, gives or throws. */
function traceOf(run: (log: Log) => unknown): string[] {
  const lines: string[] = [];
  const log: Log = (...what) => void lines.push(what.map(String).join(" "));
  try {
    log("gives", run(log));
  } catch (error) {
    const { name, message, code, context } = error as Error & { code?: string; context?: unknown };
    log("throws", name, message, code, context);
  }
  return lines;
}

/** Compares the program with itself as it stands. Returns its trace, and how often it was preempted at budget 0. */
function compared(program: string): { trace: string[]; preemptions: number } {
  const code = `/** @preempt */ function work(log, name) { for (let i = 0; i < 20; i++) log.count++; log(name); return name; }
    /** @preempt */ function main(log, EventEmitter) { ${program} }`;
  const load = (text: string) => new Function(`"use strict";\n${text}\nreturn main;`)() as Main;
  const { code: emitted, diagnostics } = transform(code, { fileName: "once.js", module: false, sourceMap: false });
  expect(diagnostics).toEqual([]);
  const trace = traceOf((log) => load(code)(log, EventEmitter));
  let preemptions = 0;
  for (const budget of budgets) {
    const onPreempt = () => budget === 0 && preemptions++;
    const args = [EventEmitter] as const;
    const actual = traceOf(
      (log) => drive(load(emitted) as never, { args: [log, ...args], budget, onPreempt } as never).value,
    );
    expect({ budget, trace: actual }).toEqual({ budget, trace });
  }
  return { trace, preemptions };
}

test("a listener of once is preempted, is called with the emitter and the arguments, and is called once", () => {
  const { trace, preemptions } = compared(`
    const e = new EventEmitter();
    e.once("x", /** @preempt */ function (...args) { work(log, "first " + args); log(this === e, e.listenerCount("x")); });
    log(e.emit("x"));
    e.prependOnceListener("x", /** @preempt */ function (...args) { work(log, "second " + args); log(this === e); });
    e.on("x", (a) => log("always", a));
    log(e.emit("x", 1, 2, 3, 4, 5, 6));
    return e.emit("x", 7);`);
  expect(trace).toEqual([
    "first ",
    "true 0",
    "true",
    "second 1,2,3,4,5,6",
    "true",
    "always 1",
    "true",
    "always 7",
    "gives true",
  ]);
  expect(preemptions).toBeGreaterThan(40);
});

test("the listener is removed before it is called, and who listens to that hears it first", () => {
  const { trace, preemptions } = compared(`
    const e = new EventEmitter();
    e.on("removeListener", (name, f) => log("removed", name, f.listener === g, e.listenerCount("x")));
    const g = /** @preempt */ () => work(log, "called");
    e.once("x", g);
    e.on("x", () => log("after"));
    return e.emit("x");`);
  expect(trace).toEqual(["removed x true 1", "called", "after", "gives true"]);
  expect(preemptions).toBeGreaterThan(20);
});

test("what removeListener's listeners throw ends the emit, and the listener is gone uncalled", () => {
  compared(`
    const e = new EventEmitter();
    e.on("removeListener", () => { throw new Error("removal"); });
    e.once("x", /** @preempt */ () => work(log, "called"));
    try { e.emit("x"); } catch (error) { log(error.message); }
    return e.emit("x");`);
});

test("a list that an emit inside has changed: a listener of once is not called twice", () => {
  const { trace } = compared(`
    const e = new EventEmitter();
    let depth = 0;
    e.on("x", /** @preempt */ () => { log("outer", depth); if (depth++ < 2) e.emit("x"); });
    e.once("x", /** @preempt */ () => { work(log, "once"); e.emit("x"); e.once("x", /** @preempt */ () => work(log, "added")); });
    e.once("x", /** @preempt */ () => work(log, "last"));
    e.emit("x");
    log("again");
    return e.emit("x");`);
  expect(trace.filter((line) => line === "once")).toEqual(["once"]);
  expect(trace.filter((line) => line === "last")).toEqual(["last"]);
});

test("raw listeners that are called, removed or moved do what Node's do", () => {
  compared(`
    const e = new EventEmitter(), other = new EventEmitter();
    const g = /** @preempt */ function () { return work(log, this === e ? "e" : "other"); };
    e.once("x", g);
    const [raw] = e.rawListeners("x");
    log(raw.listener === g, e.listeners("x")[0] === g);
    other.on("y", raw);
    other.on("y", () => log("other y"));
    log(other.emit("y", 1), e.listenerCount("x"), other.listenerCount("y"));
    log(other.emit("y", 2), raw());
    e.once("x", g);
    e.off("x", g);
    return e.emit("x");`);
});

test("a raw listener that is moved away from an emitter with a removeListener of its own is removed by that", () => {
  const { trace } = compared(`
    const e = new (class extends EventEmitter { removeListener(name, f) { log("own", name); super.removeListener(name, f); log("removed"); return this; } })();
    const other = new EventEmitter();
    e.once("x", /** @preempt */ () => work(log, "called"));
    other.on("y", e.rawListeners("x")[0]);
    log(other.emit("y"), e.listenerCount("x"));
    return other.emit("y");`);
  expect(trace).toEqual(["own x", "removed", "called", "true 0", "gives true"]);
});

test("an emitter with a removeListener of its own, a proxy, and a prototype that somebody patched: Node's wrapper does it all", () => {
  for (const make of [
    `new (class extends EventEmitter { removeListener(name, f) { log("own", name, f.listener === g); return super.removeListener(name, f); } })()`,
    `new (class extends EventEmitter { get removeListener() { log("get"); return super.removeListener; } })()`,
    `new Proxy(new EventEmitter(), { get(o, key, self) { log("get", key); return Reflect.get(o, key, self); } })`,
    `Object.assign(new EventEmitter(), { removeListener() { log("not removed"); return this; } })`,
  ]) {
    compared(`
      const g = /** @preempt */ () => work(log, "called");
      const e = ${make};
      e.once("x", g);
      log(e.emit("x", 1));
      return e.emit("x", 2);`);
  }
  compared(`
    const proto = EventEmitter.prototype, own = proto.removeListener;
    proto.removeListener = function (...args) { log("patched", args[0]); return Reflect.apply(own, this, args); };
    try {
      const e = new EventEmitter();
      e.once("x", /** @preempt */ () => work(log, "called"));
      log(e.emit("x"));
      return e.emit("x");
    } finally { proto.removeListener = own; }`);
});

test("a function that looks like a wrapper is called as it stands", () => {
  compared(`
    const e = new EventEmitter();
    const inner = /** @preempt */ () => work(log, "inner");
    const wrapper = Object.assign(function wrapper(...args) { log("mine"); return Reflect.apply(inner, this, args); }, { listener: inner });
    e.on("x", wrapper);
    e.on("x", Object.assign(() => log("none"), { listener: 5 }));
    log(e.emit("x"));
    return e.emit("x");`);
});

test("what a listener of once throws, and promises that it gives, go where they go without preemption", async () => {
  compared(`
    const e = new EventEmitter();
    e.once("x", /** @preempt */ () => { work(log, "throws"); throw new TypeError("thrown"); });
    try { e.emit("x"); } catch (error) { log(error.message, e.listenerCount("x")); }
    return e.emit("x");`);
  const { trace } = compared(`
    const e = new EventEmitter({ captureRejections: true });
    e.on("error", (error) => log("error", error.message));
    e.once("x", /** @preempt */ () => { work(log, "gives"); return Object.defineProperty({}, "then", { get() { throw new Error("then"); } }); });
    return e.emit("x");`);
  expect(trace).toEqual(["gives", "error then", "gives true"]);
});

test("listeners of error are preempted, those of once as well", () => {
  const { trace, preemptions } = compared(`
    const e = new EventEmitter();
    e.on("error", /** @preempt */ (error) => work(log, "on " + error.message));
    e.once("error", /** @preempt */ (error) => work(log, "once " + error.message));
    log(e.emit("error", new Error("a")));
    return e.emit("error", new Error("b"));`);
  expect(trace).toEqual(["on a", "once a", "true", "on b", "gives true"]);
  expect(preemptions).toBeGreaterThan(60);
});

test("an error that nobody listens to is thrown, with the words and the code of Node", () => {
  for (const args of ["", ", new RangeError('given')", ", 'text'", ", { a: 1 }", ", undefined", ", null, 5"]) {
    compared(`const e = new EventEmitter(); e.on("x", () => {}); return e.emit("error"${args});`);
    compared(`return new EventEmitter().emit("error"${args});`);
  }
  expect(compared(`return new EventEmitter().emit("error", "text");`).trace[0]).toContain("ERR_UNHANDLED_ERROR");
});

test("a monitor of errors hears each before its listeners, also where there are none", () => {
  compared(`
    const e = new EventEmitter();
    e.on(EventEmitter.errorMonitor, /** @preempt */ (error) => { work(log, "monitor " + error.message); if (error.message === "c") e.removeAllListeners("error"); });
    e.on("error", /** @preempt */ (error) => work(log, "error " + error.message));
    log(e.emit("error", new Error("a")));
    e.once("error", /** @preempt */ (error) => work(log, "once " + error.message));
    log(e.emit("error", new Error("b")));
    return e.emit("error", new Error("c"));`);
});
