/** Semaphores and read-write locks: who gets in, who inherits, what is a deadlock. */
import {
  type Job,
  JobGroup,
  type Lock,
  type PreemptError,
  ReadWriteLock,
  Resource,
  Scheduler,
  Semaphore,
  type SemaphoreOptions,
  type WaitOptions,
} from "@preempt/runtime";
import { attach, of, signal, wait } from "@preempt/runtime/abi";
import { Scheduler as CoreScheduler, edf } from "@preempt/runtime/core";
import { consume, VirtualHost } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { growth } from "../kit/growth.ts";
import { type World, world } from "../kit/world.ts";

const ideal = { policy: "fp", preemption: "ideal", slice: 100, round: 1000, budget: 0 } as const;
type Acquire = (options?: WaitOptions) => Generator<undefined, Lock>;
type Body = Generator<undefined, void>;

/** Locks by each of these, one inside the other, for so long each; notes when it has it. */
function holding({ rt, note }: World, ms: number, ...all: readonly Acquire[]) {
  return function* (): Body {
    const { name } = rt.currentJob as Job;
    const locks: Lock[] = [];
    try {
      for (const acquire of all) {
        locks.push(yield* acquire());
        note(`${name} in`);
        yield* consume(rt, ms);
      }
    } catch (error) {
      note(`${name}: ${(error as Error).message}`);
    }
    for (const lock of locks.reverse()) lock.unlock();
    note(`${name} out`);
  };
}

const notes = (trace: string[]) => trace.filter((line) => / (in|out|came)$|:/.test(line));

function semaphore(w: World, count: number, options: Partial<SemaphoreOptions> = {}) {
  const real = new Semaphore(w.rt, { name: "pool", count, ...options });
  const use: Acquire = (limit) => real.acquire(limit);
  return { real, use };
}

function readWrite(w: World) {
  const real = new ReadWriteLock(w.rt, { name: "config" });
  const read: Acquire = (limit) => real.acquireRead(limit);
  const write: Acquire = (limit) => real.acquireWrite(limit);
  return { real, read, write };
}

test("a semaphore lets so many in; the others come by urgency, and by arrival among equals", () => {
  const w = world(ideal);
  const { real, use } = semaphore(w, 2);
  const outside = [real.lock(), real.lock()];
  for (const [name, priority] of [
    ["c", 1],
    ["d", 3],
    ["e", 3],
    ["f", 2],
  ] as const) {
    w.rt.submit(holding(w, 2, use), { name, priority, delay: 1 });
  }
  w.rt.alarm({ in: 5 }, () => outside[0]?.unlock());
  w.rt.alarm({ in: 6 }, () => outside[1]?.unlock());
  w.host.run(4);
  expect([real.free, real.waiting, real.tryLock()]).toEqual([0, 4, undefined]);
  w.host.run();
  expect(notes(w.trace)).toEqual([
    ...["5 d in", "7 d out", "7 e in", "9 e out", "9 f in", "11 f out", "11 c in", "13 c out"],
  ]);
  expect([real.free, real.waiting, real.count]).toEqual([2, 0, 2]);
});

test("all holders of a semaphore are as urgent as the most urgent job that waits", () => {
  const run = (protocol: "pip" | "none") => {
    const w = world(ideal);
    const { use } = semaphore(w, 2, { protocol });
    w.rt.submit(holding(w, 4, use), { name: "a", priority: 1 });
    w.rt.submit(holding(w, 4, use), { name: "b", priority: 2, delay: 1 });
    w.rt.submit(holding(w, 1, use), { name: "high", priority: 9, delay: 2 });
    w.rt.submit(holding(w, 4), { name: "middling", priority: 5, delay: 2 });
    w.rt.submit(w.work(4), { name: "middling", priority: 5, delay: 2 });
    w.host.run();
    return w.trace.filter((line) => / (in|end middling)$| end middling/.test(line));
  };
  expect(run("pip")).toEqual(["0 a in", "1 b in", "5 high in", "6 end middling", "10 end middling"]);
  expect(run("none")).toEqual(["0 a in", "1 b in", "2 end middling", "6 end middling", "9 high in"]);
});

