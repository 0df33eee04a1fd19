/**
 * The stack ends at each depth around each public function: what could not be finished has not begun, and the scheduler goes on.
 */
import {
  type Alarm,
  ConstantBandwidthServer,
  DeferrableServer,
  type Job,
  JobGroup,
  Resource,
  Scheduler,
  type Task,
  TotalBandwidthServer,
} from "@preempt/runtime";
import { wait } from "@preempt/runtime/abi";
import { expect, test } from "vitest";
import { type World, world } from "../kit/world.ts";

/** So many frames before the end of the stack are tried: more than fit into the room that the kernel asks for. */
const frames = 700;

/** Frames of several sizes, so that the stack ends at other places in what is called. */
const walkers: ((call: () => void) => void)[] = [
  function walk(call) {
    try {
      walk(call);
    } catch (error) {
      attempt(call);
      throw error;
    }
  },
  (call) => walkWider(call, 1, 2, 3),
  (call) => walkWidest(call, 1, 2, 3, 4, 5, 6, 7),
];

let left = 0;

function attempt(call: () => void): void {
  if (left-- <= 0) throw new Error("enough");
  call();
}

function walkWider(call: () => void, a: number, b: number, c: number): number {
  try {
    return walkWider(call, b, c, a) + a;
  } catch (error) {
    attempt(call);
    throw error;
  }
}

function walkWidest(
  call: () => void,
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
  g: number,
): number {
  const sum = a + b + c + d;
  try {
    return walkWidest(call, b, c, d, e, f, g, a) + sum * e + f * g;
  } catch (error) {
    attempt(call);
    throw error;
  }
}

/** Calls `call` at each depth from the end of the stack on. What it throws there is the engine's error alone. */
function atTheEnd(call: () => void): void {
  for (const walk of walkers) {
    left = frames;
    const strange: unknown[] = [];
    try {
      walk(() => {
        try {
          call();
        } catch (error) {
          if (!(error instanceof RangeError)) strange.push(error);
          throw error;
        }
      });
    } catch {}
    expect(strange).toEqual([]);
    expect(left).toBeLessThanOrEqual(0);
  }
}

interface Setting extends World {
  /** Jobs that somebody has got, and how often each has ended. */
  readonly jobs: Job<unknown>[];
  readonly ends: Map<string, number>;
  keep<T extends Job<unknown>>(job: T): T;
}

function setting(options: Parameters<typeof world>[0] = {}): Setting {
  const ends = new Map<string, number>();
  const observer = { jobFinished: (job: Job) => void ends.set(job.id, (ends.get(job.id) ?? 0) + 1) };
  const made = world({ ...options, observer });
  const jobs: Job<unknown>[] = [];
  return {
    ...made,
    jobs,
    ends,
    keep(job) {
      jobs.push(job);
      return job;
    },
  };
}

const never = () => new Promise(() => {});

/** What is tried; returns what is to be right at the end. */
type Trial = (world: Setting) => { call: () => void; after?: () => void | Promise<void> };

