/** Limits of single jobs: timeout, execution time, deadline, lateness. Ordered traces under virtual time. */
import { ConstantBandwidthServer, type Job, type PreemptError, type SubmitOptions } from "@preempt/runtime";
import { attachAsync, settle, wait } from "@preempt/runtime/abi";
import fc from "fast-check";
import { expect, test } from "vitest";
import { world } from "../kit/world.ts";

const coded = (code: string) => expect.objectContaining({ code });
const ideal = { slice: 10, round: 100, preemption: "ideal", budget: 0 } as const;
type Action = Exclude<SubmitOptions["timeout"], number | undefined>["do"];

/** A job that ends by itself after ten milliseconds of work, unless what it sleeps for never comes. */
function sleeper(promise: PromiseLike<unknown>) {
  return attachAsync(
    (async () => {}) as () => Promise<unknown>,
    function* () {
      yield wait(promise);
      return settle(undefined);
    } as never,
  );
}

test("a timeout counts from the submission, whatever the job does meanwhile", async () => {
  const { rt, host, work } = world(ideal);
  const forever = new Promise(() => {});
  const jobs = {
    running: rt.submit(work(20), { timeout: 5 }),
    blocked: rt.submit(sleeper(forever), { timeout: 4, deadline: 1 }),
    delayed: rt.submit(work(1), { timeout: 3, delay: 9 }),
    ready: rt.submit(work(20), { timeout: 6 }),
    inTime: rt.submit(work(1), { timeout: 2, deadline: 2 }),
  };
  host.run();
  const { inTime, ...late } = jobs;
  expect(await inTime).toBe(1);
  for (const job of Object.values(late)) await expect(job).rejects.toEqual(coded("timed_out"));
  expect(Object.values(jobs).map(({ finish }) => finish)).toEqual([5, 4, 3, 6, 1]);
  // No timer is left of the one that was in time.
  expect(host.now()).toBe(6);
  expect(host.pending).toEqual({ turns: 0, timers: 0 });
});

test("a limit is execution time: what others take and what it waits does not count", async () => {
  for (const preemption of ["ideal", "sliced"] as const) {
    const { rt, host, work } = world({ slice: 2, round: 100, preemption });
    const limited = rt.submit(work(20), { limit: 3, name: "limited" });
    rt.submit(work(4), { deadline: 9, delay: 1 });
    host.run();
    await expect(limited).rejects.toEqual(coded("limit_reached"));
    expect(limited.executionTime).toBe(3);
    expect(limited.finish).toBe(7);
  }
});

test("a slice ends where the limit is reached, and among equals the job keeps its turn", () => {
  const { rt, host, work, trace } = world({ slice: 4, round: 100, budget: 0 });
  const limited = rt.submit(work(20), { limit: 2, name: "limited" });
  limited.catch(() => {});
  rt.submit(work(6), { limit: { after: 1, do: () => {} }, name: "A" });
  rt.submit(work(1), { name: "B" });
  host.run();
  expect(limited.executionTime).toBe(2);
  expect(trace).toEqual([
    ...["0 run limited", "2 run limited", "2 end limited"],
    ...["2 run A", "3 run A", "7 run B", "8 end B", "8 run A", "9 end A"],
  ]);
});

test("a job that needs exactly its limit is done, and one that cannot be preempted is done whatever it took", async () => {
  const { rt, host, work } = world(ideal);
  const exact = rt.submit(work(3), { limit: 3 });
  const stubborn = rt.submit(() => host.advance(9), { limit: 3 });
  host.run();
  expect(exact.state).toBe("done");
  expect(stubborn.state).toBe("done");
  expect(host.pending).toEqual({ turns: 0, timers: 0 });
});

test("finalizers of a job at its limit run to their end", () => {
  const { rt, host, work, note, trace } = world(ideal);
  const job = rt.submit(
    function* () {
      try {
        yield* work(9)();
      } finally {
        note("cleans up");
        yield* work(5)();
        note("has cleaned up");
      }
    },
    { limit: 2, name: "job" },
  );
  job.catch(() => {});
  host.run();
  expect(trace).toEqual(["0 run job", "2 run job", "2 cleans up", "7 has cleaned up", "7 end job"]);
});

test("in place of being cancelled a job gets another urgency, or a function is called with it, once", () => {
  const actions: [Action, string[]][] = [
    [{ deadline: Number.POSITIVE_INFINITY }, ["0 run long", "3 run other", "8 end other", "8 run long", "11 end long"]],
    [(job) => job.setDeadline({ at: 50 }), ["0 run long", "3 run other", "8 end other", "8 run long", "11 end long"]],
    [{ priority: 3 }, ["0 run long", "6 end long", "6 run other", "11 end other"]],
  ];
  for (const kind of ["timeout", "limit"] as const) {
    for (const [action, expected] of actions) {
      const { rt, host, work, trace } = world(ideal);
      rt.submit(work(6), { name: "long", deadline: 10, [kind]: { after: 3, do: action } });
      rt.submit(work(5), { name: "other", deadline: 30 });
      host.run();
      // What happens at the same point as before is no news.
      expect(trace.filter((line, i) => line !== trace[i - 1] && line !== "3 run long")).toEqual(expected);
    }
  }
});

