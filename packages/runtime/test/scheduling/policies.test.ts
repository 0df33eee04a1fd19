import { aging, DeferrableServer, edf, fixedPriority, leastLaxity } from "@preempt/runtime";
import fc from "fast-check";
import { expect, test } from "vitest";
import { KeyedHeap } from "../../src/kernel/keyed-heap.ts";
import { LevelQueue } from "../../src/policies/level-queue.ts";
import type { Policy, Queued, Urgency } from "../../src/policies/policy.ts";
import { world } from "../kit/world.ts";

const runs = (trace: string[]) => trace.filter((t) => t.includes("run"));
const ends = (trace: string[]) => trace.filter((t) => t.includes("end"));

test("round robin: everyone has one slice, whatever deadlines and priorities say", () => {
  const { rt, host, trace, work } = world({ policy: "rr", slice: 1 });
  rt.submit(work(2), { name: "a" });
  rt.submit(work(2), { name: "b", deadline: 1, priority: 9 });
  host.run();
  expect(runs(trace)).toEqual(["0 run a", "1 run b", "2 run a", "3 run b"]);
});

test("a job without a deadline that never ends does not starve those released later", () => {
  const { rt, host, trace, work } = world({ slice: 1 });
  const endless = rt.submit(work(1e9), { name: "forever" });
  rt.submit(work(2), { name: "late", delay: 5 });
  host.run(20);
  endless.cancel();
  expect(ends(trace)[0]).toBe("9 end late"); // forever at 5, late at 6, forever at 7, late at 8
});

test("least laxity runs the job that can wait the shortest, and changes its mind as the others wait", () => {
  const { rt, host, trace, work } = world({ policy: leastLaxity, slice: 1 });
  rt.submit(work(4), { name: "long", deadline: 6, wcet: 4 }); // laxity 2
  rt.submit(work(2), { name: "short", deadline: 5, wcet: 2 }); // laxity 3, though its deadline is earlier
  host.run();
  expect(runs(trace)).toEqual([
    "0 run long", // 2 against 3
    "1 run short", // 2 against 2: they take turns
    "2 run long", // 1 against 2
    "3 run short",
    "4 run long",
    "5 run long",
  ]);
});

test("aging: nobody waits longer than patience and one slice of everybody", () => {
  const { rt, host, trace, work } = world({ policy: aging(fixedPriority, { patience: 10 }), slice: 1, round: 1e9 });
  for (let i = 0; i < 3; i++) rt.submit(work(200), { name: `urgent${i}`, priority: 5 });
  rt.submit(work(3), { name: "poor", priority: -1 });
  host.run();
  const turns = runs(trace)
    .filter((t) => t.endsWith("poor"))
    .map((t) => Number.parseFloat(t));
  expect(turns).toHaveLength(3);
  for (const [i, at] of turns.entries()) expect(at - (turns[i - 1] ?? 0)).toBeLessThanOrEqual(10 + 4);
});

test("aging keeps its bound over any policy, for any jobs", () => {
  const job = fc.record({
    ms: fc.integer({ min: 1, max: 8 }),
    priority: fc.integer({ min: 0, max: 3 }),
    deadline: fc.integer({ min: 1, max: 50 }),
    delay: fc.integer({ min: 0, max: 30 }),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(edf, fixedPriority),
      fc.integer({ min: 1, max: 20 }),
      fc.array(job, { minLength: 2, maxLength: 12 }),
      (policy, patience, jobs) => {
        const waits = new Map<unknown, number>();
        const longest: number[] = [];
        const { rt, host, work } = world({
          policy: aging(policy, { patience }),
          slice: 1,
          round: 1e9,
          observer: {
            jobReleased: (j, now) => void waits.set(j, now),
            jobPreempted: (j, now) => void waits.set(j, now),
            jobDispatched: (j, now) => void longest.push(now - (waits.get(j) as number)),
          },
        });
        for (const { ms, ...options } of jobs) rt.submit(work(ms), options);
        host.run();
        expect(Math.max(...longest)).toBeLessThanOrEqual(patience + jobs.length);
      },
    ),
  );
});

