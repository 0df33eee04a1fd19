/** The smallest door: whatever it can do, it does as the whole scheduler does. */
import { readFileSync } from "node:fs";
import {
  aging,
  ConstantBandwidthServer,
  edf,
  fixedPriority,
  type Policy,
  Resource,
  type SubmitOptions,
  TotalBandwidthServer,
  Scheduler as WholeScheduler,
} from "@preempt/runtime";
import { attachAsync, settle, wait } from "@preempt/runtime/abi";
import { type CoreOptions, Scheduler } from "@preempt/runtime/core";
import { VirtualHost } from "@preempt/runtime/testing";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";

type AnyScheduler = Pick<WholeScheduler, "now" | "idle"> & {
  submit(fn: () => unknown, options?: Omit<SubmitOptions, "args">): ReturnType<Scheduler["submit"]>;
};

function core(policy: Policy = edf, options: Pick<CoreOptions, "slice" | "round" | "budget"> = {}) {
  const host = new VirtualHost();
  const errors: unknown[] = [];
  const rt = new Scheduler({ policy, host, onError: (error) => void errors.push(error), ...options });
  return { host, errors, rt };
}

function whole() {
  const host = new VirtualHost();
  const errors: unknown[] = [];
  return { host, errors, rt: new WholeScheduler({ host, onError: (error) => void errors.push(error) }) };
}

/** One that awaits `value`. */
function awaiting(value: () => unknown, told: (outcome: unknown) => void = () => {}) {
  const body = function* (): Generator<unknown, unknown> {
    try {
      told(yield wait(value()));
    } catch (error) {
      told(error);
      throw error;
    } finally {
      told("finally");
    }
    return settle(1);
  };
  return attachAsync(async () => {}, body as never);
}

const job = fc.record({
  ms: fc.integer({ min: 1, max: 6 }),
  deadline: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
  priority: fc.integer({ min: -2, max: 2 }),
  delay: fc.integer({ min: 0, max: 12 }),
  inherit: fc.boolean(),
});
const child = fc.record({ at: fc.nat(5), job });
const action = fc.constantFrom("nothing", "cancel", "deadline", "priority", "fail");
const plan = fc.record({ job, child: fc.option(child, { nil: undefined }), action, when: fc.nat(20) });
type Plan = typeof plan extends fc.Arbitrary<infer P> ? P : never;

const policies: (() => Policy)[] = [() => edf, () => fixedPriority, () => aging(edf, { patience: 4 })];

async function play(plans: readonly Plan[], host: VirtualHost, rt: AnyScheduler): Promise<string[]> {
  const lines: string[] = [];
  const note = (what: string) => void lines.push(`${host.now()} ${what}`);
  const start = (name: string, { ms, ...options }: Plan["job"], at?: number, within?: () => void) => {
    const run = function* () {
      try {
        for (let done = 0; done < ms; done++) {
          if (done > 0) yield;
          if (done === at) within?.();
          note(name);
          host.advance(1);
        }
      } finally {
        yield;
        note(`${name} ends`);
      }
    };
    const { deadline, ...rest } = options;
    const made = rt.submit(run, { ...rest, name, ...(deadline && { deadline }) });
    made.then(
      () => note(`${name} is done`),
      (error) => note(`${name}: ${error}`),
    );
    return made;
  };
  const jobs = plans.map(({ job, child, action, when }, i) => {
    const made = start(`${i}`, job, child?.at, () => {
      start(`${i}'s child`, child?.job ?? job);
      if (action === "fail") throw new Error("fails");
    });
    const act = () => {
      if (action === "cancel") made.cancel("cancelled");
      else if (action === "deadline") made.setDeadline({ at: when + 3 });
      else if (action === "priority") made.setPriority(when % 4);
    };
    rt.submit(act, { delay: when, deadline: 1, priority: 9 });
    return made;
  });
  await host.settle();
  for (const { state, start, finish, executionTime, preemptions, missed, lateness } of jobs) {
    lines.push([state, start, finish, executionTime, preemptions, missed, lateness].join(" "));
  }
  return lines;
}

test("jobs run as under the whole scheduler: instant by instant, and to the same end", async () => {
  const settings = fc.record({
    policy: fc.constantFrom(...policies),
    slice: fc.constantFrom(1, 2, 3),
    preemption: fc.constantFrom("sliced" as const, "ideal" as const),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(plan, { minLength: 1, maxLength: 6 }), settings, async (plans, settings) => {
      const runs = [Scheduler, WholeScheduler].map((Kind) => {
        const host = new VirtualHost();
        return play(plans, host, new Kind({ ...settings, policy: settings.policy(), host }));
      });
      const [ours, theirs] = await Promise.all(runs);
      expect(ours?.length).toBeGreaterThan(plans.length);
      expect(ours).toEqual(theirs);
    }),
    { numRuns: 300 },
  );
});

