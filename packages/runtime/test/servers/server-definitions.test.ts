/**
 * Servers against their definitions, played in steps of half a millisecond by code that shares nothing with them: under
 * ideal preemption every aperiodic job ends when the literature says.
 */
import {
  ConstantBandwidthServer,
  DeferrableServer,
  PollingServer,
  Scheduler,
  TotalBandwidthServer,
} from "@preempt/runtime";
import { consume, VirtualHost } from "@preempt/runtime/testing";
import fc from "fast-check";
import { expect, test } from "vitest";

interface Periodic {
  readonly period: number;
  readonly wcet: number;
}

interface Aperiodic {
  readonly arrival: number;
  readonly length: number;
}

interface ServerPlan {
  readonly budget: number;
  readonly period: number;
  readonly jobs: readonly Aperiodic[];
}

interface System {
  readonly tasks: readonly Periodic[];
  readonly servers: readonly ServerPlan[];
}

const step = 0.5;
const end = 120;

/** What competes for the processor at an instant: the least key runs. */
interface Contender {
  readonly key: number;
  run(): void;
}

/** A server, as its definition says. */
interface Definition {
  /** Before anything runs at `now`: arrivals, then replenishment. */
  begin(now: number): void;
  contender(): Contender | undefined;
  readonly finishes: (number | undefined)[];
}

/** First come, first served, with a hook for each step served. */
abstract class Queue implements Definition {
  readonly finishes: (number | undefined)[];
  protected readonly queue: { left: number; readonly index: number }[] = [];
  protected readonly plan: ServerPlan;
  protected now = 0;

  constructor(plan: ServerPlan) {
    this.plan = plan;
    this.finishes = plan.jobs.map(() => undefined);
  }

  begin(now: number): void {
    this.now = now;
    this.plan.jobs.forEach(({ arrival, length }, index) => {
      if (arrival !== now) return;
      if (this.queue.length === 0) this.arrivesIdle();
      this.queue.push({ left: length, index });
    });
  }

  contender(): Contender | undefined {
    const first = this.queue[0];
    if (first === undefined || !this.mayRun()) return undefined;
    return {
      key: this.key(),
      run: () => {
        first.left -= step;
        this.charge();
        if (first.left > 0) return;
        this.queue.shift();
        this.finishes[first.index] = this.now + step;
      },
    };
  }

  protected arrivesIdle(): void {}
  protected abstract mayRun(): boolean;
  protected abstract key(): number;
  protected abstract charge(): void;
}

/** Abeni and Buttazzo 1998, rules 1 to 7. */
class ConstantBandwidth extends Queue {
  #capacity = 0;
  #deadline = 0;

  protected override arrivesIdle(): void {
    const { budget, period } = this.plan;
    if (this.#capacity < (this.#deadline - this.now) * (budget / period)) return;
    this.#deadline = this.now + period;
    this.#capacity = budget;
  }

  protected mayRun(): boolean {
    return true;
  }

  protected key(): number {
    return this.#deadline;
  }

  protected charge(): void {
    this.#capacity -= step;
    if (this.#capacity > 0) return;
    this.#capacity = this.plan.budget;
    this.#deadline += this.plan.period;
  }
}

/** Spuri and Buttazzo 1996: d = max(r, d of the one before) + C/U. */
class TotalBandwidth extends Queue {
  readonly #deadlines: number[] = [];

  constructor(plan: ServerPlan) {
    super(plan);
    let before = 0;
    for (const { arrival, length } of plan.jobs) {
      before = Math.max(arrival, before) + length / (plan.budget / plan.period);
      this.#deadlines.push(before);
    }
  }

  protected mayRun(): boolean {
    return true;
  }

  protected key(): number {
    return this.#deadlines[this.queue[0]?.index as number] as number;
  }

  protected charge(): void {}
}

/** Strosnider, Lehoczky and Sha 1995: full at each multiple of the period, kept until used. */
class Deferrable extends Queue {
  protected capacity = 0;
  readonly #priority: number;

  constructor(plan: ServerPlan, priority: number) {
    super(plan);
    this.#priority = priority;
  }

  override begin(now: number): void {
    super.begin(now);
    if (now % this.plan.period === 0) this.replenish();
  }

  protected replenish(): void {
    this.capacity = this.plan.budget;
  }

  protected mayRun(): boolean {
    return this.capacity > 0;
  }

  protected key(): number {
    return -this.#priority;
  }

  protected charge(): void {
    this.capacity -= step;
  }
}

/** Sha, Lehoczky and Rajkumar 1986: what is not used by those who are there is lost. */
class Polling extends Deferrable {
  override begin(now: number): void {
    if (this.queue.length === 0) this.capacity = 0;
    super.begin(now);
  }

  protected override replenish(): void {
    this.capacity = this.queue.length > 0 ? this.plan.budget : 0;
  }
}

/** Plays it all. Returns when the tasks' jobs end, in order, and when those of the servers do. */
function play(system: System, definitions: readonly Definition[], keyOf: (task: number, release: number) => number) {
  const hard = system.tasks.map(() => [] as { left: number; readonly key: number }[]);
  const ends: number[][] = system.tasks.map(() => []);
  for (let now = 0; now < end; now += step) {
    system.tasks.forEach(({ period, wcet }, i) => {
      if (now % period === 0) hard[i]?.push({ left: wcet, key: keyOf(i, now) });
    });
    for (const definition of definitions) definition.begin(now);
    const contenders = definitions.map((definition) => definition.contender()).filter((one) => one !== undefined);
    hard.forEach((jobs, i) => {
      const [job] = jobs;
      if (job === undefined) return;
      contenders.push({
        key: job.key,
        run() {
          job.left -= step;
          if (job.left > 0) return;
          jobs.shift();
          ends[i]?.push(now + step);
        },
      });
    });
    contenders.sort((a, b) => a.key - b.key)[0]?.run();
  }
  return { ends, finishes: definitions.map(({ finishes }) => finishes) };
}

const periodic: fc.Arbitrary<Periodic> = fc.record({
  period: fc.integer({ min: 5, max: 20 }),
  wcet: fc.integer({ min: 1, max: 3 }),
});

const plan = (offset: number): fc.Arbitrary<ServerPlan> =>
  fc
    .record({
      period: fc.integer({ min: 3, max: 15 }),
      share: fc.integer({ min: 1, max: 5 }),
      gaps: fc.array(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 6 })), { maxLength: 8 }),
    })
    .map(({ period, share, gaps }) => {
      let arrival = offset;
      const jobs = gaps.map(([gap, length]) => {
        arrival += gap;
        return { arrival, length };
      });
      return { budget: Math.min(share, period), period, jobs };
    });