test("aging takes a policy that is an object of a class, and keeps what the policy says of itself", () => {
  class ShortestFirst implements Policy {
    readonly name = "sjf";
    readonly #sign = 1;
    get roundRobin() {
      return false;
    }
    key(job: Urgency): number {
      return this.#sign * job.wcet;
    }
    queue() {
      made++;
      return new KeyedHeap<Queued>();
    }
  }
  let made = 0;
  const policy = aging(new ShortestFirst(), { patience: 4 });
  expect([policy.name, policy.isFixed, policy.roundRobin]).toEqual(["sjf+aging", false, false]);
  expect([aging(fixedPriority, { patience: 1 }).isFixed, aging(edf, { patience: 1 }).roundRobin]).toEqual([true, true]);
  const { rt, host, trace, work } = world({ policy, slice: 1, round: 1e9 });
  for (const ms of [4, 2, 3]) rt.submit(work(ms), { name: `${ms}`, wcet: ms });
  host.run();
  expect(made).toBe(1);
  expect(runs(trace)).toEqual([
    "0 run 2",
    "1 run 2",
    "2 run 3",
    "3 run 3",
    "4 run 4", // has waited for 4
    "5 run 3",
    "6 run 4",
    "7 run 4",
    "8 run 4",
  ]);
});

test("the patience of aging is above 0", () => {
  expect(() => aging(edf, { patience: 0 })).toThrow("patience_not_positive: the patience of aging is 0.");
});

class Item implements Queued {
  heapIndex = -1;
  before: Queued | undefined;
  waiting: object | undefined;
  after: Queued | undefined;
  key: number;
  ticket: number;
  constructor(key: number, ticket: number) {
    this.key = key;
    this.ticket = ticket;
  }
}

const operation = fc.oneof(
  fc.record({ kind: fc.constant("push" as const), key: fc.integer({ min: -5, max: 5 }) }),
  fc.record({ kind: fc.constant("take" as const) }),
  fc.record({ kind: fc.constant("remove" as const), which: fc.nat() }),
  fc.record({ kind: fc.constant("rekey" as const), which: fc.nat(), key: fc.integer({ min: -5, max: 5 }) }),
  fc.record({ kind: fc.constant("back" as const), which: fc.nat() }),
);

for (const [name, make] of [
  ["heap", () => new KeyedHeap<Queued>()],
  ["levels", () => new LevelQueue()],
] as const) {
  test(`the queue of ${name} gives what a sorted list gives`, () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 200 }), (operations) => {
        const queue = make();
        const model: Item[] = [];
        const taken: Item[] = [];
        let ticket = 0;
        const first = () => [...model].sort((a, b) => a.key - b.key || a.ticket - b.ticket)[0];
        for (const o of operations) {
          if (o.kind === "push") {
            const item = new Item(o.key, ticket++);
            model.push(item);
            queue.push(item);
          } else if (o.kind === "take") {
            const expected = first();
            expect(queue.take()).toBe(expected);
            if (expected === undefined) continue;
            model.splice(model.indexOf(expected), 1);
            taken.push(expected);
          } else if (o.kind === "back") {
            // a preempted job comes back with its old ticket
            const [item] = taken.splice(o.which % (taken.length || 1), 1);
            if (item === undefined) continue;
            model.push(item);
            queue.push(item);
          } else {
            const item = model[o.which % (model.length || 1)];
            if (item === undefined) continue;
            if (o.kind === "rekey") queue.rekey(item, o.key);
            else {
              expect(queue.remove(item)).toBe(true);
              expect(queue.remove(item)).toBe(false);
              model.splice(model.indexOf(item), 1);
            }
          }
          expect(queue.size).toBe(model.length);
          expect(queue.peek()).toBe(first());
        }
      }),
    );
  });
}

test("levels take 1024 distinct priorities, drop those that nobody has, and go over to a heap beyond", () => {
  const queue = new LevelQueue();
  const items = Array.from({ length: 3000 }, (_, i) => new Item((i * 7919) % 3000, i));
  for (const item of items) queue.push(item);
  expect(queue.size).toBe(3000);
  expect(items.map(() => queue.take()?.key)).toEqual(items.map((_, i) => i));

  const sparse = new LevelQueue();
  for (let i = 0; i < 5000; i++) {
    sparse.push(new Item(-i, i));
    expect(sparse.take()?.key).toBe(-i);
  }
});

/** Counts the questions for its ticket: the steps of whoever looks for its place. */
class CountedItem extends Item {
  static asked = 0;
  readonly #ticket: number;
  constructor(key: number, ticket: number) {
    super(key, ticket);
    this.#ticket = ticket;
    Object.defineProperty(this, "ticket", {
      get: () => {
        CountedItem.asked++;
        return this.#ticket;
      },
    });
  }
}

