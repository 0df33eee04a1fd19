/** Nothing of a job survives its end but what its holder keeps: whatever it did, and however it ended. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import {
  aging,
  ConstantBandwidthServer,
  DeferrableServer,
  edf,
  type Job,
  JobGroup,
  type ProtocolName,
  Resource,
  Scheduler,
  type SchedulerOptions,
  type Task,
} from "@preempt/runtime";
import { attachAsync, settle, wait } from "@preempt/runtime/abi";
import { consume, VirtualHost } from "@preempt/runtime/testing";
import { expect, test } from "vitest";

setFlagsFromString("--expose-gc");
const gc = runInNewContext("gc") as () => void;

/** A scheduler that nobody records: a recorder keeps jobs. */
function unwatched(options: SchedulerOptions = {}) {
  const host = new VirtualHost();
  const rt = new Scheduler({ round: 5, ...options, host });
  const work = (ms: number) =>
    function* () {
      yield* consume(rt, ms);
    };
  return { rt, host, work };
}
type World = ReturnType<typeof unwatched>;

/** Makes one job that has `argument`; the world, and what `prepare` made, are kept. */
type Make<T> = (world: World, kept: T, argument: object) => Job;
interface Kind<T = unknown> {
  readonly options?: SchedulerOptions;
  readonly prepare?: (world: World) => T;
  readonly make: Make<T>;
  /** Ends the job, if it does not end by itself. */
  readonly end?: (job: Job) => void;
}

const kind = <T>(of: Kind<T>) => of as unknown as Kind;
const cancel = (job: Job) => job.cancel("no longer wanted");
type AnyAsync = (...args: unknown[]) => Promise<void>;
const stuck = attachAsync(
  (async () => {}) as AnyAsync,
  function* (_: object) {
    yield wait(new Promise(() => {}));
    return settle(undefined);
  } as never,
);

const awaiting = attachAsync(
  (async () => {}) as AnyAsync,
  function* (other: Job, _: object) {
    yield wait(other);
    return settle(undefined);
  } as never,
);

function locking(protocol: ProtocolName, end?: (job: Job) => void) {
  return kind({
    options: { policy: "fp" },
    prepare: ({ rt }) => new Resource(rt, { name: "R", protocol }),
    make: ({ rt, work }, resource, argument) => {
      const body = function* (_: object) {
        yield* resource.acquire();
        yield* work(2)();
        if (end !== undefined) yield wait(new Promise(() => {}));
      };
      return rt.submit(body, { name: "user", args: [argument], uses: [resource] });
    },
    ...(end && { end }),
  });
}

const kinds: Record<string, Kind> = {
  "that is done": kind({ make: ({ rt }, _, a) => rt.submit((_: object) => 1, { args: [a] }) }),
  "that has failed": kind({
    make: ({ rt }, _, a) => {
      const job = rt.submit(
        (_: object) => {
          throw new Error("fails");
        },
        { args: [a] },
      );
      job.catch(() => {});
      return job;
    },
  }),
  "cancelled before it ran": kind({ make: ({ rt }, _, a) => rt.submit((_: object) => 1, { args: [a] }), end: cancel }),
  "of a group, with limits, and counted": kind({
    prepare: ({ rt }) => {
      void rt.load;
      return new JobGroup(rt, { concurrency: 1 });
    },
    make: ({ rt }, group, a) => {
      group.submit(() => {});
      const job = group.submit((_: object) => 1, { args: [a], timeout: 1e6, limit: 5, deadline: 9, onMiss: "cancel" });
      void rt.load.laxity;
      return job;
    },
  }),
  "that was set aside in a group, and reached its timeout": kind({
    prepare: ({ rt }) => {
      const group = new JobGroup(rt, { concurrency: 1 });
      group.submit(stuck, { args: [{}] });
      return group;
    },
    make: (_, group, a) => {
      const job = group.submit((_: object) => 1, { args: [a], timeout: 3 });
      job.catch(() => {});
      return job;
    },
  }),
  "cancelled before its release": kind({
    make: ({ rt }, _, a) => rt.submit((_: object) => 1, { args: [a], delay: 1e6, deadline: 5 }),
    end: cancel,
  }),
  "cancelled while it waited for a promise": kind({
    make: ({ rt }, _, a) => rt.submit(stuck, { args: [a] }),
    end: cancel,
  }),
  "cancelled while it awaited a job that lives on": kind({
    prepare: ({ rt }) => rt.submit(stuck, { args: [{}] }),
    make: ({ rt }, other, a) => rt.submit(awaiting, { args: [other, a] }),
    end: cancel,
  }),
  "with a deadline that is watched": kind({
    options: { observer: { deadlineMissed() {} } },
    make: ({ rt }, _, a) => rt.submit((_: object) => 1, { args: [a], deadline: 1e6 }),
  }),
  "with a signal that lives on": kind({
    prepare: () => new AbortController().signal,
    make: ({ rt }, signal, a) => rt.submit((_: object) => 1, { args: [a], signal: signal as never }),
  }),
  "under aging": kind({
    options: { policy: aging(edf, { patience: 5 }) },
    make: ({ rt, work }, _, a) =>
      rt.submit(
        function* (_: object) {
          yield* work(3)();
        },
        { args: [a] },
      ),
  }),
  "in a constant bandwidth server": kind({
    prepare: ({ rt }) => new ConstantBandwidthServer(rt, { budget: 1, period: 2 }),
    make: (_, server, a) => server.submit((_: object) => 1, { args: [a] }),
  }),
  "cancelled in a deferrable server": kind({
    prepare: ({ rt }) => new DeferrableServer(rt, { budget: 1, period: 2 }),
    make: (_, server, a) => server.submit(stuck, { args: [a] }),
    end: cancel,
  }),
  "of a task": kind({
    prepare: ({ rt }) => rt.task((_: object) => 1, { args: [{}] }) as Task<(_: object) => number>,
    make: (_, task, a) => task.release(a) as Job,
  }),
  "that awaited another": kind({
    make: ({ rt }, _, a) => {
      const body = function* (_: object): Generator<unknown, unknown> {
        yield wait(rt.submit(() => 1));
        return settle(1);
      };
      return rt.submit(attachAsync((async () => {}) as AnyAsync, body as never), { args: [a] });
    },
  }),
  "that was awaited by one that lives on": kind({
    prepare: () => [] as Job[],
    make: ({ rt }, kept, a) => {
      const job = rt.submit((_: object) => 1, { args: [a] });
      const once = [job];
      const body = function* (): Generator<unknown, unknown> {
        yield wait(once.pop());
        yield wait(new Promise(() => {}));
        return settle(1);
      };
      kept.push(rt.submit(attachAsync(async () => {}, body as never)) as Job);
      return job;
    },
  }),
};
for (const protocol of ["none", "npcs", "pip", "pcp", "icpp", "srp"] as const) {
  kinds[`that locked under ${protocol}`] = locking(protocol);
  kinds[`cancelled with a lock under ${protocol}`] = locking(protocol, cancel);
}

