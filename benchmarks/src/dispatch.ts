/**
 * What does a dispatch cost among many ready jobs? The queue is kept at its length: each job, when it runs, submits
 * another one of random urgency and ends. So a row is one submit, one dispatch and one end, and how they grow.
 */
import { aging, edf, fifo, fixedPriority, nodeHost, type Policy, Scheduler } from "@preempt/runtime";
import { collectGarbage } from "./machine.ts";
import { median } from "./statistics.ts";

export const queueLengths = [100, 1_000, 10_000, 100_000] as const;

const policies: readonly { readonly name: string; readonly policy: Policy }[] = [
  { name: "edf", policy: edf },
  { name: "fp, 16 priorities", policy: fixedPriority },
  { name: "fifo", policy: fifo },
  { name: "edf with aging", policy: aging(edf, { patience: 1e9 }) },
];

export interface DispatchRow {
  readonly policy: string;
  readonly length: number;
  /** Median nanoseconds for one job. */
  readonly time: number;
  /** Against the shortest queue. */
  readonly ratio: number;
}

/** Nanoseconds for each of `count` jobs that pass through a queue of `length`. */
async function measure(policy: Policy, length: number, count: number): Promise<number> {
  const forever = Number.POSITIVE_INFINITY;
  const rt = new Scheduler({ policy, host: nodeHost(), slice: forever, round: forever, budget: forever });
  let left = count;
  let seed = 1;
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed;
  };
  let from = 0n;
  let time = 0;
  const job = () => {
    if (left === count) from = process.hrtime.bigint();
    if (left-- > 0) submit();
    else if (left === -1) time = Number(process.hrtime.bigint() - from);
  };
  const submit = () => rt.submit(job, { deadline: 1e6 + (random() % 1e6), priority: random() % 16, inherit: false });
  for (let i = 0; i < length; i++) submit();
  await rt.idle();
  return time / count;
}

/** @param options.repetitions Samples for each policy and length; they take turns. */
export async function measureDispatch({ repetitions }: { repetitions: number }): Promise<DispatchRow[]> {
  const samples = policies.map(() => queueLengths.map((): number[] => []));
  for (let round = -1; round < repetitions; round++) {
    for (const [p, { policy }] of policies.entries()) {
      for (const [l, length] of queueLengths.entries()) {
        collectGarbage();
        const time = await measure(policy, length, 50_000);
        if (round >= 0) samples[p]?.[l]?.push(time);
      }
    }
  }
  return policies.flatMap(({ name }, p) => {
    const times = queueLengths.map((_, l) => median(samples[p]?.[l] ?? []));
    return queueLengths.map((length, l) => ({
      policy: name,
      length,
      time: times[l] as number,
      ratio: (times[l] as number) / (times[0] as number),
    }));
  });
}

export function dispatchTable(rows: readonly DispatchRow[]): string {
  const lines = [`                    ${queueLengths.map((l) => `${l} ready`.padStart(18)).join("")}`];
  for (const { name } of policies) {
    const cells = rows
      .filter((row) => row.policy === name)
      .map(({ time, ratio }) => `${time.toFixed(0).padStart(8)} ns ${`${ratio.toFixed(2)}x`.padStart(6)}`);
    lines.push(`${name.padEnd(20)}${cells.join("")}`);
  }
  return lines.join("\n");
}
