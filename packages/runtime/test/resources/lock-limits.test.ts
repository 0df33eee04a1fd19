/** How long a job waits for a lock: until a signal is aborted, or its time is over. */
import { type Lock, type PreemptError, type ProtocolName, Resource, type WaitOptions } from "@preempt/runtime";
import { attach, of, signal } from "@preempt/runtime/abi";
import { consume } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { type World, world } from "../kit/world.ts";

const ends = (trace: string[]) => trace.filter((t) => !t.includes("run"));
const protocols: readonly ProtocolName[] = ["none", "pip", "npcs", "pcp", "icpp", "srp"];

/** Locks for so long, and writes down what is thrown where it waits. */
function locking({ rt, note }: World, resource: Resource, ms: number, options?: WaitOptions) {
  return function* () {
    try {
      const lock = yield* resource.acquire(options);
      yield* consume(rt, ms);
      lock.unlock();
    } catch (error) {
      note((error as Error).message ?? error);
    }
  };
}

test("who has waited long enough gets an error that names resource and holder", () => {
  for (const protocol of ["none", "pip"] as const) {
    const w = world({ policy: "fp", preemption: "ideal", slice: 100, budget: 0 });
    const disk = new Resource(w.rt, { name: "disk", protocol });
    w.rt.submit(locking(w, disk, 10), { name: "low", priority: 1 });
    w.rt.submit(locking(w, disk, 1, { timeout: 3 }), { name: "high", priority: 2, delay: 2 });
    w.rt.submit(locking(w, disk, 1, { timeout: 9 }), { name: "patient", priority: 2, delay: 2 });
    w.host.run();
    expect(ends(w.trace)).toEqual([
      '5 lock_timeout: T0J1 (high) waited 3 ms for resource "disk", which T0J0 (low) has. Give a longer timeout, or see to it that it comes earlier.',
      "5 end high",
      "10 end low",
      "11 end patient",
    ]);
    expect(w.host.pending).toEqual({ turns: 0, timers: 0 });
  }
});

test("whose signal is aborted gets its reason, at once and where it waits", () => {
  const w = world({ policy: "fp", preemption: "ideal", slice: 100, budget: 0 });
  const disk = new Resource(w.rt, { name: "disk" });
  const controller = new AbortController();
  w.rt.submit(locking(w, disk, 10), { name: "low", priority: 1 });
  const options = { signal: controller.signal, timeout: 50 };
  w.rt.submit(locking(w, disk, 1, options), { name: "high", priority: 2, delay: 2 });
  w.rt.alarm({ in: 4 }, () => controller.abort(new Error("stopped")));
  w.rt.submit(locking(w, disk, 1, options), { name: "late", priority: 2, delay: 30 });
  w.host.run();
  // The second one gets nothing, though the resource is free then.
  expect(ends(w.trace)).toEqual(["4 stopped", "4 end high", "10 end low", "30 stopped", "30 end late"]);
  expect(w.host.now()).toBe(30);
});

for (const protocol of protocols) {
  test(`${protocol}: whoever gives up lends no urgency from then on, and leaves nothing behind`, () => {
    const w = world({ policy: "fp", preemption: "ideal", slice: 100, budget: 0 });
    const disk = new Resource(w.rt, { name: "disk", protocol });
    const uses = [disk];
    let listeners = 0;
    const source = {
      aborted: false,
      reason: "aborted",
      addEventListener: () => void listeners++,
      removeEventListener: () => void listeners--,
    };
    // What ceilings keep from starting does not ask, unless the holder awaits.
    const low = w.rt.submit(
      function* () {
        const lock = yield* disk.acquire();
        yield* consume(w.rt, 10);
        lock.unlock();
      },
      { name: "low", priority: 1, uses },
    );
    w.rt.submit(locking(w, disk, 1, { timeout: 3, signal: source }), { name: "high", priority: 9, delay: 2, uses });
    w.rt.submit(w.work(4), { name: "middling", priority: 5, delay: 3 });
    w.host.run();
    const timedOut = w.trace.some((line) => line.includes("lock_timeout"));
    expect(timedOut).toBe(["none", "pip", "pcp"].includes(protocol));
    // From 5 on the holder is as urgent as it is by itself.
    if (timedOut) expect(low.finish, protocol).toBe(14);
    expect(listeners).toBe(0);
    expect(disk.waiters.size).toBe(0);
    expect(disk.isLocked).toBe(false);
    expect(w.host.pending).toEqual({ turns: 0, timers: 0 });
  });
}

