/** Chains of jobs are as long as memory lasts, whatever links them. */
import { type Job, Resource, type Scheduler } from "@preempt/runtime";
import { attachAsync, settle, state, wait } from "@preempt/runtime/abi";
import { expect, test } from "vitest";
import { world } from "../kit/world.ts";

const length = 6000;

/** What the transformer makes of `async () => { return value(); }`. */
function returning(value: () => unknown): () => Promise<unknown> {
  const body = function* () {
    if (--state.budget < 0) yield;
    return settle(value());
  };
  return attachAsync(async () => value(), body as never);
}

/** What it makes of `async () => { return await value(); }`. */
function awaiting(value: () => unknown): () => Promise<unknown> {
  const body = function* (): Generator<undefined, unknown, unknown> {
    wait(value());
    return settle(yield);
  };
  return attachAsync(async () => await value(), body as never);
}

function* nothing() {}

const links: Record<string, (rt: Scheduler, previous: Job<unknown>) => Job<unknown>> = {
  "a plain function returns the job before": (rt, previous) => rt.submit(() => previous as unknown),
  "a generator function returns it": (rt, previous) =>
    rt.submit(function* () {
      yield;
      return previous as unknown;
    }) as Job<unknown>,
  "an annotated async function returns it": (rt, previous) => rt.submit(returning(() => previous)),
  "an annotated async function awaits it": (rt, previous) => rt.submit(awaiting(() => previous)),
  "a plain async function awaits it": (rt, previous) => rt.submit(async () => await previous),
  "each of these in turn": (rt, previous) => {
    const kinds = [
      () => previous as unknown,
      returning(() => previous),
      awaiting(() => previous),
      async () => previous,
    ];
    return rt.submit(kinds[Number(previous.id.slice(3)) % kinds.length] as () => unknown);
  },
};

for (const [name, link] of Object.entries(links)) {
  for (const end of ["its value", "its error", "its cancellation"]) {
    test(`${length} jobs in a chain: ${name}, and all have ${end}`, async () => {
      const finished: string[] = [];
      const { rt, host } = world({ observer: { jobFinished: (job) => finished.push(job.id) } });
      const fail = end !== "its value";
      const first: Job<unknown> = rt.submit(
        () => {
          if (fail) throw new Error("first");
          return "first";
        },
        { delay: 20 },
      );
      const jobs = [first];
      for (let i = 0; i < length; i++) jobs.push(link(rt, jobs[i] as Job<unknown>));
      const last = jobs[length]?.then(String, String);
      await host.settle(10);
      if (end === "its cancellation") first.cancel(new Error("first"));
      await host.settle();
      // Promises between the jobs take turns of their own.
      for (let i = 0; i < length && finished.length <= length; i++) await host.settle();
      expect(await last).toBe(fail ? "Error: first" : "first");
      expect(new Set(finished).size).toBe(length + 1);
      expect(finished.length).toBe(length + 1);
      const after = rt.submit(() => 1);
      await host.settle();
      expect([after.state, host.reported]).toEqual(["done", []]);
      await rt.idle();
    });
  }
}

test("whoever waits for a chain is cancelled in the middle: the rest ends as ever", async () => {
  const { rt, host } = world();
  const jobs: Job<unknown>[] = [rt.submit(nothing, { delay: 20 })];
  for (let i = 0; i < length; i++) {
    const previous = jobs[i];
    jobs.push(rt.submit(() => previous as unknown));
  }
  const ends = jobs.map((job) => job.then(() => "value", String));
  await host.settle(10);
  jobs[length / 2]?.cancel("here");
  await host.settle();
  const all = await Promise.all(ends);
  expect([all[length / 2 - 1], all[length / 2], all[length]]).toEqual(["value", "here", "here"]);
  await rt.idle();
});

test("chains of resources, each held by whoever waits for the next, inherit and end", async () => {
  const { rt, host } = world({ policy: "fp" });
  const n = 2000;
  const resources = Array.from({ length: n + 1 }, (_, i) => new Resource(rt, { name: `${i}` }));
  const gate = rt.submit(nothing, { delay: 20 });
  const jobs = Array.from({ length: n }, (_, i) =>
    rt.submit(
      function* () {
        const own = yield* (resources[i] as Resource).acquire();
        if (i > 0) yield* (resources[i - 1] as Resource).acquire();
        else {
          wait(gate);
          yield;
        }
        own.unlock();
      },
      { priority: n - i },
    ),
  );
  host.run(10);
  expect(jobs.every((job) => job.state === "blocked")).toBe(true);
  // The last one lends its new urgency to all before it.
  jobs[n - 1]?.setPriority(n * 2);
  await host.settle();
  expect(jobs.every((job) => job.state === "done")).toBe(true);
});