const trials: Record<string, Trial> = {
  submit: ({ rt, keep }) => ({ call: () => void keep(rt.submit(() => 1)) }),
  "submit with a delay": ({ rt, keep }) => ({ call: () => void keep(rt.submit(() => 1, { delay: 3 })) }),
  "submit with observers that go deeper": ({ rt, keep }) => {
    const deeper = (n: number): number => (n === 0 ? 0 : deeper(n - 1) + 1);
    rt.observe({ jobReleased: () => void deeper(30), jobFinished: () => void deeper(30) });
    return { call: () => void keep(rt.submit(() => 1)) };
  },
  "submit with a signal": ({ rt, keep }) => {
    const { signal } = new AbortController();
    return { call: () => void keep(rt.submit(() => 1, { signal, delay: 1 })) };
  },
  "a job of a server": ({ rt, keep }) => {
    const servers = [
      new ConstantBandwidthServer(rt, { budget: 1, period: 4 }),
      new DeferrableServer(rt, { budget: 1, period: 4 }),
    ];
    const total = new TotalBandwidthServer(rt, { bandwidth: 0.2 });
    return {
      call: () => {
        for (const server of servers) keep(server.submit(() => 1));
        keep(total.submit(() => 1, { wcet: 1 }));
      },
    };
  },
  "a job of a group": ({ rt, keep, host }) => {
    const group = new JobGroup(rt, { concurrency: 1, signal: new AbortController().signal });
    return {
      call: () => void keep(group.submit(() => 1)),
      after: async () => {
        await host.settle();
        await group.done;
        expect([group.size, group.waiting]).toEqual([0, 0]);
      },
    };
  },
  yieldNow: ({ rt, keep }) => ({ call: () => void keep(rt.yieldNow()) }),
  "release of a task": ({ rt, keep }) => {
    const task = rt.task(() => 1, { backlog: Number.POSITIVE_INFINITY });
    return {
      call: () => void keep(task.release()),
      after: () => {
        expect(task.unfinished).toEqual([]);
        keep(task.release());
      },
    };
  },
  "a task": ({ rt, host }) => {
    const tasks: Task[] = [];
    let ran = 0;
    return {
      call: () => void tasks.push(rt.task(() => void ran++, { period: 10 })),
      after: async () => {
        await host.settle(host.now() + 25);
        expect(ran).toBeGreaterThanOrEqual(tasks.length * 2);
        for (const task of rt.tasks) task.stop();
      },
    };
  },
  "pause and resume": ({ rt, keep, host }) => {
    keep(rt.submit(() => 1, { delay: 1 }));
    return {
      call: () => {
        rt.pause();
        rt.resume();
      },
      after: async () => {
        rt.resume();
        await host.settle();
      },
    };
  },
  close: ({ host }) => {
    const rt = new Scheduler({ host });
    rt.task(() => 1, { period: 2 });
    rt.alarm({ every: 3 }, () => {});
    const jobs = Array.from({ length: 3 }, (_, i) => rt.submit(never, { delay: i }));
    for (const job of jobs) job.catch(() => {});
    return {
      call: () => void rt.close({ deadline: 5 }),
      after: async () => {
        await host.settle();
        await rt.close();
        for (const job of jobs) expect(job.state).toBe("cancelled");
      },
    };
  },
  cancelAll: ({ host }) => {
    const rt = new Scheduler({ host });
    const jobs = Array.from({ length: 3 }, (_, i) => rt.submit(never, { delay: i }));
    for (const job of jobs) job.catch(() => {});
    return {
      call: () => void rt.cancelAll(),
      after: async () => {
        rt.cancelAll();
        await host.settle();
        await rt.idle();
        for (const job of jobs) expect(job.state).toBe("cancelled");
      },
    };
  },
  "stop of a task": ({ rt }) => {
    const tasks = Array.from({ length: walkers.length * frames }, () => rt.task(() => 1, { period: 10 }));
    let next = 0;
    return {
      call: () => {
        tasks[next]?.stop();
        next++;
      },
      after: () => {
        for (const task of tasks) task.stop();
        expect(rt.tasks).toEqual([]);
      },
    };
  },
  "an alarm": ({ rt, host }) => {
    let set = 0;
    let fired = 0;
    return {
      call: () => {
        rt.alarm({ in: 5 }, () => void fired++);
        set++;
      },
      after: async () => {
        await host.settle();
        // One may have been set without the caller's hearing of it; none is lost.
        expect(fired).toBeGreaterThanOrEqual(set);
        expect(fired - set).toBeLessThanOrEqual(walkers.length);
      },
    };
  },
  "cancel of an alarm": ({ rt, host }) => {
    const fired = new Set<number>();
    const off = new Set<number>();
    const alarms: Alarm[] = Array.from({ length: walkers.length * frames }, (_, i) =>
      rt.alarm({ in: 5 }, () => fired.add(i)),
    );
    let next = 0;
    return {
      call: () => {
        const i = next++;
        alarms[i]?.cancel();
        off.add(i);
      },
      after: async () => {
        await host.settle();
        for (let i = 0; i < alarms.length; i++) expect(fired.has(i)).toBe(!off.has(i));
      },
    };
  },
  "cancel of jobs that are ready, delayed, blocked": ({ rt, host, keep }) => {
    const kinds = [
      () => rt.submit(() => 1, { delay: 2 }),
      () => rt.submit(never),
      () => {
        const resource = new Resource(rt, { name: "R" });
        const lock = resource.lock();
        rt.alarm({ in: 100 }, () => lock.unlock());
        return rt.submit(function* () {
          yield* resource.acquire();
        });
      },
    ];
    const jobs = Array.from({ length: walkers.length * frames }, (_, i) =>
      keep((kinds[i % 3] as () => Job<unknown>)()),
    );
    for (const job of jobs) void job.then(undefined, () => {});
    host.run(1);
    let next = 0;
    return {
      call: () => {
        // biome-ignore lint/style/noNonNullAssertion: there are as many as there are calls
        jobs[next++]!.cancel();
      },
      after: () => {
        for (const job of jobs) job.cancel();
      },
    };
  },
  "abort of a signal": ({ rt, keep, host, jobs }) => {
    // Signals that tell their listeners, and nothing else: an AbortController has a stack to lose, too.
    const listeners = Array.from({ length: walkers.length * frames }, () => {
      let listener = () => {};
      const signal = {
        aborted: false,
        reason: "enough",
        addEventListener: (_: "abort", added: () => void) => {
          listener = added;
        },
        removeEventListener() {},
      };
      for (let i = 0; i < 2; i++) void keep(rt.submit(never, { signal })).then(undefined, () => {});
      return () => listener();
    });
    host.run(1);
    let next = 0;
    let told = 0;
    return {
      call: () => {
        listeners[next++]?.();
        told++;
      },
      after: async () => {
        await host.settle();
        expect(jobs.filter((job) => job.state === "cancelled").length).toBeGreaterThanOrEqual(2 * told);
        for (const job of jobs) job.cancel();
      },
    };
  },
  "changes of priority and deadline": ({ rt, keep }) => {
    const jobs = Array.from({ length: 20 }, () => keep(rt.submit(() => 1, { deadline: 1000 })));
    let n = 0;
    return {
      call: () => {
        const job = jobs[n++ % jobs.length] as Job<unknown>;
        job.setPriority(n);
        job.setDeadline(1 + (n % 7));
      },
    };
  },
  "lock and unlock, outside of jobs": ({ rt }) => {
    const resource = new Resource(rt, { name: "R" });
    return {
      call: () => {
        const lock = resource.lock();
        lock.unlock();
      },
      after: async () => {
        // What there was no room for is unlocked after it.
        await Promise.resolve();
        expect(resource.isLocked).toBe(false);
      },
    };
  },
  "then, catch and finally of a job": ({ rt, keep }) => {
    const job = keep(rt.submit(() => "value"));
    const others = Array.from({ length: walkers.length * frames }, () => keep(rt.submit(() => "value")));
    let n = 0;
    return {
      call: () => {
        void others[n++]?.then();
        void job.finally();
      },
      after: async () => {
        expect(new Set(await Promise.all([job, ...others]))).toEqual(new Set(["value"]));
      },
    };
  },
  "observers that come and go": ({ rt, keep }) => {
    let heard = 0;
    const observer = { jobFinished: () => void heard++ };
    return {
      call: () => rt.observe(observer)[Symbol.dispose](),
      after: () => {
        rt.observe({ jobFinished: () => void heard++ });
        keep(rt.submit(() => 1));
      },
    };
  },
  "what changes nothing": ({ rt }) => ({
    call: () => {
      rt.now();
      rt.shouldYield();
      void rt.currentJob;
      void rt.tasks;
      void rt.idle().catch(() => {});
    },
  }),
};