test("a more urgent job takes what is kept for one that was called; that one keeps its place in the line", () => {
  const w = world(ideal);
  const { real, use } = semaphore(w, 1);
  const outside = real.lock();
  w.rt.submit(holding(w, 1, use), { name: "first", priority: 1 });
  w.rt.submit(holding(w, 1, use), { name: "second", priority: 1 });
  w.rt.submit(
    function* () {
      yield* consume(w.rt, 4);
      yield* holding(w, 2, use)();
    },
    { name: "urgent", priority: 9, delay: 4 },
  );
  w.rt.alarm({ in: 5 }, () => outside.unlock());
  w.host.run();
  expect(notes(w.trace)).toEqual([
    "8 urgent in",
    "10 urgent out",
    "10 first in",
    "11 first out",
    "11 second in",
    "12 second out",
  ]);
});

test("one that comes after it was passed waits in its old place", () => {
  const w = world(ideal);
  const { real, use } = semaphore(w, 1);
  const disk = new Resource(w.rt, { name: "disk" });
  const outside = [real.lock(), disk.lock()] as const;
  w.rt.submit(holding(w, 1, use), { name: "first", priority: 1 });
  w.rt.submit(holding(w, 1, use), { name: "second", priority: 1 });
  const urgent = function* () {
    yield* consume(w.rt, 4);
    yield* holding(w, 0, use, () => disk.acquire())();
  };
  w.rt.submit(urgent, { name: "urgent", priority: 9, delay: 4 });
  w.rt.alarm({ in: 5 }, () => outside[0].unlock());
  w.rt.alarm({ in: 20 }, () => outside[1].unlock());
  w.host.run();
  expect(notes(w.trace).slice(3)).toEqual(["20 first in", "21 first out", "21 second in", "22 second out"]);
});

test("a reader goes after a writer that was passed by a more urgent reader", () => {
  const w = world(ideal);
  const { real, read, write } = readWrite(w);
  const disk = new Resource(w.rt, { name: "disk" });
  const outside = [real.write(), disk.lock()] as const;
  w.rt.submit(
    function* () {
      yield* consume(w.rt, 4);
      yield* holding(w, 1, read)();
    },
    { name: "reader", priority: 1 },
  );
  const writer = w.rt.submit(holding(w, 1, write), { name: "writer", priority: 2, delay: 1 });
  const urgent = function* () {
    yield* consume(w.rt, 4);
    yield* holding(w, 0, read, () => disk.acquire())();
  };
  w.rt.alarm({ in: 2 }, () => writer.setPriority(1));
  w.rt.submit(urgent, { name: "urgent", priority: 9, delay: 3 });
  w.rt.alarm({ in: 4 }, () => outside[0].unlock());
  w.rt.alarm({ in: 20 }, () => outside[1].unlock());
  w.host.run();
  expect(notes(w.trace)).toEqual([
    ...[
      "7 urgent in",
      "20 urgent in",
      "20 urgent out",
      "20 writer in",
      "21 writer out",
      "21 reader in",
      "22 reader out",
    ],
  ]);
});

test("who was called inherits from those that still wait", () => {
  const w = world(ideal);
  const { real, use } = semaphore(w, 1);
  const outside = real.lock();
  w.rt.submit(holding(w, 1, use), { name: "called", priority: 4 });
  const waiter = w.rt.submit(holding(w, 1, use), { name: "waiter", priority: 3 });
  w.rt.submit(w.work(5), { name: "urgent", priority: 9, delay: 2 });
  w.rt.submit(w.work(9), { name: "middling", priority: 5, delay: 2 });
  w.rt.alarm({ in: 3 }, () => outside.unlock());
  w.rt.alarm({ in: 4 }, () => waiter.setPriority(8));
  w.host.run();
  expect(w.trace.filter((line) => line.includes("end"))).toEqual([
    ...["7 end urgent", "8 end called", "9 end waiter", "18 end middling"],
  ]);
});

