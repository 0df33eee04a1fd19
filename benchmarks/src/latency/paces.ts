/**
 * How late do slices end by the scheduler's own doing? In virtual time each round of a loop, a preemption point, takes
 * what it is told to, and nothing else takes any: the numbers are the same on every machine.
 */
import { Scheduler } from "@preempt/runtime";
import { VirtualHost } from "@preempt/runtime/testing";
import { emitted } from "../emitted.ts";

const program = `
/** @preempt */
export function run(count, point) { for (let i = 0; i < count; i++) point(i); }
`;

export interface PaceRow {
  readonly points: string;
  /** Milliseconds past the slice: the most in the second half of the slices. */
  readonly late: number;
  /** The most of all. */
  readonly worst: number;
}

/** Milliseconds that a point takes, and another kind of point takes in turn, 5 ms of each. */
const paces: readonly { readonly points: string; readonly cost: number; readonly slow?: number }[] = [
  { points: "20 ns", cost: 0.000_02 },
  { points: "1 µs", cost: 0.001 },
  { points: "10 µs", cost: 0.01 },
  { points: "31 µs", cost: 0.031 },
  { points: "100 µs", cost: 0.1 },
  { points: "100 ns and 1 µs, 5 ms of each in turn", cost: 0.0001, slow: 0.001 },
  { points: "10 ns and 1 µs, 5 ms of each in turn", cost: 0.000_01, slow: 0.001 },
];

const slice = 1;

export async function measurePaces(): Promise<PaceRow[]> {
  const { run } = await emitted<{ run(count: number, point: (i: number) => void): void }>(program, "plain bodies");
  return paces.map(({ points, cost, slow = cost }) => {
    const host = new VirtualHost();
    const late: number[] = [];
    let from = 0;
    const rt = new Scheduler({
      host,
      slice,
      // What budgets do is asked, not what makes up for it.
      margin: false,
      observer: {
        jobDispatched(_, now) {
          from = now;
        },
        jobPreempted(_, now) {
          // Others are cut short by the end of the round.
          if (now - from >= slice) late.push(now - from - slice);
        },
      },
    });
    const [first, second] = [Math.round(5 / cost), Math.round(5 / slow)];
    const point = (i: number) => host.advance(i % (first + second) < first ? cost : slow);
    rt.submit(run, { args: [(first + second) * 6, point] });
    host.run();
    if (late.length < 20) throw new Error(`points of ${points}: only ${late.length} slices were used up`);
    return { points, late: Math.max(...late.slice(late.length / 2)), worst: Math.max(...late) };
  });
}
