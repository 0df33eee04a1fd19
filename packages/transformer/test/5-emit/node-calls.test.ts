/**
 * Functions of Node that call others do what they do without preemption: drawn programs of contexts and of events give the same log
 * natively and at every budget.
 */
import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { EventEmitter } from "node:events";
import "@preempt/runtime/script";
import type { Job } from "@preempt/runtime";
import { drive, driveAsync, start, virtualScheduler } from "@preempt/runtime/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { transform } from "../../src/index.ts";

const seed = 20260921;
const budgets = [0, 1, 7, 300] as const;

type Log = (...what: unknown[]) => void;
type Interpreter = (steps: unknown, ...tools: unknown[]) => unknown;

/** A function that carries out steps, as it stands and preemptable. */
function interpreter(code: string): { plain: Interpreter; preemptable: Interpreter } {
  const load = (javascript: string) => new Function(`"use strict";\n${javascript}\nreturn main;`)() as Interpreter;
  const { code: emitted, diagnostics } = transform(code, { fileName: "steps.js", module: false, sourceMap: false });
  expect(diagnostics).toEqual([]);
  return { plain: load(code), preemptable: load(emitted) };
}

function logOf(run: (log: Log) => unknown): string[] {
  const lines: string[] = [];
  const log: Log = (...what) => void lines.push(what.map(String).join(" "));
  try {
    log("ends", run(log));
  } catch (error) {
    log("throws", (error as Error).message);
  }
  return lines;
}

const inContexts = interpreter(`
  /** @preempt */ function main(steps, storages, resources, log) { return exec(steps); 
    /** @preempt */ function exec(steps) {
      for (const step of steps) {
        const s = storages[step.at];
        try {
          if (step.do === "run") log("gave", s.run(step.store, exec, step.steps));
          else if (step.do === "runs inline") s.run(step.store, () => exec(step.steps));
          else if (step.do === "exit") s.exit(exec, step.steps);
          else if (step.do === "scope") resources[step.at].runInAsyncScope(exec, null, step.steps);
          else if (step.do === "enter") s.enterWith(step.store);
          else if (step.do === "work") work(step.store);
          else throw new Error("step " + step.store);
        } catch (error) {
          if (step.store < 2) throw error;
          log("caught", error.message);
        }
        log(storages.map((other) => other.getStore()));
      }
      return steps.length;
    }
    /** @preempt */ function work(n) { for (let i = 0; i < n; i++) log("work", storages.map((other) => other.getStore())); }
  }`);

interface Step {
  readonly do: string;
  readonly at: number;
  readonly store: number;
  readonly steps: readonly Step[];
}

const { steps } = fc.letrec<{ steps: Step[]; step: Step }>((tie) => ({
  steps: fc.array(tie("step"), { maxLength: 4 }),
  step: fc.oneof(
    { depthSize: "small" },
    fc.record({
      do: fc.constantFrom("work", "work", "enter", "throw"),
      at: fc.nat({ max: 1 }),
      store: fc.nat({ max: 3 }),
      steps: fc.constant([]),
    }),
    fc.record({
      do: fc.constantFrom("run", "run", "runs inline", "exit", "scope"),
      at: fc.nat({ max: 1 }),
      store: fc.nat({ max: 3 }),
      steps: tie("steps"),
    }),
  ),
}));

/** Everything anew, with a resource that has a context of its own. */
function contexts(run: (storages: AsyncLocalStorage<unknown>[], resources: AsyncResource[]) => unknown): unknown {
  const storages = [new AsyncLocalStorage<unknown>(), new AsyncLocalStorage<unknown>()] as const;
  const [first, second] = storages;
  const made = () => new AsyncResource("test");
  const resources = [first.run("of first", made), second.run("of second", made)];
  return first.run("outer", () => run([...storages], resources));
}

test("run, exit and runInAsyncScope: each step has the stores that it has without preemption, and nobody else sees them", () => {
  let preemptions = 0;
  fc.assert(
    fc.property(steps, (steps) => {
      const expected = logOf((log) => contexts((...tools) => inContexts.plain(steps, ...tools, log)));
      for (const budget of budgets) {
        const actual = logOf((log) =>
          contexts((storages, resources) => {
            const onPreempt = () => {
              preemptions++;
              // `run` puts back its own store, and leaves another one that was entered in it.
              if (!JSON.stringify(steps).includes("enter"))
                expect(storages.map((s) => s.getStore())).toEqual(["outer", undefined]);
            };
            return drive(
              inContexts.preemptable as never,
              {
                args: [steps, storages, resources, log],
                budget,
                onPreempt,
              } as never,
            ).value;
          }),
        );
        expect({ budget, log: actual }).toEqual({ budget, log: expected });
      }
    }),
    { numRuns: 150, seed },
  );
  expect(preemptions).toBeGreaterThan(1000);
});