test("readers share; a reader goes after a writer that came before it and is as urgent, not after a less urgent one", () => {
  const w = world(ideal);
  const { real, read, write } = readWrite(w);
  const outside = real.read();
  w.rt.submit(holding(w, 2, write), { name: "writer", priority: 2, delay: 1 });
  w.rt.submit(holding(w, 2, read), { name: "equal", priority: 2, delay: 2 });
  w.rt.submit(holding(w, 2, read), { name: "urgent", priority: 3, delay: 3 });
  w.rt.alarm({ in: 6 }, () => outside.unlock());
  w.host.run(4);
  expect([real.readers, real.isWriting, real.waiting]).toEqual([2, false, 2]);
  w.host.run(7);
  expect([real.readers, real.isWriting, real.waiting]).toEqual([0, true, 1]);
  w.host.run();
  expect(notes(w.trace)).toEqual([
    ...["3 urgent in", "5 urgent out", "6 writer in", "8 writer out", "8 equal in", "10 equal out"],
  ]);
});

test("readers that come and go keep no writer out, nor writers a reader", () => {
  for (const [rest, one] of [
    ["read", "write"],
    ["write", "read"],
  ] as const) {
    const w = world({ ...ideal, preemption: "sliced", slice: 1 });
    const lock = readWrite(w);
    for (const name of ["a", "b", "c"]) {
      w.rt
        .submit(
          function* () {
            for (;;) {
              const held = yield* lock[rest]();
              yield* consume(w.rt, 2);
              held.unlock();
              yield;
            }
          },
          { name },
        )
        .catch(() => {});
    }
    const waits = w.rt.submit(holding(w, 1, lock[one]), { name: "one", delay: 5 });
    w.host.run(60);
    expect(waits.state, one).toBe("done");
    w.rt.cancelAll();
    w.host.run();
    expect([lock.real.readers, lock.real.isWriting, lock.real.waiting]).toEqual([0, false, 0]);
  }
});

test("a writer that waits lends its urgency to every reader", () => {
  const w = world(ideal);
  const { read, write } = readWrite(w);
  w.rt.submit(holding(w, 4, read), { name: "a", priority: 1 });
  w.rt.submit(holding(w, 4, read), { name: "b", priority: 2, delay: 1 });
  w.rt.submit(holding(w, 1, write), { name: "high", priority: 9, delay: 2 });
  w.rt.submit(w.work(4), { name: "middling", priority: 5, delay: 2 });
  w.host.run();
  expect(w.trace.filter((line) => / (in|out)$|end middling/.test(line))).toEqual([
    ...["0 a in", "1 b in", "5 a out", "8 b out", "8 high in", "9 high out", "13 end middling"],
  ]);
});

test("what is lent is taken back from holders that go on, when the waiter is cancelled or moved", () => {
  for (const change of ["cancel", "move", "time"]) {
    const w = world(ideal);
    const { use } = semaphore(w, 2);
    w.rt.submit(holding(w, 4, use), { name: "a", priority: 1 });
    w.rt.submit(holding(w, 4, use), { name: "b", priority: 2, delay: 1 });
    const limited: Acquire = () => use(change === "time" ? { timeout: 1 } : {});
    const high = w.rt.submit(holding(w, 1, limited), { name: "high", priority: 9, delay: 2 });
    high.catch(() => {});
    w.rt.submit(w.work(4), { name: "middling", priority: 5, delay: 2 });
    w.rt.alarm({ in: 3 }, () => {
      if (change === "cancel") high.cancel();
      if (change === "move") high.setPriority(0);
    });
    w.host.run();
    // The middling job goes first from 3 on.
    expect(
      w.trace.filter((line) => / out$|end middling/.test(line) && !line.includes("high")),
      change,
    ).toEqual([...["7 end middling", "10 b out", "12 a out"]]);
  }
});

test("a writer that is cancelled, moved back or gives up lets the readers behind it in", () => {
  for (const change of ["cancel", "move", "raise", "time"]) {
    const w = world(ideal);
    const { real, read, write } = readWrite(w);
    const outside = real.read();
    const limited: Acquire = () => write(change === "time" ? { timeout: 4 } : {});
    const writer = w.rt.submit(holding(w, 2, limited), { name: "writer", priority: 2, delay: 1 });
    writer.catch(() => {});
    const reader = w.rt.submit(holding(w, 2, read), { name: "reader", priority: 2, delay: 2 });
    w.rt.alarm({ in: 5 }, () => {
      if (change === "cancel") writer.cancel();
      if (change === "move") writer.setPriority(1);
      if (change === "raise") reader.setPriority(3);
    });
    w.rt.alarm({ in: 20 }, () => outside.unlock());
    w.host.run();
    expect(w.trace, change).toContain("5 reader in");
    expect([real.readers, real.isWriting, real.waiting]).toEqual([0, false, 0]);
  }
});