test("onMiss of a single job: cancel, another urgency, a function, drop", async () => {
  const run = (onMiss: SubmitOptions["onMiss"], more: SubmitOptions = {}) => {
    const { rt, host, work, trace } = world(ideal);
    const job: Job = rt.submit(work(6), { name: "late", deadline: 4, ...(onMiss && { onMiss }), ...more } as never);
    rt.submit(work(2), { name: "next", deadline: 8 });
    job.catch(() => {});
    host.run();
    return { job, ends: trace.filter((line) => line.includes("end")) };
  };
  expect(run(undefined).ends).toEqual(["6 end late", "8 end next"]);
  expect(run("continue").ends).toEqual(["6 end late", "8 end next"]);
  const cancelled = run("cancel");
  expect(cancelled.ends).toEqual(["4 end late", "6 end next"]);
  await expect(cancelled.job).rejects.toEqual(coded("deadline_missed"));
  expect(run({ deadline: Number.POSITIVE_INFINITY }).ends).toEqual(["6 end next", "8 end late"]);
  const told: [Job, number][] = [];
  const called = run((job) => void told.push([job, job.executionTime]));
  expect(told).toEqual([[called.job, 4]]);
  const dropped = run("drop", { wcet: 6 });
  expect(dropped.ends).toEqual(["0 end late", "2 end next"]);
  expect(dropped.job.start).toBeUndefined();
});

test('late: "refuse": a job whose deadline has passed does not start; one that has started goes on', async () => {
  const { rt, host, work, trace } = world(ideal);
  const started = rt.submit(work(6), { name: "started", deadline: 4, late: "refuse" });
  const refused = rt.submit(work(1), { name: "refused", deadline: 5, late: "refuse" });
  const past = rt.submit(work(1), { name: "past", deadline: { at: -1 }, late: "refuse" });
  const normal = rt.submit(work(1), { name: "normal", deadline: { at: 3 }, late: "run", delay: 4 });
  host.run();
  await started;
  await normal;
  for (const job of [refused, past]) {
    await expect(job).rejects.toEqual(coded("deadline_missed"));
    expect([job.start, job.missed]).toEqual([undefined, true]);
  }
  const ends = trace.filter((line) => line.includes("end"));
  expect(ends).toEqual(["0 end past", "5 end normal", "7 end started", "7 end refused"]);
});

test("each job of a task has its limits; a release that is left out sets no timer", async () => {
  const { rt, host, work } = world(ideal);
  const frames = rt.task(work(3), { name: "frame", timeout: 2, backlog: 1 });
  const jobs = [frames.release(), frames.release()];
  host.run(10);
  await expect(jobs[0]).rejects.toEqual(coded("timed_out"));
  await expect(jobs[1]).rejects.toEqual(coded("release_skipped"));
  expect(host.pending).toEqual({ turns: 0, timers: 0 });
  const late = rt.task(work(3), {
    name: "late",
    deadline: 4,
    late: "refuse",
    limit: { after: 2, do: { priority: 9 } },
  });
  const [first, second] = [late.release(), late.release()];
  host.run(20);
  expect([first.state, first.priority, second.state]).toEqual(["done", 9, "done"]);
  const third = [late.release(), late.release(), late.release()][2] as Job;
  host.run();
  await expect(third).rejects.toEqual(coded("deadline_missed"));
  late.stop();
});

test("in a server a limit ends the job, and the server goes on; its calls are the server's", async () => {
  const { rt, host, work } = world(ideal);
  const server = new ConstantBandwidthServer(rt, { budget: 1, period: 4 });
  const job = server.submit(work(50), { limit: 3 });
  const started: Job[] = [];
  const told = server.submit(work(2), {
    timeout: { after: 30, do: () => void 0 },
    limit: { after: 1, do: () => void started.push(rt.submit(work(1)) as Job) },
  });
  host.run();
  await expect(job).rejects.toEqual(coded("limit_reached"));
  expect(job.executionTime).toBe(3);
  await told;
  expect(started[0]?.server).toBe(undefined);
  expect(started[0]?.state).toBe("done");
  expect(host.pending).toEqual({ turns: 0, timers: 0 });
});

test("what a limit calls is not the running job's doing, and its errors are reported", () => {
  const { rt, host, work } = world(ideal);
  const parents: unknown[] = [];
  const act = () => {
    parents.push(rt.currentJob);
    throw new Error("thrown");
  };
  rt.submit(work(6), { limit: { after: 1, do: act }, timeout: { after: 2, do: act }, deadline: 3, onMiss: act });
  host.run();
  expect(parents).toEqual([undefined, undefined, undefined]);
  expect(host.reported.map(({ error }) => (error as Error).message)).toEqual(["thrown", "thrown", "thrown"]);
});

