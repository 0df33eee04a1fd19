/**
 * What does preemptability cost? Each workload is compiled twice, plain and transformed, and both take turns in one
 * process: the plain function is called, the transformed one submitted to a kernel that has nothing else to do. The
 * ratio of the two times is taken of neighbours, and the median of those is what counts.
 *
 * Each workload and variant has a process or a page of its own, so that none finds the engine warmed up or spoilt by another.
 */
import { join } from "node:path";
import { median, quartiles } from "./statistics.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";
import type { WorkloadName } from "./workload-runs/catalog.ts";
import { compileWorkload } from "./workload-runs/compile.ts";
import { nodeHost, type WorkloadHost } from "./workload-runs/host.ts";
import type { Effort, SessionReport } from "./workload-runs/measure.ts";
import type { Variant } from "./workload-runs/variants.ts";

export interface WorkloadRow {
  readonly workload: WorkloadName;
  readonly variant: string;
  /** Median milliseconds. */
  readonly plain: number;
  readonly transformed: number;
  /** Median of the ratios of neighbours, and between which two half of them lie. */
  readonly ratio: number;
  readonly quartiles: readonly [number, number];
  /** The same with the time of the job's slices alone: without the kernel, and what the engine collects in between. */
  readonly executionRatio: number;
  /** How often a job gave up the thread, median. */
  readonly preemptions: number;
  readonly pairs: number;
  readonly warmUps: number;
}

export interface WorkloadOptions {
  readonly workloads: readonly WorkloadName[];
  readonly variants: readonly Variant[];
  readonly quick: boolean;
  /** Default: a process of Node for each. It is closed by whoever opened it. */
  readonly host?: WorkloadHost;
  /** Is told of each row as soon as it is known. */
  readonly onRow?: (row: WorkloadRow) => void;
}

const thorough: Effort = { warmUp: 2000, measuring: 5000, repetitions: 15 };
const quickly: Effort = { warmUp: 300, measuring: 400, repetitions: 3 };

/** @throws Error if a workload gives another result when it is preempted, or fails */
export async function measureWorkloads(options: WorkloadOptions): Promise<WorkloadRow[]> {
  const { host = nodeHost } = options;
  return await inTemporaryFolder("workloads", async (folder) => {
    const rows: WorkloadRow[] = [];
    for (const workload of options.workloads) {
      const plain = compileWorkload(workload, { folder: join(folder, workload), variant: undefined });
      for (const variant of options.variants) {
        const own = join(folder, `${workload}-${variant.name}`);
        const transformed = compileWorkload(workload, { folder: own, variant: variant.options });
        const effort = options.quick ? quickly : thorough;
        const report = await host.measure(`workload ${workload}, ${variant.name}`, { plain, transformed, effort });
        const row = { workload, variant: nameOf(variant, host, options), ...summary(report) };
        rows.push(row);
        options.onRow?.(row);
      }
    }
    return rows;
  });
}

/** Of what stands in one column: of the engine alone, if nothing else is compared. */
function nameOf({ name }: Variant, { engine }: WorkloadHost, { variants }: WorkloadOptions): string {
  if (engine === undefined) return name;
  return variants.length > 1 ? `${engine}, ${name}` : engine;
}

function summary({ plain, transformed, execution, preemptions, warmUps }: SessionReport) {
  const against = (times: readonly number[]) => times.map((time, i) => time / (plain[i] as number));
  const ratios = against(transformed);
  return {
    plain: median(plain),
    transformed: median(transformed),
    ratio: median(ratios),
    quartiles: quartiles(ratios),
    executionRatio: median(against(execution)),
    preemptions: median(preemptions),
    pairs: ratios.length,
    warmUps,
  };
}
