/** Conditions: a job gives a resource back until another one signals, and has it again then. */
import {
  Condition,
  type Job,
  type PreemptError,
  type ProtocolName,
  Resource,
  type WaitOptions,
} from "@preempt/runtime";
import { attach, of, signal } from "@preempt/runtime/abi";
import { consume } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { type World, world } from "../kit/world.ts";

const ideal = { policy: "fp", preemption: "ideal", slice: 100, round: 1000, budget: 0 } as const;
const notes = (trace: string[]) => trace.filter((line) => !/ (run|end) /.test(line));

function box(w: World, protocol: ProtocolName = "pip") {
  const lock = new Resource(w.rt, { name: "box", protocol });
  const full = new Condition(lock, { name: "full" });
  const items: string[] = [];
  /** Takes an item, and says when. */
  const taker = (options?: WaitOptions) =>
    function* () {
      const { name } = w.rt.currentJob as Job;
      const held = yield* lock.acquire();
      try {
        while (items.length === 0) yield* full.waiting(options);
        w.note(`${name} takes ${items.shift()}`);
        yield* consume(w.rt, 1);
      } catch (error) {
        w.note(`${name}: ${(error as Error).message}`);
      } finally {
        w.note(`${name} ${lock.owner === w.rt.currentJob ? "has the box" : "has lost the box"}`);
        held.unlock();
      }
    };
  const giver = (what: string, ms: number) =>
    function* () {
      const held = yield* lock.acquire();
      items.push(what);
      full.signal();
      yield* consume(w.rt, ms);
      held.unlock();
    };
  return { lock, full, items, taker, giver };
}

for (const protocol of ["pip", "npcs", "none"] as const) {
  test(`${protocol}: a job that waits has given the resource back, and has it again after the signal`, () => {
    const w = world(ideal);
    const { lock, full, taker, giver } = box(w, protocol);
    w.rt.submit(taker(), { name: "taker", priority: 2 });
    w.rt.submit(giver("apple", 3), { name: "giver", priority: 1, delay: 5 });
    w.host.run(4);
    expect([lock.isLocked, full.waiters]).toEqual([false, 1]);
    w.host.run();
    expect(notes(w.trace)).toEqual(["8 taker takes apple", "9 taker has the box"]);
    expect([lock.isLocked, full.waiters]).toEqual([false, 0]);
  });
}

test("signal() wakes the most urgent, broadcast() all; without anybody nothing is kept", () => {
  const w = world(ideal);
  const { full, items, taker } = box(w);
  expect([full.signal(), full.broadcast()]).toEqual([false, 0]);
  for (const [name, priority] of [
    ["a", 1],
    ["b", 3],
    ["c", 2],
    ["d", 3],
  ] as const)
    w.rt.submit(taker(), { name, priority });
  const answers: unknown[] = [];
  w.rt.alarm({ in: 5 }, () => {
    items.push("one");
    answers.push(full.signal());
  });
  w.rt.alarm({ in: 10 }, () => {
    items.push("two", "three");
    answers.push(full.broadcast());
  });
  w.rt.alarm({ in: 20 }, () => {
    items.push("four");
    answers.push(full.broadcast());
  });
  w.host.run();
  expect(notes(w.trace).filter((line) => line.includes("takes"))).toEqual([
    ...["5 b takes one", "10 d takes two", "11 c takes three", "20 a takes four"],
  ]);
  // One of those woken found nothing left, and waits again.
  expect(answers).toEqual([true, 3, 1]);
});

test("one that waits for a signal lends its urgency to nobody; for the resource, after it, it does", () => {
  const w = world(ideal);
  const { taker, giver } = box(w);
  w.rt.submit(taker(), { name: "taker", priority: 9 });
  w.rt.submit(giver("pear", 4), { name: "giver", priority: 1, delay: 1 });
  w.rt.submit(w.work(5), { name: "before", priority: 5, delay: 1 });
  w.rt.submit(w.work(5), { name: "after", priority: 5, delay: 8 });
  w.host.run();
  expect(w.trace.filter((line) => / end |takes/.test(line))).toEqual([
    // From 6 to 10 the giver has the box that the taker wants again.
    ...["6 end before", "10 end giver", "10 taker takes pear", "11 end taker", "16 end after"],
  ]);
});

test("a signal that is aborted, or a time that is over, ends the wait; the job has the resource first", () => {
  const w = world(ideal);
  const { lock, full, taker } = box(w);
  const controller = new AbortController();
  w.rt.submit(taker({ timeout: 5 }), { name: "timed", priority: 2 });
  w.rt.submit(taker({ signal: controller.signal }), { name: "aborted", priority: 1 });
  w.rt.alarm({ in: 4 }, () => {
    const outside = lock.lock();
    controller.abort(new Error("stopped"));
    w.rt.alarm({ in: 4 }, () => outside.unlock());
  });
  w.host.run();
  expect(notes(w.trace)).toEqual([
    '8 timed: lock_timeout: T0J0 (timed) waited 5 ms for condition "full" of resource "box". Give a longer timeout, or see to it that it comes earlier.',
    "8 timed has the box",
    "8 aborted: stopped",
    "8 aborted has the box",
  ]);
  expect([full.waiters, lock.isLocked, lock.waiters.size]).toEqual([0, false, 0]);
  expect(w.host.pending).toEqual({ turns: 0, timers: 0 });
});