test("who was called and gives up before it comes leaves the resource to the next one", () => {
  const w = world({ policy: "fp", preemption: "ideal", slice: 100, budget: 0 });
  const disk = new Resource(w.rt, { name: "disk" });
  const controller = new AbortController();
  w.rt.submit(
    function* () {
      const lock = yield* disk.acquire();
      yield* consume(w.rt, 3);
      const section = w.rt.criticalSection();
      lock.unlock();
      // The first one has been called, and cannot come yet.
      controller.abort("no more");
      w.host.advance(1);
      section.leave();
    },
    { name: "low", priority: 1 },
  );
  const options = { signal: controller.signal };
  w.rt.submit(locking(w, disk, 1, options), { name: "first", priority: 3, delay: 1 });
  w.rt.submit(locking(w, disk, 1), { name: "second", priority: 2, delay: 1 });
  w.host.run();
  expect(ends(w.trace)).toEqual(["4 end low", "4 no more", "4 end first", "5 end second"]);
});

test("one that was called in time takes the resource, though it comes later than that", () => {
  const w = world({ policy: "fp", preemption: "ideal", slice: 100, budget: 0 });
  const disk = new Resource(w.rt, { name: "disk" });
  w.rt.submit(locking(w, disk, 2), { name: "holder", priority: 3 });
  w.rt.submit(locking(w, disk, 1, { timeout: 4 }), { name: "waiter", priority: 4, delay: 1 }).setPriority(4);
  w.rt.submit(w.work(5), { name: "urgent", priority: 9, delay: 2 });
  w.host.run();
  expect(ends(w.trace)).toEqual(["2 end holder", "7 end urgent", "8 end waiter"]);
});

test("a job that is cancelled while it waits with a limit leaves no timer and no listener", () => {
  const w = world({ policy: "fp", budget: 0 });
  const disk = new Resource(w.rt, { name: "disk" });
  const lock = disk.lock();
  const job = w.rt.submit(locking(w, disk, 1, { timeout: 1000, signal: new AbortController().signal }));
  job.catch(() => {});
  w.rt.alarm({ in: 5 }, () => job.cancel());
  w.host.run();
  expect(w.host.now()).toBe(5);
  expect(w.host.pending).toEqual({ turns: 0, timers: 0 });
  lock.unlock();
});

test("lock() in annotated code takes the same options; code that cannot wait has no time to wait for", () => {
  const w = world({ policy: "fp", slice: 1, budget: 0 });
  const disk = new Resource(w.rt, { name: "disk" });
  const outer = disk.lock();
  const caught: string[] = [];
  const annotated = attach(() => undefined, function* () {
    try {
      let got: unknown = (of(disk.lock, "lock") as (this: Resource, o: WaitOptions) => unknown).call(disk, {
        timeout: 2,
      });
      if (got === signal) got = yield;
      (got as Lock).unlock();
    } catch (error) {
      caught.push(`${w.host.now()} ${(error as PreemptError).code}`);
    }
  } as never);
  w.rt.submit(annotated);
  w.host.run();
  const code = (options: WaitOptions) => {
    try {
      return String(disk.lock(options));
    } catch (error) {
      return (error as PreemptError).code ?? error;
    }
  };
  expect(caught).toEqual(["2 lock_timeout"]);
  expect(code({ timeout: 0 })).toBe("lock_timeout");
  expect(code({ timeout: 5 })).toBe("resource_busy");
  expect(code({ timeout: -1 })).toBe("timeout_negative");
  expect(code({ timout: 1 } as WaitOptions)).toBe("option_unknown");
  expect(code({ signal: {} as AbortSignal })).toBe("signal_not_a_signal");
  expect(code({ signal: AbortSignal.abort("gone") })).toBe("gone");
  outer.unlock();
  disk.lock({ timeout: 0 }).unlock();
});