test("a job in a context: other jobs do not see its stores, and cancelled it runs its finalizers there", () => {
  const storage = new AsyncLocalStorage<string>();
  const { preemptable } = interpreter(`
    /** @preempt */ function main(storage, work, log) {
      try { storage.run("inner", () => { try { for (;;) { work(); log(storage.getStore()); } } finally { log("left", storage.getStore()); } }); }
      finally { log("last", storage.getStore()); }
    }`);
  const lines = logOf((log) => {
    const { rt, host } = virtualScheduler({ slice: 1 });
    const work = () => host.advance(1);
    const job = storage.run("outer", () =>
      rt.submit(preemptable as never, { args: [storage, work, log] } as never),
    ) as Job;
    const other = storage.run("other", () =>
      rt.submit(preemptable as never, { args: [storage, work, () => {}] } as never),
    ) as Job;
    rt.alarm({ every: 2 }, () => log("alarm", storage.getStore()));
    host.run(6);
    for (const one of [job, other]) {
      one.then(undefined, () => {});
      one.cancel();
    }
    host.run(12);
  });
  expect(new Set(lines)).toEqual(new Set(["inner", "alarm undefined", "left inner", "last outer", "ends undefined"]));
});

test("a recursion through run goes deeper than the engine's stack", () => {
  const storage = new AsyncLocalStorage<number>();
  const { preemptable } = interpreter(`
    /** @preempt */ function main(storage, n) { return n === 0 ? storage.getStore() : storage.run(n, main, storage, n - 1) + 1; }`);
  const { value } = drive(preemptable as never, { args: [storage, 20_000], budget: 1e6 } as never);
  expect(value).toBe(20_001);
  expect(storage.getStore()).toBeUndefined();
});

test("an async function in run has its store behind each await", async () => {
  const storage = new AsyncLocalStorage<number>();
  const { preemptable } = interpreter(`
    /** @preempt */ async function main(storage, log) {
      const value = await storage.run(1, async (x) => { log(storage.getStore()); await null; for (let i = 0; i < 3; i++) log(storage.getStore()); await work(); return x; }, 5);
      log(storage.getStore());
      return value;
    }
    /** @preempt */ async function work() { await null; for (let i = 0; i < 3; i++); }`);
  const lines: unknown[] = [];
  const options = {
    args: [storage, (x: unknown) => lines.push(x)],
    budget: 0,
    onPreempt: () => lines.push(storage.getStore()),
  };
  const { value } = await storage.run(0, () => driveAsync(preemptable as never, options as never));
  expect(value).toBe(5);
  expect(lines.filter((x) => x === 1)).toHaveLength(4);
  expect(lines.at(-1)).toBe(0);
  expect(new Set(lines)).toEqual(new Set([0, 1]));
});

const inEvents = interpreter(`
  /** @preempt */ function main(steps, e, log) {
    const listeners = [];
    return exec(steps, 0);
    /** @preempt */ function exec(steps, depth) {
      for (const step of steps) {
        const { name } = step;
        try {
          if (step.do === "on") e.on(name, listener(step));
          else if (step.do === "once") e.once(name, listener(step));
          else if (step.do === "prepend") e.prependListener(name, listener(step));
          else if (step.do === "off" && listeners.length > 0) e.off(name, listeners[step.n % listeners.length]);
          else if (step.do === "clear") e.removeAllListeners(name);
          else if (step.do === "emit" && depth < 4) log("emitted", name, e.emit(name, step.n, depth));
          else if (step.do === "emit all" && depth < 4) log("emitted", name, e.emit(name, ...[step.n, depth, 3, 4, 5]));
          else if (step.do === "throw") throw new Error("step " + step.n);
        } catch (error) {
          if (step.n < 2) throw error;
          log("caught", error.message);
        }
        log(e.listenerCount("a"), e.listenerCount("b"), e.rawListeners("a").length);
      }
      return step0(steps);
    }
    /** @preempt */ function step0(steps) { let n = 0; for (const _ of steps) n++; return n; }
    function listener(step) {
      const f = /** @preempt */ function (...args) { log(step.name, this === e, args); for (let i = 0; i < 2; i++) log(i); exec(step.steps, (args[1] ?? 0) + 1); return step.n > 2 ? step.n : undefined; };
      listeners.push(f);
      return f;
    }
  }`);

const emitter = () => new EventEmitter().setMaxListeners(0);

interface EventStep {
  readonly do: string;
  readonly name: string;
  readonly n: number;
  readonly steps: readonly EventStep[];
}