test("moving half of the queued jobs to another priority takes steps in proportion to them, and equals keep their order", () => {
  const steps = (n: number) => {
    const queue = new LevelQueue();
    const items = Array.from({ length: n }, (_, i) => new CountedItem(i % 2, i));
    for (const item of items) queue.push(item);
    CountedItem.asked = 0;
    for (const item of items) if (item.key === 1) queue.rekey(item, 0);
    const { asked } = CountedItem;
    expect(items.map(() => queue.take())).toEqual(items);
    expect(queue.size).toBe(0);
    return asked;
  };
  expect(steps(8000)).toBeLessThan(steps(1000) * 9);
});

test("levels with lists and with heaps go over to one heap together", () => {
  const queue = new LevelQueue();
  const items = Array.from({ length: 4000 }, (_, i) => new Item(i < 200 ? i % 2 : i, i));
  const few = items.slice(0, 200);
  for (const item of few) queue.push(item);
  for (const item of few.slice(0, 190)) if (item.key === 1) queue.rekey(item, 0); // farther than a list is walked
  for (const item of few.slice(0, 100)) expect(queue.remove(item)).toBe(true);
  expect(queue.peek()).toBe(items[100]);
  for (const item of items.slice(200)) queue.push(item); // more keys than there are levels
  const rest = items.slice(100).sort((a, b) => a.key - b.key || a.ticket - b.ticket);
  expect(rest.map(() => queue.take())).toEqual(rest);
  expect(queue.take()).toBeUndefined();
});

test("a keyed heap removes any item and keeps the order of the rest", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.double({ noNaN: true }), fc.boolean()), { maxLength: 100 }), (list) => {
      const heap = new KeyedHeap<Item>();
      const items = list.map(([key], i) => new Item(key, i));
      for (const item of items) heap.push(item);
      const kept = items.filter((item, i) => !list[i]?.[1] || !heap.remove(item));
      const order: Item[] = [];
      for (let item = heap.peek(); item !== undefined; item = heap.peek()) {
        heap.remove(item);
        order.push(item);
      }
      expect(order).toEqual(kept.sort((a, b) => (a.key === b.key ? a.ticket - b.ticket : a.key - b.key)));
    }),
  );
});

test("a policy sees a job's name, function and task, and a server in place of its jobs", () => {
  const seen = new Map<string, Urgency>();
  const queued: (Urgency | undefined)[] = [];
  const policy: Policy = {
    name: "watching",
    key(job) {
      seen.set(job.name, job);
      return job.release;
    },
    queue() {
      const heap = new KeyedHeap<Queued>();
      const push = heap.push.bind(heap);
      heap.push = (job) => {
        queued.push(job.urgency);
        push(job);
      };
      return heap;
    },
  };
  const { rt, host, work } = world({ policy });
  const server = new DeferrableServer(rt, { name: "tenant", budget: 1, period: 10 });
  const once = work(1);
  rt.submit(once, { name: "once" });
  server.submit(work(1), { name: "inside" });
  const task = rt.task(work(1), { name: "audio", period: 10 });
  rt.submit(() => task.stop(), { delay: 5 });
  const fns: unknown[] = [];
  rt.submit(() => fns.push(seen.get("once")?.fn), { name: "after", delay: 6 });
  const first = seen.get("once")?.fn;
  host.run(50);

  expect(first).toBe(once);
  expect(fns).toEqual([undefined]); // it had ended
  expect(seen.get("once")).toMatchObject({ task: undefined, server: undefined });
  expect(seen.get("audio")?.task).toBe(task);
  expect(seen.has("inside")).toBe(false); // its server stands for it
  const { server: standing, task: none, fn } = seen.get("tenant") as Urgency;
  expect(standing).toBe(server);
  expect([none, fn]).toEqual([undefined, undefined]);
  expect(queued).toContain(seen.get("tenant"));
  expect(queued).toContain(seen.get("once"));
});

test("a policy can go by learned execution times: the functions that took the shortest go first", () => {
  const policy: Policy = { name: "sjf", key: ({ fn }) => (fn === undefined ? 0 : (rt.expected(fn).mean ?? 0)) };
  const { rt, host, trace, work } = world({ policy, slice: 100, round: 1e9 });
  const [long, short] = [work(5), work(1)];
  for (let round = 0; round < 2; round++) {
    rt.submit(long, { name: "long" });
    rt.submit(short, { name: "short" });
    host.run();
  }
  expect(runs(trace)).toEqual(["0 run long", "5 run short", "6 run short", "7 run long"]);
});
