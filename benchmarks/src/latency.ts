/**
 * How long does a job keep the thread past its slice? Each workload runs as a job, at the automatic budget, again and
 * again. Beside it, in the same process and in turn, runs a loop written by hand that reads the
 * clock all the time until the same slice is over: what that is late is the machine's doing, and nothing is taken off.
 */
import { join } from "node:path";
import { runChild } from "./child.ts";
import { type Delays, delaysOf } from "./latency/delays.ts";
import type { LatencyOrder, LatencySamples, Stretch } from "./latency/session.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";
import type { WorkloadName } from "./workload-runs/catalog.ts";
import { compileWorkload } from "./workload-runs/compile.ts";

/** Milliseconds past the slice that 999 of 1000 stretches stay below. */
export const aim = 0.2;

export interface LatencyRow {
  readonly workload: WorkloadName;
  /**
   * Of stretches of the job: from a dispatch to where it gave the processor up. Only those that used up a slice; below 0
   * where that ended early, by its margin.
   */
  readonly job: Delays;
  /** The same without the time in which other programs had the processor, where the system counts it. */
  readonly own: Delays;
  /** The same of those in which no garbage was collected. */
  readonly withoutCollections: Delays;
  /** Of the loop written by hand. */
  readonly byHand: Delays;
  readonly byHandOwn: Delays;
  /** Of whole rounds, past their 2 ms, or the slice where that is longer: after so long the event loop gets the thread. */
  readonly rounds: Delays;
  /** The most that a stretch was late in the first job of the process, whose code nobody had seen run. */
  readonly first: number;
  /** The latest stretches by what is their own, the latest first. */
  readonly worst: readonly Stretch[];
}

export interface LatencyOptions {
  readonly workloads: readonly WorkloadName[];
  /** At least so many stretches of each. */
  readonly stretches: number;
  /** Milliseconds, above 0. */
  readonly slice: number;
  readonly onRow?: (row: LatencyRow) => void;
}

const session = new URL("./latency/session.ts", import.meta.url);

/** @throws Error if a workload gives another result than its plain program, or fails */
export async function measureLatency({ workloads, stretches, slice, onRow }: LatencyOptions): Promise<LatencyRow[]> {
  return await inTemporaryFolder("latency", async (folder) => {
    const rows: LatencyRow[] = [];
    for (const workload of workloads) {
      const plain = compileWorkload(workload, { folder: join(folder, `${workload}-plain`), variant: undefined });
      const transformed = compileWorkload(workload, { folder: join(folder, workload), variant: {} });
      const order: LatencyOrder = { plain, transformed, stretches, slice };
      const row = rowOf(workload, await runChild<LatencySamples>(`latency, ${workload}`, session, order));
      rows.push(row);
      onRow?.(row);
    }
    return rows;
  });
}

function rowOf(workload: WorkloadName, { stretches, byHand, rounds, first }: LatencySamples): LatencyRow {
  return {
    workload,
    job: delaysOf(stretches.map(({ late }) => late)),
    own: delaysOf(stretches.map(({ own }) => own)),
    withoutCollections: delaysOf(stretches.filter(({ collecting }) => collecting === 0).map(({ own }) => own)),
    byHand: delaysOf(byHand.map(({ late }) => late)),
    byHandOwn: delaysOf(byHand.map(({ own }) => own)),
    rounds: delaysOf(rounds),
    first,
    worst: stretches.toSorted((a, b) => b.own - a.own).slice(0, 10),
  };
}