test("a job that reads may read again, while a writer waits", () => {
  const w = world(ideal);
  const { read, write } = readWrite(w);
  w.rt.submit(holding(w, 2, read, read), { name: "reader", priority: 1 });
  w.rt.submit(holding(w, 1, write), { name: "writer", priority: 2, delay: 1 });
  w.host.run();
  expect(notes(w.trace)).toEqual(["0 reader in", "2 reader in", "4 reader out", "4 writer in", "5 writer out"]);
});

test("what was called and is cancelled before it comes leaves its permit to the next one", () => {
  const w = world(ideal);
  const { real, use } = semaphore(w, 1);
  const outside = real.lock();
  const first = w.rt.submit(holding(w, 1, use), { name: "first", priority: 2 });
  first.catch(() => {});
  w.rt.submit(holding(w, 1, use), { name: "second", priority: 1 });
  w.rt.alarm({ in: 3 }, () => {
    outside.unlock();
    first.cancel();
  });
  w.host.run();
  expect(notes(w.trace)).toEqual(["3 second in", "4 second out"]);
  expect(real.free).toBe(1);
});

test("permits are given back when their job ends, in any way", () => {
  const w = world({ ...ideal, onError: () => {} });
  const { real } = semaphore(w, 3);
  w.rt.submit(() => {
    real.lock();
    throw new Error("with a permit");
  });
  w.rt.submit(() => void real.lock());
  const endless = w.rt.submit(function* () {
    yield* real.acquire();
    for (;;) yield* consume(w.rt, 1);
  });
  endless.catch(() => {});
  w.rt.alarm({ in: 5 }, () => endless.cancel());
  w.host.run();
  expect(real.free).toBe(3);
});

test("a deadlock among holders of a semaphore is found when nobody is left who could go on", () => {
  const w = world({ ...ideal, preemption: "sliced", slice: 1 });
  const { use } = semaphore(w, 2);
  w.rt.submit(holding(w, 2, use, use), { name: "one" });
  w.rt.submit(holding(w, 2, use, use), { name: "two" });
  w.host.run();
  expect(notes(w.trace).filter((line) => line.includes(":"))).toEqual([
    "4 two: deadlock: T0J1 (two) → pool → T0J0 (one) → pool → T0J1 (two): each waits for what the next one holds. Lock in the same order everywhere.",
  ]);
  expect(notes(w.trace).slice(-3)).toEqual(["4 two out", "4 one in", "6 one out"]);
});

test("no deadlock as long as one holder can go on; when that one closes the circle, it is one", () => {
  for (const isClosed of [false, true]) {
    const w = world(ideal);
    const { use } = semaphore(w, 2);
    const disk = new Resource(w.rt, { name: "disk" });
    const lockDisk: Acquire = () => disk.acquire();
    // c has the disk and wants a permit, a has a permit and wants the disk, b has the other permit.
    w.rt.submit(holding(w, 3, lockDisk, use), { name: "c", priority: 1 });
    w.rt.submit(holding(w, 2, use, lockDisk), { name: "a", priority: 3, delay: 2 });
    w.rt.submit(holding(w, 6, use, ...(isClosed ? [lockDisk] : [])), { name: "b", priority: 2, delay: 1 });
    w.host.run();
    const errors = w.trace.filter((line) => line.includes("deadlock"));
    expect(errors, String(isClosed)).toEqual(
      isClosed
        ? [
            "11 b: deadlock: T0J2 (b) → disk → T0J0 (c) → pool → T0J2 (b): each waits for what the next one holds. Lock in the same order everywhere.",
          ]
        : [],
    );
    // All of them get what they want.
    for (const name of ["a", "b", "c"]) expect(w.trace.some((line) => line.endsWith(`${name} out`))).toBe(true);
  }
});

