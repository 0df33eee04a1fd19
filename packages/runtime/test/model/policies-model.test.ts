/** What is promised of policies and servers, as theorems: bounded waiting, bounded interference. */
import {
  aging,
  ConstantBandwidthServer,
  DeferrableServer,
  edf,
  fifo,
  fixedPriority,
  type Job,
  leastLaxity,
  PollingServer,
  roundRobin,
  Scheduler,
  type Server,
  TotalBandwidthServer,
} from "@preempt/runtime";
import { consume, VirtualHost } from "@preempt/runtime/testing";
import fc from "fast-check";
import { expect, test } from "vitest";

const numRuns = Math.ceil(Number(process.env.PREEMPT_MODEL ?? 300) / 3);
const forever = Number.POSITIVE_INFINITY;
const policies = { edf, fp: fixedPriority, fifo, rr: roundRobin, llf: leastLaxity };

const jobs = fc.array(
  fc.record({
    ms: fc.integer({ min: 1, max: 20 }).map((n) => n / 2),
    delay: fc.integer({ min: 0, max: 60 }).map((n) => n / 2),
    deadline: fc.integer({ min: 1, max: 80 }),
    priority: fc.integer({ min: -3, max: 3 }),
  }),
  { minLength: 1, maxLength: 12 },
);

test("aging: nobody waits longer than patience + n · (slice + overrun), and whoever lost patience gets a whole slice", () => {
  fc.assert(
    fc.property(
      jobs,
      fc.record({
        name: fc.constantFrom("edf" as const, "fp" as const, "fifo" as const, "rr" as const, "llf" as const),
        patience: fc.integer({ min: 1, max: 12 }),
        slice: fc.constantFrom(0.5, 1, 2),
        stretch: fc.constantFrom(0, 0.25, 0.75),
        round: fc.constantFrom(3.25, 5, forever),
        preemption: fc.constantFrom("ideal" as const, "sliced" as const),
      }),
      (list, { name, patience, slice, stretch, round, preemption }) => {
        const host = new VirtualHost();
        const wrong: string[] = [];
        const since = new Map<Job, number>();
        // Who was there at any time while the job waited: some may have ended meanwhile.
        const others = new Map<Job, Set<Job>>();
        let [from, hadLostPatience, roundEnd] = [0, false, 0];
        const ready = (job: Job, now: number) => {
          since.set(job, now);
          for (const met of others.values()) met.add(job);
          others.set(job, new Set(since.keys()));
        };
        const gaveUp = (job: Job, now: number) => {
          // The end of a round cuts a slice short: the event loop goes before everybody.
          if (hadLostPatience && now - from < slice && now < roundEnd) {
            wrong.push(`${job} waited for its patience and got ${now - from} of ${slice} ms at ${now}`);
          }
        };
        const rt = new Scheduler({
          host,
          policy: aging(policies[name], { patience }),
          slice,
          round,
          preemption,
          budget: 0,
          observer: {
            roundStarted: (now) => {
              roundEnd = now + round;
            },
            jobReleased: ready,
            jobDispatched: (job, now) => {
              const waited = now - (since.get(job) as number);
              const bound = patience + ((others.get(job) as Set<Job>).size + 1) * (slice + stretch);
              if (waited > bound) wrong.push(`${job} waited for ${waited}, longer than ${bound}`);
              [from, hadLostPatience] = [now, waited >= patience];
            },
            jobPreempted: (job, now) => {
              gaveUp(job, now);
              ready(job, now);
            },
            jobFinished: (job) => void since.delete(job),
          },
        });
        for (const { ms, ...options } of list) {
          rt.submit(function* () {
            if (stretch === 0) yield* consume(rt, ms);
            for (let left = ms; stretch > 0 && left > 0; left -= stretch) {
              host.advance(Math.min(left, stretch));
              yield;
            }
          }, options);
        }
        host.run();
        expect(wrong).toEqual([]);
      },
    ),
    { numRuns },
  );
});

/** Periodic tasks with a utilisation of at most `share`: EDF alone has them all in time. */
const tasksWithin = (share: number) =>
  fc
    .array(fc.record({ period: fc.constantFrom(4, 5, 8, 10, 16, 20), part: fc.integer({ min: 1, max: 8 }) }), {
      minLength: 1,
      maxLength: 4,
    })
    .map((list) => {
      const parts = list.reduce((sum, { part }) => sum + part, 0);
      // In eighths, rounded down, so that sums are exact.
      return list.map(({ period, part }) => ({ period, wcet: Math.floor((period * share * part * 8) / parts) / 8 }));
    });

const aperiodic = fc.array(
  fc.record({
    ms: fc.integer({ min: 1, max: 40 }).map((n) => n / 4),
    delay: fc.integer({ min: 0, max: 240 }).map((n) => n / 4),
    cancelAt: fc.option(
      fc.integer({ min: 0, max: 300 }).map((n) => n / 4),
      { nil: undefined, freq: 3 },
    ),
  }),
  { minLength: 1, maxLength: 15 },
);

