/**
 * Semaphores, read-write locks and resources together, on random programs, against rules that know nothing of how the kernel
 * keeps them. PREEMPT_MODEL=100000 runs a campaign.
 */
import { type Job, type Lock, type PreemptError, ReadWriteLock, Resource, Semaphore } from "@preempt/runtime";
import { consume, virtualScheduler } from "@preempt/runtime/testing";
import fc from "fast-check";
import { expect, test } from "vitest";

const numRuns = Number(process.env.PREEMPT_MODEL ?? 1500);

interface Step {
  readonly lock: number;
  readonly writes: boolean;
  readonly before: number;
  readonly ms: number;
  readonly timeout: number | undefined;
  readonly inner: readonly Step[];
}

const ms = fc.integer({ min: 0, max: 8 }).map((n) => n / 2);
const stepOf = (inner: fc.Arbitrary<readonly Step[]>): fc.Arbitrary<Step> =>
  fc.record({
    lock: fc.nat({ max: 3 }),
    writes: fc.boolean(),
    before: ms,
    ms,
    timeout: fc.option(ms, { nil: undefined, freq: 4 }),
    inner,
  });
const innermost = stepOf(fc.constant([]));
const step = stepOf(fc.array(stepOf(fc.array(innermost, { maxLength: 1 })), { maxLength: 2 }));
const anyProgram = fc.record({
  counts: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 2 })),
  jobs: fc.array(
    fc.record({
      delay: ms,
      priority: fc.integer({ min: 0, max: 3 }),
      cancelAt: fc.option(ms, { nil: undefined, freq: 6 }),
      moved: fc.option(fc.record({ at: ms, to: fc.integer({ min: 0, max: 3 }) }), { nil: undefined, freq: 6 }),
      steps: fc.array(step, { minLength: 1, maxLength: 2 }),
    }),
    { minLength: 2, maxLength: 7, size: "max" },
  ),
});
type Program = typeof anyProgram extends fc.Arbitrary<infer P> ? P : never;

const all = 1000;

/** What the model knows of a lock, and of those who wait for it. */
interface Model {
  readonly name: string;
  readonly count: number;
  readonly isRead: boolean;
  readonly owners: Map<Job, number>;
  readonly waiters: Map<Job, { readonly wants: number; readonly arrival: number }>;
  acquire(writes: boolean, timeout: number | undefined): Generator<undefined, Lock>;
  isFree(): boolean;
}