test("a reader that wants to write waits for itself; so does one behind a writer, for a job that reads", () => {
  const w = world(ideal);
  const { read, write } = readWrite(w);
  w.rt.submit(holding(w, 1, read, write), { name: "upgrade" });
  w.rt.submit(holding(w, 1, write, read), { name: "downgrade" });
  w.host.run();
  const names = (line: string) => line.replace(/: each.*/, "");
  expect(
    notes(w.trace)
      .filter((line) => line.includes(":"))
      .map(names),
  ).toEqual([
    "1 upgrade: deadlock: T0J0 (upgrade) → config → T0J0 (upgrade)",
    "2 downgrade: deadlock: T0J1 (downgrade) → config → T0J1 (downgrade)",
  ]);
  const v = world(ideal);
  const lock = readWrite(v);
  const disk = new Resource(v.rt, { name: "disk" });
  const lockDisk: Acquire = () => disk.acquire();
  v.rt.submit(holding(v, 4, lock.read, lockDisk), { name: "reader" });
  v.rt.submit(holding(v, 1, lock.write), { name: "writer", priority: 3, delay: 2 });
  v.rt.submit(holding(v, 2, lockDisk, lock.read), { name: "behind", priority: 2, delay: 1 });
  v.host.run();
  expect(
    notes(v.trace)
      .filter((line) => line.includes(":"))
      .map(names),
  ).toEqual(["6 behind: deadlock: T0J2 (behind) → config → T0J0 (reader) → disk → T0J2 (behind)"]);
  expect(notes(v.trace).slice(-1)).toEqual(["11 writer out"]);
});

test("a wait has a signal and a timeout; the message names holders", () => {
  const w = world({ ...ideal, onError: () => {} });
  const { real, use } = semaphore(w, 2);
  const outside = real.lock();
  w.rt.submit(holding(w, 9, use), { name: "low", priority: 1 });
  w.rt.submit(
    holding(w, 1, () => use({ timeout: 3 })),
    { name: "timed", priority: 2, delay: 1 },
  );
  const controller = new AbortController();
  w.rt.submit(
    holding(w, 1, () => use({ signal: controller.signal })),
    { name: "aborted", priority: 3, delay: 1 },
  );
  w.rt.alarm({ in: 2 }, () => controller.abort(new Error("stopped")));
  w.host.run();
  expect(notes(w.trace).filter((line) => line.includes(":"))).toEqual([
    "2 aborted: stopped",
    '5 timed: lock_timeout: T0J1 (timed) waited 3 ms for semaphore "pool", held by T0J0 (low), code outside of jobs. Give a longer timeout, or see to it that it comes earlier.',
  ]);
  expect([real.free, real.waiting]).toEqual([1, 0]);
  expect(w.host.pending).toEqual({ turns: 0, timers: 0 });
  outside.unlock();
});

test("in annotated code lock(), read() and write() wait like ordinary calls; other code is told that it cannot", () => {
  const w = world({ ...ideal, preemption: "sliced", slice: 1 });
  const { real: pool } = semaphore(w, 1);
  const { real: config } = readWrite(w);
  const annotated = (self: object, method: () => Lock) =>
    attach(() => undefined, function* () {
      let got: unknown = (of(method as never, "lock") as (this: object) => unknown).call(self);
      if (got === signal) got = yield;
      w.note(`${(w.rt.currentJob as Job).name} in`);
      w.host.advance(1);
      (got as Lock).unlock();
    } as never);
  for (const [name, lock, self, method] of [
    ["lock", pool.lock(), pool, pool.lock],
    ["read", config.write(), config, config.read],
    ["write", config.tryWrite(), config, config.write],
  ] as const) {
    w.rt.submit(annotated(self, method as () => Lock), { name });
    if (lock !== undefined) w.rt.alarm({ in: 5 }, () => lock.unlock());
  }
  w.host.run(1);
  const code = (take: () => Lock) => {
    try {
      return take();
    } catch (error) {
      return (error as PreemptError).message.replace(/, and code.*, or /, " … ");
    }
  };
  expect([pool, config].map((one) => one.waiting)).toEqual([1, 2]);
  expect(code(() => pool.lock())).toBe(
    'resource_busy: semaphore "pool" cannot be had now, held by code outside of jobs … tryLock().',
  );
  expect(code(() => config.read())).toContain("tryRead()");
  expect(code(() => config.write({ timeout: 0 }))).toContain("lock_timeout");
  w.host.run();
  expect(notes(w.trace)).toEqual(["5 lock in", "6 read in", "7 write in"]);
});

