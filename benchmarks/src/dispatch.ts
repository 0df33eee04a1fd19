/**
 * What does a dispatch cost among many ready jobs, and a job from submit to end?
 *
 * A dispatch: as many endless jobs as the queue is long; each, when it runs, draws another urgency and yields, so that it
 * is put back into the queue somewhere, and the next one is taken out. A job: each, when it runs, submits another one of
 * random urgency and ends. Every job's memory is touched in turn, so that long queues pay for caches that miss, too.
 */
import { aging, edf, fixedPriority, type Host, nodeHost, type Policy, roundRobin, Scheduler } from "@preempt/runtime";
import { collectGarbage } from "./machine.ts";
import { median } from "./statistics.ts";

export const queueLengths = [100, 1_000, 10_000, 100_000] as const;

const policies: readonly { readonly name: string; readonly policy: Policy }[] = [
  { name: "edf", policy: edf },
  { name: "fp, 16 priorities", policy: fixedPriority },
  { name: "round robin", policy: roundRobin },
  { name: "edf with aging", policy: aging(edf, { patience: 1e9 }) },
];

const kinds = ["a dispatch", "a job"] as const;

export interface DispatchRow {
  readonly kind: (typeof kinds)[number];
  readonly policy: string;
  readonly length: number;
  /** Median nanoseconds. */
  readonly time: number;
  /** Against the shortest queue. */
  readonly ratio: number;
}

const forever = Number.POSITIVE_INFINITY;

/** The same numbers in every run. */
function randomNumbers(): () => number {
  let seed = 1;
  return () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed >>> 8;
  };
}

/** A clock that moves on by a slice each time it is read: every point at which a job yields ends its slice. */
function steppingHost(): Host {
  let readings = 0;
  return { ...nodeHost(), now: () => ++readings as ReturnType<Host["now"]> };
}

async function measureDispatches(policy: Policy, length: number, count: number): Promise<number> {
  const rt = new Scheduler({ policy, host: steppingHost(), slice: 1, round: forever, budget: 0 });
  const random = randomNumbers();
  let left = length + count;
  let from = 0n;
  let time = 0;
  function* endless(): Generator<undefined, void> {
    for (;;) {
      left--;
      // Once all have started, every dispatch is like the others.
      if (left === count) from = process.hrtime.bigint();
      if (left === 0) time = Number(process.hrtime.bigint() - from);
      if (left <= 0) return;
      if (policy.isFixed) rt.currentJob?.setPriority(random() % 16);
      else rt.currentJob?.setDeadline({ at: random() });
      yield;
    }
  }
  for (let i = 0; i < length; i++) rt.submit(endless, { deadline: { at: random() }, priority: random() % 16 });
  await rt.idle();
  return time / count;
}

async function measureJobs(policy: Policy, length: number, count: number): Promise<number> {
  const rt = new Scheduler({ policy, host: nodeHost(), slice: forever, round: forever, budget: forever });
  const random = randomNumbers();
  let left = count;
  let from = 0n;
  let time = 0;
  const job = () => {
    if (left === count) from = process.hrtime.bigint();
    if (left-- > 0) submit();
    else if (left === -1) time = Number(process.hrtime.bigint() - from);
  };
  const submit = () => rt.submit(job, { deadline: { at: random() }, priority: random() % 16, inherit: false });
  for (let i = 0; i < length; i++) submit();
  await rt.idle();
  return time / count;
}

/** @param options.repetitions Samples for each kind, policy and length; they take turns. */
export async function measureDispatch({ repetitions }: { repetitions: number }): Promise<DispatchRow[]> {
  const measures = { "a dispatch": measureDispatches, "a job": measureJobs };
  const samples = kinds.map(() => policies.map(() => queueLengths.map((): number[] => [])));
  for (let round = -1; round < repetitions; round++) {
    for (const [k, kind] of kinds.entries()) {
      for (const [p, { policy }] of policies.entries()) {
        for (const [l, length] of queueLengths.entries()) {
          collectGarbage();
          const time = await measures[kind](policy, length, 100_000);
          if (round >= 0) samples[k]?.[p]?.[l]?.push(time);
        }
      }
    }
  }
  return kinds.flatMap((kind, k) =>
    policies.flatMap(({ name }, p) => {
      const times = queueLengths.map((_, l) => median(samples[k]?.[p]?.[l] ?? []));
      return queueLengths.map((length, l) => ({
        kind,
        policy: name,
        length,
        time: times[l] as number,
        ratio: (times[l] as number) / (times[0] as number),
      }));
    }),
  );
}

export function dispatchTable(rows: readonly DispatchRow[]): string {
  const lines: string[] = [];
  for (const kind of kinds) {
    lines.push(`${kind.padEnd(20)}${queueLengths.map((l) => `${l} ready`.padStart(18)).join("")}`);
    for (const { name } of policies) {
      const cells = rows
        .filter((row) => row.kind === kind && row.policy === name)
        .map(({ time, ratio }) => `${time.toFixed(0).padStart(8)} ns ${`${ratio.toFixed(2)}x`.padStart(6)}`);
      lines.push(`  ${name.padEnd(18)}${cells.join("")}`);
    }
  }
  return lines.join("\n");
}
