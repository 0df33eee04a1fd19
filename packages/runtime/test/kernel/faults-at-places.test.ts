/** The kernel fails at each numbered place of its round (see src/kernel/round.ts): the next turn comes, and every job ends. */
import { ConstantBandwidthServer, type Job, JobGroup, Resource, Scheduler } from "@preempt/runtime";
import { attachAsync, settle, wait } from "@preempt/runtime/abi";
import { VirtualHost } from "@preempt/runtime/testing";
import { describe, expect, test } from "vitest";

/** What the transformer makes of `async () => await value()`. */
function awaiting(value: () => unknown) {
  return attachAsync(async () => {}, function* () {
    const result: unknown = yield wait(value());
    return settle(result);
  } as never) as () => Promise<unknown>;
}

const places = {
  1: ["runJobs"],
  2: ["woken"],
  3: ["enqueue", "preemptIfLessUrgent"],
  4: ["choose"],
  5: ["dispatch"],
  6: ["dispatched"],
  7: ["charged"],
  8: ["continues"],
  9: ["preempted", "putBack"],
  10: ["wait", "block"],
  11: ["close"],
  12: ["failed", "ended"],
};

/**
 * Not after a choice, which would lose what was chosen, and not before the end of a job, which would leave out what all features do there.
 */
function whenOf(method: string): readonly ("before" | "after")[] {
  return method === "choose" ? ["before"] : method === "ended" ? ["after"] : ["before", "after"];
}

type Methods = Record<string, (...args: unknown[]) => unknown>;

/** The method fails once: at its `nth` call, before or after it has done its work. Returns whether it has. */
function failOnce(kernel: object, method: string, nth: number, when: "before" | "after"): () => boolean {
  const methods = kernel as Methods;
  const real = methods[method] as Methods[string];
  let calls = 0;
  methods[method] = function (this: object, ...args) {
    const fails = ++calls === nth;
    if (fails && when === "before") throw new Error(`injected: ${method}`);
    const result = real.apply(this, args);
    if (fails) throw new Error(`injected: ${method}`);
    return result;
  };
  return () => calls >= nth;
}

/** Jobs that preempt each other, wait for promises, jobs and a resource, fail, and are cancelled. */
function start(rt: Scheduler, host: VirtualHost): Job[] {
  const resource = new Resource(rt, { name: "R" });
  const server = new ConstantBandwidthServer(rt, { budget: 2, period: 5 });
  const group = new JobGroup(rt, { concurrency: 1 });
  const step = function* () {
    for (let i = 0; i < 3; i++) {
      host.advance(1);
      yield;
    }
  };
  const locking = function* () {
    const lock = yield* resource.acquire();
    yield* step();
    lock.unlock();
  };
  const jobs: Job[] = [];
  const make: (() => Job)[] = [
    () => rt.submit(locking, { deadline: 40 }),
    () => rt.submit(locking, { deadline: 4, delay: 2 }),
    () => rt.submit(step, { deadline: 9, delay: 1 }),
    () => rt.submit(awaiting(() => Promise.resolve(1))) as Job,
    () => rt.submit(awaiting(() => jobs[0])) as Job,
    () => server.submit(step),
    () => group.submit(step),
    () => group.submit(step),
    () => {
      const job = rt.submit(step, { delay: 3 });
      rt.alarm({ in: 4 }, () => job.cancel("enough"));
      return job;
    },
    () =>
      rt.submit(() => {
        throw new Error("own");
      }),
  ];
  for (const one of make) {
    try {
      const job = one();
      job.catch(() => {});
      jobs.push(job);
    } catch (error) {
      // Whoever submits is told, and the job is not taken.
      expect((error as Error).message).toContain("injected");
    }
  }
  return jobs;
}

for (const [place, methods] of Object.entries(places)) {
  describe(`place ${place}`, () => {
    for (const method of methods) {
      test.for(whenOf(method))(`an error in ${method}, %s it has done its work`, async (when) => {
        let hasFailed = true;
        for (let nth = 1; nth <= 40; nth++) {
          const host = new VirtualHost();
          const errors: string[] = [];
          const rt = new Scheduler({ host, slice: 1, onError: (error) => void errors.push((error as Error).message) });
          const failed = failOnce(rt.kernel, method, nth, when);
          const jobs = start(rt, host);
          await host.settle(200);
          hasFailed = failed();
          if (!hasFailed) break;
          const later = rt.submit(() => "later");
          await host.settle(300);
          expect([nth, await later, jobs.filter((job) => job.finish === undefined).map(String)]).toEqual([
            nth,
            "later",
            [],
          ]);
          await rt.idle();
        }
        expect(hasFailed).toBe(false);
      });
    }
  });
}
