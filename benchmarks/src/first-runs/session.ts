/**
 * A process of its own for one program: `node session.ts <order as JSON>`. Loads it, runs it a few times on its small
 * input, and prints `FirstRuns` as JSON.
 */
import { Scheduler } from "@preempt/runtime";
import "@preempt/runtime/abi";
import { orderOf } from "../child.ts";
import type { Workload } from "../workloads/workload.ts";

export interface FirstRunsOrder {
  /** The address of the module. */
  readonly module: string;
  /** Whether it runs as jobs; otherwise it is called. */
  readonly isPreemptable: boolean;
  readonly runs: number;
}

/** Milliseconds. */
export interface FirstRuns {
  readonly load: number;
  readonly runs: readonly number[];
}

const { module, isPreemptable, runs } = orderOf<FirstRunsOrder>();
const rt = new Scheduler();
// The runtime is there, in either case: an application loads it once.
await rt.submit(() => {});
const beforeLoad = performance.now();
const { workload } = (await import(module)) as { workload: Workload };
const load = performance.now() - beforeLoad;
const input = workload.prepare(workload.size.small);
const times: number[] = [];
for (let i = 0; i < runs; i++) {
  const from = performance.now();
  if (isPreemptable) await rt.submit(workload.run, { args: [input] });
  else workload.run(input);
  times.push(performance.now() - from);
}
const report: FirstRuns = { load, runs: times };
process.stdout.write(JSON.stringify(report));