for (const [name, { options, prepare, make, end }] of Object.entries(kinds)) {
  test(`a job ${name} is not kept alive`, async () => {
    const w = unwatched(options);
    const kept = prepare?.(w);
    const refs: WeakRef<object>[] = [];
    await (async function submitAndForget() {
      for (let i = 0; i < 8; i++) {
        const argument = { big: new Array(100).fill(i) };
        const job = make(w, kept, argument);
        job.catch(() => {});
        refs.push(new WeakRef(argument), new WeakRef(job));
        if (!name.includes("before")) await w.host.settle(w.host.now() + 50);
        end?.(job);
        await w.host.settle(w.host.now() + 50);
        expect(["done", "failed", "cancelled"]).toContain(job.state);
      }
    })();
    for (let i = 0; i < 5; i++) {
      await new Promise((resolve) => setImmediate(resolve));
      gc();
    }
    // the last job may still be in a register
    expect(refs.filter((ref) => ref.deref() !== undefined).length).toBeLessThanOrEqual(2);
    expect([w.rt.kernel.running, kept === prepare]).toEqual([undefined, prepare === undefined]);
  });
}

test("no name of a job that has ended is kept by a resource that it used", { timeout: 60_000 }, async () => {
  for (const protocol of ["pcp", "icpp", "srp"] as const) {
    const { rt, host } = unwatched({ policy: "fp" });
    const resource = new Resource(rt, { name: "R", protocol });
    const round = async (n: number) => {
      for (let i = 0; i < 10_000; i++)
        rt.submit(() => 1, { name: `a request with a long name ${n}-${i}`, uses: [resource] });
      host.run();
      await new Promise((resolve) => setImmediate(resolve));
      gc();
      return process.memoryUsage().heapUsed;
    };
    await round(0);
    const before = await round(1);
    for (let n = 2; n < 6; n++) await round(n);
    // A name took 120 bytes at least: of 50,000, 6 MB.
    expect((await round(6)) - before, protocol).toBeLessThan(4e6);
    expect(resource.isLocked).toBe(false);
  }
});

test("a resource that nobody holds any more is not kept by its scheduler", async () => {
  for (const protocol of ["pcp", "icpp", "srp", "pip"] as const) {
    const { rt, host } = unwatched({ policy: "fp" });
    const refs: WeakRef<object>[] = [];
    (function makeAndForget() {
      for (let i = 0; i < 10; i++) {
        const resource = new Resource(rt, { name: `R${i}`, protocol });
        refs.push(new WeakRef(resource));
        rt.submit(() => resource.lock().unlock(), { uses: [resource] });
      }
      host.run();
    })();
    for (let i = 0; i < 5; i++) {
      await new Promise((resolve) => setImmediate(resolve));
      gc();
    }
    expect(refs.filter((ref) => ref.deref() !== undefined).length, protocol).toBeLessThanOrEqual(1);
    expect(rt.kernel.running).toBe(undefined);
  }
});

test("a server that nobody holds any more is kept by its scheduler only for an admission test", async () => {
  const { rt, host } = unwatched();
  const refs: WeakRef<object>[] = [];
  (function makeAndForget() {
    for (let i = 0; i < 10; i++) {
      const server = new DeferrableServer(rt, { budget: 1, period: 2 });
      refs.push(new WeakRef(server));
      server.submit(() => 1);
    }
    host.run();
  })();
  for (let i = 0; i < 5; i++) {
    await new Promise((resolve) => setImmediate(resolve));
    gc();
  }
  expect(refs.filter((ref) => ref.deref() !== undefined).length).toBeLessThanOrEqual(1);
  expect(rt.kernel.running).toBe(undefined);
});