function play({ counts, jobs }: Program, kinds: Map<string, number>): string[] {
  const wrong: string[] = [];
  const ready = new Set<Job>();
  /** Woken for a lock, and not there yet: what they inherit is not known here. */
  const called = new Set<Job>();
  const observer = {
    jobReleased: (job: Job) => void ready.add(job),
    jobPreempted: (job: Job) => void ready.add(job),
    jobWoken(job: Job) {
      ready.add(job);
      called.add(job);
      for (const { waiters } of models) waiters.delete(job);
    },
    jobDispatched(job: Job, now: number) {
      ready.delete(job);
      checkMostUrgent(job, now);
    },
    jobFinished(job: Job) {
      ready.delete(job);
      called.delete(job);
      for (const { waiters, owners } of models) {
        waiters.delete(job);
        owners.delete(job);
      }
    },
    resourceDenied(resource: { readonly name: string }, job: Job) {
      count("wait");
      called.delete(job);
      const model = models.find(({ name }) => name === resource.name) as Model;
      model.waiters.set(job, { wants: wants.get(job) as number, arrival: arrivals.get(job) as number });
    },
  };
  const { rt, host } = virtualScheduler({
    ...({ policy: "fp", preemption: "ideal", slice: 2, round: Number.POSITIVE_INFINITY, budget: 0 } as const),
    observer,
    errors: "collect",
  });
  const wants = new Map<Job, number>();
  const arrivals = new Map<Job, number>();
  let asks = 0;
  const [a, b] = counts.map((count, i) => new Semaphore(rt, { name: `S${i}`, count })) as [Semaphore, Semaphore];
  const config = new ReadWriteLock(rt, { name: "RW" });
  const disk = new Resource(rt, { name: "R" });
  const limit = (timeout: number | undefined) => (timeout === undefined ? undefined : { timeout });
  const model = (name: string, count: number, acquire: Model["acquire"], isFree: () => boolean): Model => ({
    ...{ name, count, acquire, isFree, isRead: name === "RW" },
    owners: new Map(),
    waiters: new Map(),
  });
  const models = [
    model(
      "S0",
      a.count,
      (_, t) => a.acquire(limit(t)),
      () => a.free === a.count && a.waiting === 0,
    ),
    model(
      "S1",
      b.count,
      (_, t) => b.acquire(limit(t)),
      () => b.free === b.count && b.waiting === 0,
    ),
    model(
      "RW",
      all,
      (writes, t) => (writes ? config.acquireWrite(limit(t)) : config.acquireRead(limit(t))),
      () => config.readers === 0 && !config.isWriting && config.waiting === 0,
    ),
    model(
      "R",
      1,
      (_, t) => disk.acquire(limit(t)),
      () => !disk.isLocked && disk.waiters.size === 0,
    ),
  ];

  function count(kind: string): void {
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }

  /** Smaller is more urgent: its own, or that of whoever waits for what it holds, in turn. */
  function keys(): Map<Job, number> {
    const known = new Map<Job, number>();
    const of = (job: Job): number => {
      const before = known.get(job);
      if (before !== undefined) return before;
      known.set(job, -job.priority);
      let key = -job.priority;
      for (const { owners, waiters } of models) {
        if (owners.has(job)) for (const waiter of waiters.keys()) key = Math.min(key, of(waiter));
      }
      known.set(job, key);
      return key;
    };
    // Chains of jobs that wait are short, but may meet: until nothing changes.
    const jobs = [...ready, ...models.flatMap(({ owners, waiters }) => [...owners.keys(), ...waiters.keys()])];
    for (const job of jobs) of(job);
    for (let changed = true; changed; ) {
      changed = false;
      for (const { owners, waiters } of models) {
        const least = Math.min(...[...waiters.keys()].map((job) => known.get(job) as number));
        for (const owner of owners.keys()) {
          if (least >= (known.get(owner) as number)) continue;
          known.set(owner, least);
          changed = true;
        }
      }
    }
    return known;
  }

  function checkMostUrgent(job: Job, now: number): void {
    if (called.has(job) || job.state === "cancelled") return;
    const known = keys();
    const own = known.get(job) ?? -job.priority;
    for (const other of ready) {
      if (other.state !== "ready") continue;
      const key = known.get(other) ?? -other.priority;
      if (key < own) wrong.push(`${now}: ${job} (${own}) runs while ${other} (${key}) is ready`);
    }
  }

  /** Takes out, one after the other, all who can go on. Whoever is left is in a deadlock. */
  function isStuck(waiter: Job, lock: Model): boolean {
    const known = keys();
    const asked = { wants: wants.get(waiter) as number, arrival: arrivals.get(waiter) as number };
    const left = models.map((one) => ({ owners: new Map(one.owners), waiters: new Map(one.waiters), of: one }));
    for (const one of left) if (one.of === lock) one.waiters.set(waiter, asked);
    for (let changed = true; changed; ) {
      changed = false;
      const waiting = new Set(left.flatMap(({ waiters }) => [...waiters.keys()]));
      for (const { owners } of left)
        for (const owner of owners.keys()) if (!waiting.has(owner)) changed = owners.delete(owner);
      for (const { owners, waiters, of } of left) {
        for (const [job, { wants: own, arrival }] of waiters) {
          const key = known.get(job) ?? -job.priority;
          let wanted = own;
          for (const [other, { wants: its, arrival: came }] of waiters) {
            const itsKey = known.get(other) ?? -other.priority;
            if (itsKey < key || (itsKey === key && came < arrival)) wanted = Math.max(wanted, its);
          }
          const taken = [...owners.values()].reduce((sum, n) => sum + n, 0);
          if (wanted > of.count - taken) continue;
          waiters.delete(job);
          changed = true;
        }
      }
    }
    return left.some(({ waiters }) => waiters.has(waiter));
  }

  function* perform({ lock: which, writes, before, ms, timeout, inner }: Step): Generator<undefined, void> {
    const job = rt.currentJob as Job;
    const lock = models[which] as Model;
    yield* consume(rt, before);
    const permits = lock.isRead && writes ? all : 1;
    const until = host.now() + (timeout ?? Number.POSITIVE_INFINITY);
    wants.set(job, permits);
    arrivals.set(job, ++asks);
    let held: Lock;
    try {
      held = yield* lock.acquire(writes, timeout);
    } catch (error) {
      const { code } = error as PreemptError;
      count(code);
      if (code === "lock_timeout" && host.now() >= until) return;
      const isRight = code === "deadlock" && ((lock.name === "R" && lock.owners.has(job)) || isStuck(job, lock));
      if (!isRight) wrong.push(`${host.now()}: ${job} gets ${error} of ${lock.name}`);
      return;
    } finally {
      called.delete(job);
      for (const { waiters } of models) waiters.delete(job);
    }
    count("lock");
    const known = keys();
    const own = known.get(job) ?? -job.priority;
    for (const waiter of lock.waiters.keys()) {
      const key = known.get(waiter) as number;
      if (key < own && !lock.owners.has(job)) wrong.push(`${host.now()}: ${job} gets ${lock.name} before ${waiter}`);
    }
    lock.owners.set(job, (lock.owners.get(job) ?? 0) + permits);
    const taken = [...lock.owners.values()].reduce((sum, n) => sum + n, 0);
    if (taken > lock.count) wrong.push(`${host.now()}: ${job} gets ${lock.name}, of which ${taken} are taken`);
    try {
      yield* consume(rt, ms);
      for (const one of inner) yield* perform(one);
    } finally {
      const left = (lock.owners.get(job) as number) - permits;
      if (left > 0) lock.owners.set(job, left);
      else lock.owners.delete(job);
      held.unlock();
    }
  }

  const submitted = jobs.map(({ delay, priority, cancelAt, moved, steps }, i) => {
    const body = function* () {
      for (const one of steps) yield* perform(one);
    };
    const job = rt.submit(body, { delay, priority, name: `j${i}` });
    job.catch(() => {});
    if (cancelAt !== undefined) rt.alarm({ in: cancelAt }, () => job.cancel());
    if (moved !== undefined) rt.alarm({ in: moved.at }, () => job.setPriority(moved.to));
    return job;
  });
  host.run(10_000);
  for (const job of submitted) {
    if (job.finish === undefined) wrong.push(`${job} is ${job.state} for ever`);
    if (job.state === "failed") wrong.push(`${job} failed`);
  }
  for (const one of models) if (!one.isFree()) wrong.push(`${one.name} is not free at the end`);
  const { turns, timers } = host.pending;
  if (turns + timers > 0) wrong.push(`${turns} turns and ${timers} timers are left`);
  return wrong;
}

test("whatever jobs lock in whatever order, nobody is lost, nobody overtakes, and only deadlocks are refused", {
  timeout: 3_600_000,
}, () => {
  const kinds = new Map<string, number>();
  fc.assert(
    fc.property(anyProgram, (program) => {
      const wrong = play(program, kinds);
      expect(wrong, wrong.join("\n")).toEqual([]);
    }),
    { numRuns },
  );
  if (process.env.PREEMPT_MODEL !== undefined) console.log(Object.fromEntries(kinds));
  for (const kind of ["lock", "wait", "deadlock", "lock_timeout"]) {
    expect(kinds.get(kind), kind).toBeGreaterThan(numRuns / 50);
  }
});