interface Load {
  readonly tasks: readonly { readonly period: number; readonly wcet: number }[];
  readonly list: readonly { readonly ms: number; readonly delay: number; readonly cancelAt?: number | undefined }[];
}

/** Runs tasks beside a server's jobs with ideal preemption; returns misses, and when the server's jobs ran. */
function run({ tasks, list }: Load, makeServer: (rt: Scheduler) => Pick<Server, "submit"> | TotalBandwidthServer) {
  const host = new VirtualHost();
  const misses: string[] = [];
  const served: [from: number, to: number][] = [];
  const mine = new Set<Job>();
  let running: Job | undefined;
  let from = 0;
  const close = (job: Job, now: number) => {
    if (mine.has(job) && running === job) served.push([from, now]);
    running = undefined;
  };
  const rt = new Scheduler({
    host,
    preemption: "ideal",
    slice: forever,
    round: forever,
    observer: {
      jobDispatched: (job, now) => {
        running = job;
        from = now;
      },
      jobPreempted: close,
      jobFinished: close,
      deadlineMissed: (job, now) => void misses.push(`${job} at ${now}`),
    },
  });
  const server = makeServer(rt);
  const started = tasks
    .filter(({ wcet }) => wcet > 0)
    .map(({ period, wcet }) =>
      rt.task(
        function* () {
          yield* consume(rt, wcet);
        },
        { period, name: `task${period}` },
      ),
    );
  for (const { ms, delay, cancelAt } of list) {
    const body = function* () {
      yield* consume(rt, ms);
    };
    const job: Job = server.submit(body, { delay, wcet: ms });
    job.catch(() => {});
    mine.add(job);
    if (cancelAt !== undefined) rt.alarm({ in: cancelAt }, () => job.cancel("cancelled"));
  }
  rt.alarm({ in: 160 }, () => {
    for (const task of started) task.stop();
  });
  host.run();
  expect([...mine].every((job) => job.state === "done" || job.state === "cancelled")).toBe(true);
  return { misses, served, mine };
}

const shares = fc.constantFrom({ budget: 1, period: 4 }, { budget: 2, period: 5 }, { budget: 3, period: 4 });
const load = shares.chain((server) =>
  fc.record({
    server: fc.constant(server),
    tasks: tasksWithin(1 - server.budget / server.period),
    list: aperiodic,
  }),
);

for (const [name, Kind] of Object.entries({ ConstantBandwidthServer, PollingServer })) {
  test(`${name}: under EDF, tasks that leave it its bandwidth meet every deadline, whatever its jobs want`, () => {
    fc.assert(
      fc.property(load, ({ server, ...rest }) => {
        expect(run(rest, (rt) => new Kind(rt, server)).misses).toEqual([]);
      }),
      { numRuns },
    );
  });
}

test("TotalBandwidthServer: under EDF everybody meets every deadline, its own jobs the ones that it gives", () => {
  fc.assert(
    fc.property(load, ({ server, tasks, list }) => {
      const uncancelled = list.map((job) => ({ ...job, cancelAt: undefined })).sort((a, b) => a.delay - b.delay);
      const bandwidth = server.budget / server.period;
      const { misses, mine } = run({ tasks, list: uncancelled }, (rt) => new TotalBandwidthServer(rt, { bandwidth }));
      expect(misses).toEqual([]);
      for (const job of mine) expect(job.lateness).toBeLessThanOrEqual(1e-9);
    }),
    { numRuns },
  );
});

for (const [name, Kind] of Object.entries({ PollingServer, DeferrableServer })) {
  test(`${name}: no period has more of its jobs than its budget, however much is free`, () => {
    fc.assert(
      fc.property(aperiodic, shares, (list, server) => {
        const { served } = run({ tasks: [], list }, (rt) => new Kind(rt, server));
        for (let start = 0; start < 400; start += server.period) {
          const end = start + server.period;
          const used = served.reduce(
            (sum, [from, to]) => sum + Math.max(0, Math.min(to, end) - Math.max(from, start)),
            0,
          );
          expect(used).toBeLessThanOrEqual(server.budget);
        }
      }),
      { numRuns },
    );
  });
}

test("DeferrableServer: while its jobs have more to do than it gives, each period has its whole budget", () => {
  fc.assert(
    fc.property(fc.integer({ min: 5, max: 40 }), shares, (ms, server) => {
      const { served } = run({ tasks: [], list: [{ ms, delay: 0 }] }, (rt) => new DeferrableServer(rt, server));
      const periods = Math.ceil(ms / server.budget) - 1;
      expect(served.at(-1)?.[1]).toBe(periods * server.period + ms - periods * server.budget);
    }),
    { numRuns },
  );
});
