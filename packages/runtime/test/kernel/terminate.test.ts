/** `terminate`: jobs whose code does not end by itself, under virtual time. */
import { Resource, terminate } from "@preempt/runtime";
import { state, wait } from "@preempt/runtime/abi";
import { expect, test } from "vitest";
import { body, world } from "../kit/world.ts";

/** A job that loops for ever, and then in its `finally` block for ever, a millisecond between two points. */
function stubborn(w: ReturnType<typeof world>, inside: () => void = () => {}) {
  return body(function* () {
    try {
      inside();
      for (;;) {
        w.host.advance(1);
        if (--state.budget < 0) yield;
      }
    } finally {
      w.note("finally");
      for (;;) {
        w.host.advance(1);
        if (--state.budget < 0) yield;
      }
    }
  });
}

test("cancelled, a job that loops in its finally block goes on for ever", () => {
  const w = world({ slice: 2, round: 10, budget: 0 });
  const job = w.rt.submit(stubborn(w));
  job.catch(() => {});
  w.host.run(10);
  job.cancel();
  w.host.run(50);
  expect(w.rt.load.ready).toBe(1);
  terminate(job);
});

test("terminated, it has ended at once, and its finally block has not run", async () => {
  const w = world({ slice: 2, round: 10, budget: 0 });
  const job = w.rt.submit(stubborn(w), { name: "A" });
  w.host.run(10);
  const reason = new Error("enough");
  terminate(job, { reason });
  await expect(job).rejects.toBe(reason);
  expect(job.state).toBe("cancelled");
  w.host.run(100);
  expect(w.trace.filter((line) => line.includes("finally"))).toEqual([]);
  expect(w.trace.at(-1)).toBe(`${job.finish} end A`);
  expect(w.host.pending).toEqual({ turns: 0, timers: 0 });
});

test("with a time for cleanup, the finally block runs for as long", async () => {
  const w = world({ slice: 2, round: 10, budget: 0 });
  const job = w.rt.submit(stubborn(w), { name: "A" });
  w.host.run(10);
  const from = w.host.now();
  terminate(job, { cleanup: 5 });
  await expect(job).rejects.toThrow("cancelled");
  w.host.run(100);
  expect(w.trace).toContain(`${from} finally`);
  const [end] = w.trace.filter((line) => line.endsWith("end A"));
  expect(Number.parseFloat(end as string) - from).toBeGreaterThanOrEqual(5);
  expect(Number.parseFloat(end as string) - from).toBeLessThanOrEqual(7);
});

test("a job that terminates itself ends at its next point", async () => {
  const w = world({ slice: 2, round: 10, budget: 0 });
  const job = w.rt.submit(
    stubborn(w, () => terminate(job, { reason: "itself" })),
    { name: "A" },
  );
  w.host.run(20);
  await expect(job).rejects.toBe("itself");
  expect(w.rt.load.ready).toBe(0);
});

test("what it has locked is unlocked, and who waits for it goes on", async () => {
  const w = world({ slice: 2, round: 10, budget: 0 });
  const lock = new Resource(w.rt, { name: "lock" });
  const holder = w.rt.submit(function* () {
    yield* lock.acquire();
    for (;;) {
      w.host.advance(1);
      yield;
    }
  });
  holder.catch(() => {});
  const waiter = w.rt.submit(
    function* () {
      yield* lock.acquire();
      return "has it";
    },
    { delay: 3 },
  );
  w.host.run(12);
  expect(waiter.state).toBe("blocked");
  terminate(holder);
  w.host.run(20);
  expect(await waiter).toBe("has it");
});

test("what its finally block throws is not reported", () => {
  const errors: unknown[] = [];
  const w = world({ slice: 2, round: 10, budget: 0, onError: (error) => errors.push(error) });
  const job = w.rt.submit(
    body(function* () {
      try {
        yield wait(new Promise(() => {}));
      } finally {
        w.note("finally");
        // biome-ignore lint/correctness/noUnsafeFinally: as code that nobody trusts may do
        throw new Error("no news");
      }
    }),
  );
  w.host.run(5);
  terminate(job, { cleanup: 3 });
  job.catch(() => {});
  w.host.run(20);
  expect(w.trace.filter((line) => line.includes("finally"))).toHaveLength(1);
  expect(errors).toEqual([]);
});

test("a job that waits in its finally block is ended, and nothing happens when that comes", async () => {
  const w = world({ slice: 2, round: 10, budget: 0 });
  let come = () => {};
  const job = w.rt.submit(
    body(function* () {
      try {
        yield wait(new Promise(() => {}));
      } finally {
        yield wait(
          new Promise<void>((resolve) => {
            come = resolve;
          }),
        );
        w.note("after the wait");
      }
    }),
  );
  w.host.run(5);
  terminate(job, { cleanup: 3 });
  job.catch(() => {});
  w.host.run(20);
  come();
  await Promise.resolve();
  w.host.run(30);
  expect(w.trace.filter((line) => line.includes("after"))).toEqual([]);
  expect(w.host.pending).toEqual({ turns: 0, timers: 0 });
});

test("a job that has ended stays as it is, one that has not begun does not begin, and options are checked", async () => {
  const w = world({ slice: 2, round: 10 });
  const done = w.rt.submit(w.work(1));
  w.host.run(5);
  terminate(done);
  expect(await done).toBe(1);
  const waiting = w.rt.submit(w.work(1), { delay: 100 });
  terminate(waiting, { reason: "not now" });
  await expect(waiting).rejects.toBe("not now");
  expect(waiting.executionTime).toBe(0);
  expect(() => terminate(done, { cleanup: -1 })).toThrow("cleanup_negative");
  expect(() => terminate(done, { clean: 1 } as never)).toThrow("option_unknown");
});
