/**
 * How do the operations of the scheduler grow with the number of jobs that wait? Each is done once for each of n jobs, and takes
 * the n-th part of the processor's time for that: what grows with log n doubles or trebles from 1,000 to 1,000,000, by caches
 * more than by comparisons; what grows with n grows a thousandfold. Time is virtual, so that nothing waits.
 */
import { ConstantBandwidthServer, type ProtocolName, Resource, Scheduler } from "@preempt/runtime";
import { attachAsync, settle, wait } from "@preempt/runtime/abi";
import { VirtualHost } from "@preempt/runtime/testing";
import { collectGarbage } from "./machine.ts";
import { showTime, textTable } from "./text-table.ts";

interface World {
  readonly host: VirtualHost;
  readonly rt: Scheduler;
}

/** Prepares what waits; gives the operation on all n, which alone is timed. */
type Operation = (world: World, n: number) => (() => unknown) | Promise<() => unknown>;

const nothing = () => {};

/** A job that has `resource` until the result is called. */
async function hold({ rt, host }: World, resource: Resource): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  const holder = attachAsync(async () => {}, function* () {
    resource.lock();
    yield wait(gate.promise);
    return settle(undefined);
  } as never);
  rt.submit(holder, { uses: [resource], priority: -1e9 });
  await host.settle();
  return gate.resolve;
}

async function waiting(world: World, n: number, protocol: ProtocolName) {
  const { rt, host } = world;
  const resource = new Resource(rt, { name: "resource", protocol });
  const open = await hold(world, resource);
  const uses = [resource];
  const body = function* () {
    (yield* resource.acquire()).unlock();
  };
  const jobs = Array.from({ length: n }, (_, i) => rt.submit(body, { uses, priority: -i }));
  await host.settle();
  return { open, jobs };
}

const handOn =
  (protocol: ProtocolName): Operation =>
  async (world, n) => {
    const { open } = await waiting(world, n, protocol);
    return () => {
      open();
      return world.host.settle();
    };
  };

export const operations: Readonly<Record<string, Operation>> = {
  "a job, from submit to end": ({ rt, host }, n) => {
    return () => {
      for (let i = 0; i < n; i++) rt.submit(nothing, { priority: -i });
      host.run();
    };
  },
  "a job in a server": ({ rt, host }, n) => {
    const server = new ConstantBandwidthServer(edfOf(rt), { budget: 9, period: 10 });
    for (let i = 0; i < n; i++) server.submit(nothing);
    return () => host.run();
  },
  "a job of a task": ({ rt, host }, n) => {
    const task = rt.task(nothing, { backlog: Number.POSITIVE_INFINITY });
    for (let i = 0; i < n; i++) task.release();
    return () => host.run();
  },
  "a lock passed on, none": handOn("none"),
  "a lock passed on, pip": handOn("pip"),
  "a lock passed on, npcs": handOn("npcs"),
  "a lock passed on, pcp": handOn("pcp"),
  "a lock passed on, icpp": handOn("icpp"),
  "a lock passed on, srp": handOn("srp"),
  "a job that waits for a lock, cancelled": async (world, n) => {
    const { jobs } = await waiting(world, n, "pip");
    for (const job of jobs) job.catch(nothing);
    return () => {
      for (const job of jobs) job.cancel();
    };
  },
  "its priority changed": async (world, n) => {
    const { jobs } = await waiting(world, n, "pip");
    return () => {
      for (const [i, job] of jobs.entries()) job.setPriority(i);
    };
  },
  "a ready job's priority changed": ({ rt }, n) => {
    const jobs = Array.from({ length: n }, (_, i) => rt.submit(nothing, { priority: -i }));
    return () => {
      for (const [i, job] of jobs.entries()) job.setPriority(i);
    };
  },
  "a ready job cancelled": ({ rt }, n) => {
    const jobs = Array.from({ length: n }, (_, i) => rt.submit(nothing, { priority: -i }));
    for (const job of jobs) job.catch(nothing);
    return () => {
      for (const job of jobs) job.cancel();
    };
  },
  "a job in a server cancelled": ({ rt }, n) => {
    const server = new ConstantBandwidthServer(edfOf(rt), { budget: 9, period: 10 });
    const jobs = Array.from({ length: n }, () => server.submit(nothing));
    for (const job of jobs) job.catch(nothing);
    return () => {
      for (const job of jobs) job.cancel();
    };
  },
  "an alarm set and cancelled": ({ rt }, n) => {
    return () => {
      const alarms = Array.from({ length: n }, (_, i) => rt.alarm({ in: 1 + ((i * 7919) % n) }, nothing));
      for (const alarm of alarms) alarm.cancel();
    };
  },
  "a job that awaits another one, woken": async ({ rt, host }, n) => {
    const gate = Promise.withResolvers<void>();
    const awaited = rt.submit(
      attachAsync(async () => {}, function* () {
        yield wait(gate.promise);
        return settle(undefined);
      } as never),
    );
    const body = attachAsync(async () => {}, function* () {
      yield wait(awaited);
      return settle(undefined);
    } as never);
    for (let i = 0; i < n; i++) rt.submit(body, { priority: -i });
    await host.settle();
    return () => {
      gate.resolve();
      return host.settle();
    };
  },
};

/** The world's scheduler, for what needs deadlines: with its own clock. */
function edfOf({ kernel }: Scheduler): Scheduler {
  const { host } = kernel as unknown as { host: VirtualHost };
  return new Scheduler({ host });
}

/** No stores of AsyncLocalStorage: a million of them would be what is measured. */
class BareHost extends VirtualHost {
  // biome-ignore lint/suspicious/noExplicitAny: as a host that has none
  override context: any = undefined;
}

export interface ComplexityRow {
  readonly operation: string;
  readonly count: number;
  /** Nanoseconds of the processor for one. */
  readonly time: number;
  /** Against a tenth of them. */
  readonly growth: number | undefined;
}

/** @param told Is told of each row as it is there */
export async function measureComplexity(
  counts: readonly number[],
  repetitions: number,
  told: (row: ComplexityRow) => void = nothing,
): Promise<ComplexityRow[]> {
  const rows: ComplexityRow[] = [];
  for (const [operation, prepare] of Object.entries(operations)) {
    let before: number | undefined;
    await once(prepare, 1000);
    for (const count of counts) {
      let time = Number.POSITIVE_INFINITY;
      // The least of several: whatever else the machine does only adds to it.
      for (let i = 0; i < Math.max(repetitions, 10_000 / count); i++) time = Math.min(time, await once(prepare, count));
      const row = { operation, count, time, growth: before && time / before };
      rows.push(row);
      told(row);
      before = time;
    }
  }
  return rows;
}

async function once(prepare: Operation, n: number): Promise<number> {
  collectGarbage();
  const host = new BareHost();
  const run = await prepare({ host, rt: new Scheduler({ host, policy: "fp" }) }, n);
  const from = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(from);
  return ((user + system) * 1000) / n;
}

export function complexityTable(rows: readonly ComplexityRow[]): string {
  const names = [...new Set(rows.map(({ operation }) => operation))];
  const counts = [...new Set(rows.map(({ count }) => count))];
  const head = ["operation, among", ...counts.map((count) => count.toLocaleString("en")), "growth"];
  const lines = names.map((name) => {
    const own = rows.filter(({ operation }) => operation === name);
    const growth = own.flatMap((row) => (row.growth === undefined ? [] : [row.growth.toFixed(1)]));
    return [name, ...own.map(({ time }) => showTime(time)), growth.join(", ")];
  });
  return textTable(head, lines);
}