test("a signal that came before the abort counts", () => {
  const w = world(ideal);
  const { full, items, taker } = box(w);
  const controller = new AbortController();
  w.rt.submit(taker({ signal: controller.signal }), { name: "taker" });
  w.rt.alarm({ in: 4 }, () => {
    items.push("plum");
    full.signal();
    controller.abort();
  });
  w.host.run();
  expect(notes(w.trace)[0]).toBe("4 taker takes plum");
});

test("a job that is cancelled while it waits has the resource in its finalizers; its signal is another one's", () => {
  for (const when of ["waits", "was called", "waits for the resource"]) {
    const w = world(ideal);
    const { lock, full, items, taker } = box(w);
    const first = w.rt.submit(taker(), { name: "first", priority: 2 });
    first.catch(() => {});
    w.rt.submit(taker(), { name: "second", priority: 1 });
    w.rt.alarm({ in: 4 }, () => {
      const outside = lock.lock();
      items.push("fig");
      if (when !== "waits") full.signal();
      if (when !== "waits for the resource") first.cancel();
      if (when === "waits") full.signal();
      w.rt.alarm({ in: 2 }, () => first.cancel());
      w.rt.alarm({ in: 4 }, () => outside.unlock());
    });
    w.host.run(30);
    const isLost = when === "waits for the resource";
    expect(notes(w.trace), when).toEqual([
      "8 first has the box",
      ...(isLost ? [] : ["8 second takes fig", "9 second has the box"]),
    ]);
    expect(lock.isLocked).toBe(false);
  }
});

test("the lock is the same one after the wait, and cannot be unlocked during it", () => {
  const w = world(ideal);
  const { lock, full } = box(w);
  w.rt.submit(function* () {
    const held = yield* lock.acquire();
    w.rt.alarm({ in: 2 }, () => {
      const outside = lock.lock();
      held.unlock();
      w.note(`locked: ${lock.isLocked}`);
      outside.unlock();
      full.signal();
    });
    yield* full.waiting();
    w.note(`locked: ${lock.isLocked}`);
    held.unlock();
    w.note(`locked: ${lock.isLocked}`);
  });
  w.host.run();
  expect(notes(w.trace)).toEqual(["2 locked: true", "2 locked: true", "2 locked: false"]);
});

test("to take the resource again may be a deadlock, which is named", () => {
  const w = world({ ...ideal, onError: (error: unknown) => w.note((error as Error).message.replace(/: each.*/, "")) });
  const { lock, full } = box(w);
  const other = new Resource(w.rt, { name: "other" });
  w.rt.submit(
    function* () {
      yield* other.acquire();
      yield* lock.acquire();
      yield* full.waiting();
    },
    { name: "waits", priority: 2 },
  );
  w.rt.submit(
    function* () {
      yield* lock.acquire();
      full.signal();
      yield* other.acquire();
    },
    { name: "signals", priority: 3, delay: 2 },
  );
  w.host.run();
  expect(w.trace.filter((line) => line.includes("deadlock"))).toEqual([
    "2 deadlock: T0J0 (waits) → box → T0J1 (signals) → other → T0J0 (waits)",
  ]);
  expect([lock.isLocked, other.isLocked]).toEqual([false, false]);
});

test("annotated code calls wait() like an ordinary function", () => {
  const w = world(ideal);
  const { lock, full } = box(w);
  const annotated = attach(() => undefined, function* () {
    const held = lock.lock();
    if ((of(full.wait, "wait") as (this: Condition) => unknown).call(full) === signal) yield;
    w.note("goes on");
    held.unlock();
  } as never);
  w.rt.submit(annotated);
  w.rt.alarm({ in: 3 }, () => void full.signal());
  w.host.run();
  expect(notes(w.trace)).toEqual(["3 goes on"]);
});

test("what cannot be is refused", () => {
  const w = world({ policy: "fp", onError: (error: unknown) => w.note((error as PreemptError).code) });
  for (const protocol of ["pcp", "icpp", "srp"] as const) {
    expect(() => new Condition(new Resource(w.rt, { name: "r", protocol }))).toThrow("protocol_not_for_conditions");
  }
  expect(() => new Condition({} as Resource)).toThrow("resource_missing");
  expect(() => new Condition(w.rt as unknown as Resource)).toThrow("resource_missing");
  const { full, lock } = box(w);
  expect(() => full.wait()).toThrow("condition_cannot_wait");
  expect(() => full.wait({ timout: 1 } as WaitOptions)).toThrow("option_unknown");
  expect(() => new Condition(lock, { nmae: "x" } as object)).toThrow("option_unknown");
  w.rt.submit(() => full.waiting());
  w.rt.submit(function* () {
    yield* full.waiting();
  });
  w.rt.submit(function* () {
    yield* lock.acquire();
    const section = w.rt.criticalSection();
    try {
      yield* full.waiting();
    } finally {
      section.leave();
    }
  });
  w.host.run();
  expect(notes(w.trace)).toEqual(["0 condition_not_locked", "0 section_waits"]);
  expect(lock.isLocked).toBe(false);
});