test("what cannot be is refused", () => {
  const w = world();
  const code = (make: () => unknown) => {
    try {
      return make();
    } catch (error) {
      return (error as PreemptError).message.split(".")[0];
    }
  };
  expect(code(() => new Semaphore(w.rt, { name: "s", count: 0 }))).toBe(
    'count_not_positive: the count of semaphore "s" is 0',
  );
  expect(code(() => new Semaphore(w.rt, { count: 1 } as SemaphoreOptions))).toBe(
    "resource_name_missing: the name of a semaphore is undefined",
  );
  expect(code(() => new Semaphore(w.rt, { name: "s", count: 1, cuont: 2 } as SemaphoreOptions))).toContain(
    "option_unknown",
  );
  expect(code(() => new Semaphore(w.rt, { name: "s", count: 1, protocol: "srp" as "pip" }))).toBe(
    'protocol_needs_one_holder: the protocol of semaphore "s" is "srp", which is for one holder at a time',
  );
  expect(code(() => new ReadWriteLock(w.rt, { name: "l", protocol: "mutex" as "pip" }))).toBe(
    'protocol_unknown: the protocol of read-write lock "l" is "mutex"',
  );
  const core = new CoreScheduler({ host: new VirtualHost(), policy: edf });
  expect(code(() => new Semaphore(core as never, { name: "s", count: 1 }))).toContain("scheduler_is_core");
});

test.for(["Semaphore", "ReadWriteLock"] as const)(
  "%s: to hand it on costs about the same however many wait for it",
  { timeout: 120_000 },
  async (kind) => {
    const cost = (n: number) => {
      const host = new VirtualHost();
      const rt = new Scheduler({ host, policy: "fp", margin: false });
      const pool = new Semaphore(rt, { name: "pool", count: 1 });
      const config = new ReadWriteLock(rt, { name: "config" });
      const outside = kind === "Semaphore" ? pool.lock() : config.write();
      let ended = 0;
      const body = function* () {
        (yield* kind === "Semaphore" ? pool.acquire() : config.acquireWrite()).unlock();
        ended++;
      };
      for (let i = 0; i < n; i++) rt.submit(body, { priority: -i });
      host.run();
      const before = process.cpuUsage();
      outside.unlock();
      host.run();
      const { user, system } = process.cpuUsage(before);
      expect(ended).toBe(n);
      return (user + system) / n;
    };
    expect(await growth(cost, { few: 250, many: 8000, limit: 8, turns: 5 })).toBeLessThan(8);
  },
);

test("a job that waits for a place in its group is let go on before there is a deadlock among several holders", () => {
  const w = world(ideal);
  const { use } = semaphore(w, 2);
  const disk = new Resource(w.rt, { name: "disk" });
  const lockDisk: Acquire = () => disk.acquire();
  const group = new JobGroup(w.rt, { concurrency: 1 });
  let later: Job | undefined;
  // first has the group's only place and the disk, and wants a permit. One permit's holder wants the disk, the other
  // one awaits a job that has no place yet.
  group.submit(holding(w, 3, lockDisk, use), { name: "first", priority: 1 });
  w.rt.submit(holding(w, 1, use, lockDisk), { name: "wants the disk", priority: 4, delay: 1 });
  w.rt.submit(
    function* () {
      const lock = yield* use();
      later = group.submit(w.work(1), { name: "later", priority: 1 });
      yield wait(later);
      lock.unlock();
    },
    { name: "awaits", priority: 5, delay: 2 },
  );
  w.host.run();
  expect(w.trace.filter((line) => line.includes("deadlock"))).toEqual([]);
  expect(later?.state).toBe("done");
  expect(notes(w.trace).at(-1)).toContain("out");
});