for (const [name, trial] of Object.entries(trials)) {
  for (const where of ["outside of jobs", "in a job"]) {
    if (where !== "outside of jobs" && name.includes("outside")) continue;
    test(`the stack ends around: ${name}, ${where}`, async () => {
      const world = setting({ policy: name.includes("server") ? "edf" : "fp" });
      const { rt, host, jobs, ends } = world;
      const { call, after } = trial(world);
      if (where === "outside of jobs") atTheEnd(call);
      else rt.submit(() => atTheEnd(call), { deadline: 1 });
      await host.settle(host.now() + 50);
      await after?.();
      let fired = 0;
      const later = [rt.submit(() => 1), rt.submit(() => 2, { delay: 1 })];
      rt.alarm({ in: 2 }, () => void fired++);
      await host.settle();
      expect([...later.map((job) => job.state), fired]).toEqual(["done", "done", 1]);
      for (const job of jobs) expect(ends.get(job.id), `${job} ${job.state}`).toBe(1);
      expect(Math.max(...ends.values())).toBe(1);
      expect(host.reported.filter(({ error }) => !(error instanceof RangeError))).toEqual([]);
      expect(host.pending).toEqual({ turns: 0, timers: 0 });
      await rt.idle();
    });
  }
}

test("the stack ends around sections and locks in a job, which has let go of all of them at its end", async () => {
  const { rt, host, jobs, ends, keep } = setting();
  const resource = new Resource(rt, { name: "R" });
  const npcs = new Resource(rt, { name: "N", protocol: "npcs" });
  keep(
    rt.submit(function* () {
      atTheEnd(() => {
        const section = rt.criticalSection();
        const lock = npcs.tryLock();
        rt.criticalSection(() => resource.lock().unlock());
        lock?.unlock();
        section.leave();
      });
      wait(Promise.resolve());
      yield;
    }),
  );
  keep(rt.submit(() => resource.lock().unlock()));
  await host.settle();
  const lock = npcs.tryLock();
  expect([resource.isLocked, lock !== undefined]).toEqual([false, true]);
  for (const job of jobs) expect(ends.get(job.id)).toBe(1);
  await rt.idle();
});

test("a turn that comes at the end of the stack is made up for", async () => {
  const { rt, host, jobs, ends, keep } = setting();
  let fired = 0;
  let set = 0;
  atTheEnd(() => {
    // A stack that ends in the test's own host is not the scheduler's affair.
    keep(rt.submit(() => 1));
    rt.alarm({ in: 0 }, () => void fired++);
    set++;
    host.run();
  });
  keep(rt.submit(() => 1));
  await host.settle();
  for (const job of jobs) expect(ends.get(job.id)).toBe(1);
  expect(fired).toBeGreaterThanOrEqual(set);
  await rt.idle();
});

test("in real time: a handler submits a job and sets an alarm while the stack runs out", async () => {
  const rt = new Scheduler({ onError() {} });
  const jobs: Job<string>[] = [];
  let fired = 0;
  let set = 0;
  atTheEnd(() => {
    jobs.push(rt.submit(() => "report"));
    rt.alarm({ in: 1 }, () => void fired++);
    set++;
  });
  expect(await rt.submit(() => "later")).toBe("later");
  await new Promise<void>((resolve) => rt.alarm({ in: 5 }, resolve));
  expect(new Set(await Promise.all(jobs))).toEqual(new Set(["report"]));
  expect(fired).toBeGreaterThanOrEqual(set);
  await rt.idle();
});