test("a job that is cancelled at its submission, behind its deadline, calls nothing at the cost of whoever cancels it", () => {
  const called: unknown[] = [];
  const missed: string[] = [];
  const { rt, host } = world({ ...ideal, observer: { deadlineMissed: ({ name }) => void missed.push(name) } });
  rt.submit(
    () => {
      host.advance(5);
      // It has the deadline of the job that submits it, which has passed.
      const child = rt.submit(() => {}, { name: "child", onMiss: () => void called.push(rt.currentJob) });
      child.catch(() => {});
      child.cancel();
    },
    { deadline: 2, name: "parent" },
  );
  host.run();
  expect(called).toEqual([]);
  expect(missed).toEqual(["child", "parent"]);
});

test("whatever the limits are, a job that is cancelled by them has one reason, and no timer is left", async () => {
  const limit = fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined });
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          ms: fc.integer({ min: 1, max: 8 }),
          timeout: limit,
          limit,
          deadline: limit,
          late: fc.boolean(),
          miss: fc.boolean(),
        }),
        {
          minLength: 1,
          maxLength: 5,
        },
      ),
      async (plans) => {
        const { rt, host, work } = world({ slice: 1, round: 5, preemption: "ideal", budget: 0 });
        const jobs = plans.map(({ ms, timeout, limit, deadline, late, miss }) => ({
          timeout: timeout ?? Number.POSITIVE_INFINITY,
          limit: limit ?? Number.POSITIVE_INFINITY,
          deadline: deadline ?? Number.POSITIVE_INFINITY,
          job: rt.submit(work(ms), {
            ...(timeout && { timeout }),
            ...(limit && { limit }),
            ...(deadline && { deadline }),
            ...(late && { late: "refuse" }),
            ...(miss && { onMiss: "cancel" }),
          } as Omit<SubmitOptions, "args">),
        }));
        host.run();
        for (const { job, timeout, limit, deadline } of jobs) {
          const { finish, executionTime, state } = job as Job & { finish: number };
          expect(executionTime).toBeLessThanOrEqual(limit);
          if (state === "done") {
            expect(finish).toBeLessThanOrEqual(timeout);
            continue;
          }
          const { code } = (await job.then(
            () => undefined,
            (error) => error,
          )) as PreemptError;
          if (code === "timed_out") expect(finish).toBeGreaterThanOrEqual(timeout);
          else if (code === "limit_reached") expect(executionTime).toBe(limit);
          else {
            expect(code).toBe("deadline_missed");
            expect(finish).toBeGreaterThanOrEqual(deadline);
          }
        }
        expect(host.pending).toEqual({ turns: 0, timers: 0 });
      },
    ),
  );
});

test("limits out of range are refused, of jobs and of tasks", () => {
  const { rt } = world();
  const wrong: [object, string][] = [
    [{ timeout: 0 }, "timeout_not_positive"],
    [{ timeout: "5" }, "timeout_not_positive"],
    [{ timeout: {} }, "timeout_not_positive"],
    [{ timeout: { after: 1, do: "stop" } }, "timeout_action_unknown"],
    [{ timeout: { after: 1, do: {} } }, "timeout_action_unknown"],
    [{ timeout: { after: 1, action: "cancel" } }, "option_unknown"],
    [{ limit: -1 }, "limit_not_positive"],
    [{ limit: { after: 1, do: { priority: "high" } } }, "priority_not_finite"],
    [{ limit: { after: 1, do: { deadline: -3 } } }, "deadline_not_positive"],
    [{ limit: { after: 1, do: { urgency: 3 } } }, "option_unknown"],
    [{ late: "never" }, "late_unknown"],
    [{ onMiss: "stop" }, "on_miss_unknown"],
    [{ onMiss: "drop" }, "wcet_missing"],
  ];
  const codeOf = (call: () => unknown) => {
    try {
      call();
      return undefined;
    } catch (error) {
      return (error as PreemptError).code;
    }
  };
  for (const [options, code] of wrong) {
    expect(
      codeOf(() => rt.submit(() => {}, options)),
      JSON.stringify(options),
    ).toBe(code);
    expect(
      codeOf(() => rt.task(() => {}, options)),
      JSON.stringify(options),
    ).toBe(code);
  }
  expect(codeOf(() => rt.submit(() => {}, { onMiss: "skip-next" } as never))).toBe("on_miss_unknown");
  for (const limit of [Number.POSITIVE_INFINITY, { after: Number.POSITIVE_INFINITY }]) {
    rt.submit(() => {}, { timeout: limit, limit });
  }
});