test("a job awaits promises and other jobs, and goes on with what they give", async () => {
  const { rt, host } = core();
  const told: unknown[] = [];
  const other = rt.submit(() => 42);
  const failing = rt.submit(() => {
    throw new Error("fails");
  });
  await host.settle();
  const job = rt.submit(awaiting(() => Promise.resolve(1), told.push.bind(told)));
  const second = rt.submit(awaiting(() => other, told.push.bind(told)));
  const third = rt.submit(awaiting(() => failing, told.push.bind(told)));
  const ends = Promise.allSettled([job, second, third]);
  await host.settle();
  expect((await ends).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
  expect(told.map(String).sort()).toEqual(["1", "42", "Error: fails", "finally", "finally", "finally"]);
});

test("a job that returns or awaits itself fails, as under the whole scheduler", async () => {
  for (const make of [() => core(), () => whole()]) {
    const { rt, host, errors } = make();
    const returns: unknown = rt.submit(() => returns, { name: "returns" });
    const awaits: unknown = rt.submit(
      awaiting(() => awaits),
      { name: "awaits" },
    );
    const told = Promise.allSettled([returns, awaits]);
    await host.settle();
    expect((await told).map((outcome) => String((outcome as PromiseRejectedResult).reason))).toEqual([
      expect.stringMatching(/deadlock: T0J0 \(returns\)/),
      expect.stringMatching(/deadlock: T0J1 \(awaits\)/),
    ]);
    expect(errors).toEqual([]);
  }
});

test("an async generator function is refused, as by the whole scheduler", () => {
  for (const { rt } of [core(), whole()]) {
    expect(() => rt.submit(async function* () {})).toThrow(
      'job_async_generator: what was submitted as "a job" is an async generator.',
    );
  }
});

/** Everything that the core refuses: the error's code and what was given, then what development adds. */
const refusals: readonly [told: string, refused: () => unknown, remedy: string][] = [
  ["round_not_positive: the round is 0.", () => core(edf, { round: 0 }), "a number of milliseconds above 0"],
  ["slice_not_positive: the slice is -1.", () => core(edf, { slice: -1 }), "a number of milliseconds above 0"],
  [
    "budget_not_a_count: the budget is 0.5.",
    () => core(edf, { budget: 0.5 }),
    '"auto", an integer of 0 or more, or Infinity',
  ],
  [
    'budget_not_a_count: the budget of "a" is -1.',
    () => submit({ budget: -1 }),
    '"auto", an integer of 0 or more, or Infinity',
  ],
  [
    'wcet_not_positive: the worst-case execution time of "a" is 0.',
    () => submit({ wcet: 0 }),
    "a number of milliseconds above 0",
  ],
  ['delay_negative: the delay of "a" is -1.', () => submit({ delay: -1 }), "a number of milliseconds, 0 or above"],
  [
    'priority_not_finite: the priority of "a" is NaN.',
    () => submit({ priority: Number.NaN }),
    "any finite number; larger is more urgent",
  ],
  [
    'deadline_not_positive: the deadline of "a" is 0.',
    () => submit({ deadline: 0 }),
    "milliseconds after the release, above 0; for a single job also { at: an instant }",
  ],
  ['job_not_a_function: what was submitted is "a".', () => core().rt.submit("a" as never), "a function"],
  [
    'job_async_generator: what was submitted as "a job" is an async generator.',
    () => core().rt.submit(async function* () {}),
    "an async function that walks over it with for await, or a generator function",
  ],
];

function submit(options: Omit<SubmitOptions, "args">) {
  return core().rt.submit(() => 1, { name: "a", ...options });
}

function errorOf(refused: () => unknown): unknown {
  try {
    return refused();
  } catch (error) {
    return error;
  }
}

afterEach(() => {
  vi.unstubAllEnvs();
});

test.for(refusals)("bad input is refused: %s", ([told, refused, remedy]) => {
  expect(errorOf(refused)).toMatchObject({ name: "PreemptError", message: `${told} Give ${remedy}.` });
  vi.stubEnv("NODE_ENV", "production");
  expect(errorOf(refused)).toMatchObject({ name: "PreemptError", message: told });
});

test("docs/errors.md says what production leaves out of messages", () => {
  const page = readFileSync(new URL("../../../../docs/errors.md", import.meta.url), "utf8");
  const sections = page.replaceAll("`", "").split("\n### ");
  for (const [told, , remedy] of refusals) {
    const code = told.slice(0, told.indexOf(":"));
    const isOf = (heading = "") =>
      heading.split(", ").some((one) => code === one || (one[0] === "_" && code.endsWith(one)));
    const own = sections.filter((section) => isOf(section.split("\n")[0]));
    expect(own.join("\n").replace(/\s+/g, " "), code).toContain(remedy);
  }
});

test("a job cancelled while it waits runs its finalizers, and no catch block", async () => {
  const { rt, host, errors } = core();
  const told: unknown[] = [];
  const job = rt.submit(awaiting(() => new Promise(() => {}), told.push.bind(told)));
  await host.settle();
  expect(job.state).toBe("blocked");
  job.cancel("enough");
  await expect(job).rejects.toBe("enough");
  await host.settle();
  expect([told, job.finish, errors]).toEqual([["finally"], 0, []]);
});

test("errors that nobody awaits are reported: also where the one who would have awaited was cancelled", async () => {
  const { rt, host, errors } = core();
  const fails = () => {
    throw new Error("fails");
  };
  const waiter = rt.submit(
    awaiting(() => {
      waiter.cancel();
      return rt.submit(fails);
    }),
  );
  rt.submit(fails);
  rt.submit(fails).catch(() => {});
  waiter.catch(() => {});
  await host.settle();
  expect(errors.map(String)).toEqual(["Error: fails", "Error: fails"]);
});

test("a policy that throws, or gives no number, is reported, and its job is the least urgent", async () => {
  const keys: (() => number)[] = [
    () => Number.NaN,
    () => {
      throw new Error("no key");
    },
    () => 1,
  ];
  const { rt, host, errors } = core({ name: "mine", key: ({ priority }) => (keys[priority] as () => number)() });
  const order: number[] = [];
  for (const priority of keys.keys()) rt.submit(() => order.push(priority), { priority });
  await host.settle();
  expect(order).toEqual([2, 0, 1]);
  expect(errors.map(String)).toContain('TypeError: policy "mine" gave NaN as the key of job T0J0');
  expect(errors.map(String)).toContain("Error: no key");
});

test("with nothing ready there is no turn, and one timer for the next release, gone with its job", async () => {
  const { rt, host } = core();
  const first = rt.submit(() => 1, { delay: 5 });
  const second = rt.submit(() => 2, { delay: 3 });
  for (const job of [first, second]) job.catch(() => {});
  expect(host.pending).toEqual({ turns: 0, timers: 1 });
  first.cancel();
  second.cancel();
  expect(host.pending).toEqual({ turns: 0, timers: 0 });
  await rt.idle();
});

test("a signal cancels, and is let go when the job has ended", async () => {
  const { rt, host } = core();
  const controller = new AbortController();
  const gone = vi.spyOn(controller.signal, "removeEventListener");
  const done = rt.submit(() => 1, { signal: controller.signal as never });
  await host.settle();
  expect(gone).toHaveBeenCalledOnce();
  const job = rt.submit(() => 1, { signal: controller.signal as never, delay: 5 });
  controller.abort("stop");
  await expect(job).rejects.toBe("stop");
  await expect(rt.submit(() => 1, { signal: controller.signal as never })).rejects.toBe("stop");
  expect([await done, done.state]).toEqual([1, "done"]);
});

test("rounds end, and the event loop gets the thread", async () => {
  const { rt, host } = core(edf, { round: 3 });
  const endless = rt.submit(function* () {
    for (;;) {
      host.advance(1);
      yield;
    }
  });
  endless.catch(() => {});
  host.step();
  expect([host.now(), host.pending.turns]).toEqual([3, 1]);
  endless.cancel();
  await host.settle();
  expect(endless.preemptions).toBe(1);
});

test.for([
  ["a resource", (rt: WholeScheduler) => new Resource(rt, { name: "R" })],
  ["a server", (rt: WholeScheduler) => new ConstantBandwidthServer(rt, { budget: 1, period: 2 })],
  ["a server", (rt: WholeScheduler) => new TotalBandwidthServer(rt, { bandwidth: 0.5 })],
] as const)("%s refuses the core's scheduler", ([, make]) => {
  const { rt } = core();
  expect(() => make(rt as unknown as WholeScheduler)).toThrow(
    /^scheduler_is_core: .* needs the whole scheduler, .* Import Scheduler from "@preempt\/runtime"\.$/,
  );
});
