/** A critical section is held until it is left. Waiting inside is refused, since all others would wait as well. */
import { type Job, PreemptError, Resource, type Scheduler } from "@preempt/runtime";
import { attachAsync, settle, wait } from "@preempt/runtime/abi";
import { expect, test } from "vitest";
import { world } from "../kit/world.ts";

const codeOf = (job: Job<unknown>) =>
  job.then(
    (value) => value,
    (error: PreemptError) => `${error.name} ${error.code}`,
  );

/** What the transformer makes of an async function that awaits `value` in a section, and catches what that throws. */
function awaitingInside(rt: Scheduler, value: () => unknown, note: (what: string) => void) {
  const body = function* (): Generator<undefined, unknown, unknown> {
    const section = rt.criticalSection();
    try {
      wait(value());
      yield;
      note("went on");
    } catch (error) {
      note((error as PreemptError).code);
    } finally {
      section.leave();
    }
    return settle("end");
  };
  return attachAsync(async () => {}, body as never);
}

test("an await inside is an error at the await: nobody else has run by then", async () => {
  const values: ((rt: Scheduler) => unknown)[] = [
    () => Promise.resolve(1),
    () => Promise.reject(new Error("nobody's")),
    () => 5,
    (rt) => rt.submit(() => 1),
    (rt) => rt.idle(),
    (rt) => rt.yieldNow(),
    // biome-ignore lint/suspicious/noThenProperty: thenables are what is tested
    () => ({ then: (resolve: () => void) => resolve() }),
  ];
  for (const value of values) {
    const { rt, host, trace, note } = world();
    const job = rt.submit(
      awaitingInside(rt, () => value(rt), note),
      { name: "a", deadline: 9 },
    );
    rt.submit(() => 1, { name: "urgent", deadline: 1, delay: 0 });
    const end = codeOf(job);
    await host.settle();
    expect(await end).toBe("end");
    const inside = trace.slice(trace.indexOf("0 run a"), trace.indexOf("0 section_waits") + 1);
    expect(inside).toEqual(["0 run a", "0 run a", "0 section_waits"]);
    expect(host.reported).toEqual([]);
    await rt.idle();
  }
});

test("an async function that is not annotated cannot be told at the await: its job fails, and says why", async () => {
  const { rt, host } = world();
  const order: string[] = [];
  const f = (name: string) => async () => {
    using _section = rt.criticalSection();
    order.push(`${name} in`);
    await Promise.resolve();
    order.push(`${name} out`);
  };
  const ends = [rt.submit(f("a")), rt.submit(f("b"))].map((job) => job.catch((error) => String(error)));
  const after = rt.submit(async () => {
    {
      using _section = rt.criticalSection();
    }
    await 1;
    return "left in time";
  });
  await host.settle();
  for (const end of await Promise.all(ends)) {
    expect(end).toMatch(
      /^PreemptError: section_waits: T0J\d \(.*\) waits inside a critical section.*Leave the section/,
    );
  }
  expect([await after, host.reported]).toEqual(["left in time", []]);
});

test("whoever would wait for a resource inside is told so, and one under npcs may be awaited with", async () => {
  const { rt, host } = world();
  const resource = new Resource(rt, { name: "R" });
  const npcs = new Resource(rt, { name: "N", protocol: "npcs" });
  const lock = resource.lock();
  const refused = rt.submit(function* () {
    rt.criticalSection();
    yield* resource.acquire();
  });
  const body = function* (): Generator<undefined, unknown, unknown> {
    const held = npcs.lock();
    wait(Promise.resolve("awaited"));
    const value = yield;
    held.unlock();
    return settle(value);
  };
  const awaits = rt.submit(attachAsync(async () => {}, body as never));
  const ends = [codeOf(refused), codeOf(awaits)];
  await host.settle();
  lock.unlock();
  expect(await Promise.all(ends)).toEqual(["PreemptError section_waits", "awaited"]);
  expect([resource.isLocked, npcs.isLocked]).toEqual([false, false]);
});

test("an async function is no body of a section", () => {
  const { rt } = world();
  expect(() => rt.criticalSection(async () => {})).toThrow(PreemptError);
  expect(rt.criticalSection(() => 1)).toBe(1);
});