const { steps: eventSteps } = fc.letrec<{ steps: EventStep[]; step: EventStep }>((tie) => {
  const name = fc.constantFrom("a", "a", "a", "b", "error");
  const n = fc.nat({ max: 5 });
  return {
    steps: fc.array(tie("step"), { maxLength: 6 }),
    step: fc.oneof(
      { depthSize: "small" },
      fc.record({
        do: fc.constantFrom("emit", "emit", "emit all", "off", "clear", "throw"),
        name,
        n,
        steps: fc.constant([]),
      }),
      fc.record({ do: fc.constantFrom("on", "on", "once", "prepend"), name, n, steps: tie("steps") }),
    ),
  };
});

test("emit: listeners that add, remove, throw and emit themselves are called as they are without preemption", () => {
  let preemptions = 0;
  fc.assert(
    fc.property(eventSteps, (steps) => {
      const expected = logOf((log) => inEvents.plain(steps, emitter(), log));
      for (const budget of budgets) {
        const actual = logOf((log) => {
          const options = { args: [steps, emitter(), log], budget, onPreempt: () => preemptions++ };
          return drive(inEvents.preemptable as never, options as never).value;
        });
        expect({ budget, log: actual }).toEqual({ budget, log: expected });
      }
    }),
    { numRuns: 250, seed },
  );
  expect(preemptions).toBeGreaterThan(1000);
});

test("a list that other code changes while a listener is suspended is called as it was", () => {
  const { preemptable } = interpreter(`/** @preempt */ function main(e) { return e.emit("x"); }
    main.work = /** @preempt */ function () { for (let i = 0; i < 100; i++) main.done++; };`);
  const e = new EventEmitter();
  const called: string[] = [];
  const late = () => called.push("late");
  e.on("x", (preemptable as never as { work: () => void }).work);
  e.on("x", late);
  const steps = start(preemptable as never, { args: [e], budget: 1 } as never);
  steps.next();
  e.off("x", late);
  e.on("x", () => called.push("new"));
  let step = steps.next();
  while (!step.done) step = steps.next();
  expect([step.value, called]).toEqual([true, ["late"]]);
  // Nobody walks over it any more: what is added is in the list.
  e.emit("x");
  expect(called).toEqual(["late", "new"]);
});

test("a list of listeners is left as it was found, also by one that throws behind a suspension", () => {
  const { preemptable } = interpreter(`/** @preempt */ function main(e) { return e.emit("x"); }
    main.fail = /** @preempt */ function () { for (let i = 0; i < 100; i++) main.done = i; if (main.fails) throw new Error("fails"); };`);
  const main = preemptable as never as { fail: () => void; fails: boolean };
  const e = new EventEmitter().on("x", main.fail).on("x", main.fail);
  // Newer versions of Node count in the list how many walk over it.
  const counts = () => {
    const list = (e as unknown as { _events: { x: Record<symbol, number> } })._events.x;
    return Object.getOwnPropertySymbols(list).map((symbol) => list[symbol]);
  };
  const before = counts();
  expect(drive(main as never, { args: [e], budget: 0 } as never).value).toBe(true);
  expect(counts()).toEqual(before);
  main.fails = true;
  expect(() => drive(main as never, { args: [e], budget: 0 } as never)).toThrow("fails");
  expect(counts()).toEqual(before);
});

test("captureRejections: what preemptable listeners reject goes to the error event, or to the emitter's own method", async () => {
  const { plain, preemptable } = interpreter(
    `/** @preempt */ function main(e, ...args) { return e.emit("x", ...args); }`,
  );
  const observed = async (isPreempted: boolean, own: boolean) => {
    const log: unknown[] = [];
    const e = new EventEmitter({ captureRejections: true });
    if (own) Object.assign(e, { [Symbol.for("nodejs.rejection")]: (...args: unknown[]) => log.push("own", ...args) });
    else e.on("error", (error) => log.push("error", error));
    e.on("x", async (x) => {
      throw x;
    });
    // biome-ignore lint/suspicious/noThenProperty: what is looked at is the point
    const thenable = Object.defineProperty({}, "then", {
      get() {
        throw new Error("then");
      },
    });
    e.on("x", () => thenable);
    e.on("x", () => 5);
    const emitted = isPreempted
      ? drive(preemptable as never, { args: [e, 1, 2], budget: 0 } as never).value
      : plain(e, 1, 2);
    log.push(emitted);
    await new Promise((resolve) => setImmediate(resolve));
    return log;
  };
  for (const own of [false, true]) {
    const expected = await observed(false, own).catch((error: unknown) => ["throws", error]);
    expect(await observed(true, own).catch((error: unknown) => ["throws", error])).toEqual(expected);
  }
});