/** Runs it on the real kernel. */
function run(
  policy: "edf" | "fp",
  system: System,
  serve: (rt: Scheduler, plan: ServerPlan, index: number) => { submit(fn: never, options: never): unknown },
  optionsOf: (task: number) => { deadline?: number; priority?: number },
) {
  const host = new VirtualHost();
  const forever = Number.POSITIVE_INFINITY;
  const rt = new Scheduler({ policy, host, preemption: "ideal", slice: forever, round: forever, budget: 0 });
  const finishes: (number | undefined)[][] = system.servers.map(({ jobs }) => jobs.map(() => undefined));
  const ends: number[][] = system.tasks.map(() => []);
  const work = (ms: number, ended: () => void) =>
    function* () {
      yield* consume(rt, ms);
      ended();
    };
  const servers = system.servers.map((plan, s) => serve(rt, plan, s));
  const tasks = system.tasks.map(({ period, wcet }, i) =>
    rt.task(
      work(wcet, () => ends[i]?.push(host.now())),
      { period, backlog: forever, ...optionsOf(i) },
    ),
  );
  rt.alarm(end, () => {
    for (const task of tasks) task.stop();
  });
  system.servers.forEach(({ jobs }, s) => {
    jobs.forEach(({ arrival, length }, i) => {
      const ended = () => {
        (finishes[s] as (number | undefined)[])[i] = host.now();
      };
      rt.alarm(arrival, () => servers[s]?.submit(work(length, ended) as never, { wcet: length } as never));
    });
  });
  host.run();
  return { ends, finishes };
}

/** What ends before the oracle's play does. */
const before = (times: ReturnType<typeof run>) =>
  [...times.ends, ...times.finishes].map((list) =>
    list.map((time) => (time !== undefined && time < end ? time : -1)).filter((time) => time >= 0),
  );

test("EDF: jobs of constant-bandwidth and total-bandwidth servers end when the definitions say", () => {
  fc.assert(
    fc.property(fc.array(periodic, { maxLength: 3 }), plan(0), plan(0.5), plan(0.5), (tasks, first, second, third) => {
      // No two deadlines are the same, since nothing is said of who goes first then.
      const relative = (i: number) => (tasks[i]?.period as number) - (i + 1) / 64;
      const shifted = { ...third, budget: third.budget * 0.37, period: third.period };
      const system = { tasks, servers: [first, second, shifted] };
      const definitions = [new ConstantBandwidth(first), new ConstantBandwidth(second), new TotalBandwidth(shifted)];
      const expected = play(system, definitions, (i, release) => release + relative(i));
      const real = run(
        "edf",
        system,
        (rt, plan, s) =>
          s < 2
            ? new ConstantBandwidthServer(rt, plan)
            : new TotalBandwidthServer(rt, { bandwidth: plan.budget / plan.period }),
        (i) => ({ deadline: relative(i) }),
      );
      expect(before(real)).toEqual(before(expected));
    }),
    { numRuns: 300 },
  );
});

test("fixed priorities: jobs of deferrable and polling servers end when the definitions say", () => {
  fc.assert(
    fc.property(
      fc.array(periodic, { maxLength: 3 }),
      plan(1),
      plan(0.5),
      fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
      (tasks, first, second, priorities) => {
        const system = { tasks, servers: [first, second] };
        const [a, b, ...others] = priorities as [number, number, ...number[]];
        const definitions = [new Deferrable(first, a), new Polling(second, b)];
        const expected = play(system, definitions, (i) => -(others[i] as number));
        const real = run(
          "fp",
          system,
          (rt, plan, s) =>
            s === 0
              ? new DeferrableServer(rt, { ...plan, priority: a })
              : new PollingServer(rt, { ...plan, priority: b }),
          (i) => ({ priority: others[i] as number }),
        );
        expect(before(real)).toEqual(before(expected));
      },
    ),
    { numRuns: 300 },
  );
});
