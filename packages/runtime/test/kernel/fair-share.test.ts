/** A fair share: who gets how much of the processor, by weight, and what an idle key saves up. */
import { aging, DeferrableServer, fairShare, type Job, Scheduler } from "@preempt/runtime";
import { attachAsync, settle, wait } from "@preempt/runtime/abi";
import { consume, VirtualHost } from "@preempt/runtime/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { growth } from "../kit/growth.ts";
import { world } from "../kit/world.ts";

const runs = (trace: string[]) => trace.filter((t) => t.includes("run")).map((t) => t.split(" ")[2]);
const tenant = ({ name = "" }: { name?: string }) => name.split("/")[0] as string;
const times = (list: readonly unknown[], what: unknown) => list.filter((one) => one === what).length;

test("the processor is divided by weight", () => {
  const { rt, host, trace, work } = world({
    policy: fairShare({ weightOf: (name) => (name === "a" ? 2 : 1) }),
    slice: 1,
  });
  rt.submit(work(8), { name: "a" });
  rt.submit(work(4), { name: "b", deadline: 1, priority: 9 });
  host.run();
  expect(runs(trace).join("")).toBe("ababaabaabaa");
});

test("a key gets no more for having more jobs, and its jobs take turns", () => {
  const { rt, host, trace, work } = world({ policy: fairShare({ of: tenant }), slice: 1 });
  for (const name of ["many/1", "many/2", "many/3"]) rt.submit(work(2), { name });
  rt.submit(work(4), { name: "one" });
  host.run();
  expect(runs(trace)).toEqual([
    ...["many/1", "one", "many/2", "one", "many/3", "one", "many/1", "one"],
    ...["many/2", "many/3"],
  ]);
});

test("an idle key saves nothing up", () => {
  const { rt, host, trace, work } = world({ policy: fairShare(), slice: 1 });
  rt.submit(work(110), { name: "busy" });
  rt.submit(work(1), { name: "idle" });
  rt.submit(work(10), { name: "idle", delay: 100 });
  host.run();
  const late = runs(trace).slice(101, 121);
  expect(late.slice(0, 10).every((name, i) => name !== late[i + 1])).toBe(true);
});

test("a job that waits comes back where the others are", async () => {
  const { rt, host, trace, work } = world({ policy: fairShare(), slice: 1, round: 1 });
  const sleeper = attachAsync(async () => {}, function* () {
    for (let i = 0; i < 3; i++) {
      yield wait(new Promise<void>((resolve) => void rt.alarm({ in: 5 }, resolve)));
      yield* consume(rt, 1);
    }
    return settle(undefined);
  } as never);
  rt.submit(sleeper, { name: "sleeper" });
  rt.submit(work(30), { name: "busy" });
  await host.settle();
  // It runs within two slices of its waking up.
  const ran = trace.filter((t) => t.endsWith("run sleeper")).map((t) => Number(t.split(" ")[0]));
  expect(ran.slice(1).every((at, i) => at - (ran[i] as number) <= 8)).toBe(true);
});

test("the bound of start-time fair queueing holds, for any weights and slices", () => {
  const flow = fc.record({
    weight: fc.integer({ min: 1, max: 9 }),
    jobs: fc.integer({ min: 1, max: 3 }),
    step: fc.integer({ min: 1, max: 4 }),
  });
  fc.assert(
    fc.property(fc.array(flow, { minLength: 2, maxLength: 5 }), (flows) => {
      const host = new VirtualHost();
      const got = flows.map(() => 0);
      const policy = fairShare<string>({ of: tenant, weightOf: (key) => flows[Number(key)]?.weight ?? 1 });
      const rt = new Scheduler({ host, policy, slice: 1, round: 5, budget: 0, margin: false });
      flows.forEach(({ jobs, step }, index) => {
        for (let i = 0; i < jobs; i++) {
          const endless = function* () {
            for (;;) {
              host.advance(step / 2);
              got[index] = (got[index] as number) + step / 2;
              yield;
            }
          };
          rt.submit(endless, { name: `${index}/${i}` });
        }
      });
      for (let until = 10; until < 200; until += 10) {
        host.run(until);
        const longest = flows.map(({ weight }) => 2 / weight);
        flows.forEach(({ weight }, a) => {
          flows.forEach((other, b) => {
            const apart = Math.abs((got[a] as number) / weight - (got[b] as number) / other.weight);
            expect(apart).toBeLessThanOrEqual((longest[a] as number) + (longest[b] as number) + 1e-9);
          });
        });
      }
      rt.cancelAll();
      host.run(300);
    }),
    { numRuns: 60 },
  );
});

test("a server is a key by itself; together with aging nobody waits for ever", () => {
  const { rt, host, trace, work } = world({ policy: fairShare(), slice: 1 });
  const server = new DeferrableServer(rt, { budget: 10, period: 10 });
  for (const name of ["in/1", "in/2"]) server.submit(work(2), { name });
  rt.submit(work(4), { name: "out" });
  host.run();
  expect(times(runs(trace).slice(0, 4), "out")).toBe(2);
  const aged = world({
    policy: aging(fairShare({ weightOf: (name) => (name === "a" ? 1000 : 1) }), { patience: 5 }),
    slice: 1,
  });
  aged.rt.submit(aged.work(40), { name: "a" });
  aged.rt.submit(aged.work(4), { name: "b" });
  aged.host.run();
  expect(aged.trace.find((t) => t.endsWith("end b"))).toBe("20 end b");
});

test("what is no weight is reported, and the job runs all the same", () => {
  const errors: unknown[] = [];
  const { rt, host, work } = world({ policy: fairShare({ weightOf: () => 0 }) });
  const job = rt.submit(work(1)) as Job;
  try {
    host.run();
  } catch (error) {
    errors.push(error);
  }
  expect(job.state).toBe("done");
  expect(() => fairShare({ of: 3 as never })).toThrow("of_not_a_function");
  expect(() => fairShare({ weightsOf: () => 1 } as never)).toThrow("option_unknown");
});

test("a slice costs little more among 10,000 keys, and keys that are gone are forgotten", async () => {
  const cost = (count: number) => {
    const host = new VirtualHost();
    const rt = new Scheduler({ host, policy: fairShare(), slice: 1, budget: 0 });
    for (let i = 0; i < count; i++) {
      rt.submit(
        function* () {
          for (let k = 0; k < 4; k++) {
            host.advance(1);
            yield;
          }
        },
        { name: `key ${i}` },
      );
    }
    const from = performance.now();
    host.run();
    return (performance.now() - from) / count;
  };
  expect(await growth(cost, { few: 1000, many: 10_000, limit: 5 })).toBeLessThan(5);
});
