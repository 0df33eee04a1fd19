/** Real workers of Node, and schedulers over them that end with their test. */
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { type PartitionedOptions, PartitionedScheduler } from "@preempt/runtime/partitioned";
import { onTestFinished } from "vitest";
import type { jobs } from "./workers/jobs.ts";

export type Jobs = typeof jobs;

export const moduleOf = (name: string) => fileURLToPath(new URL(`./workers/${name}.ts`, import.meta.url));

export function scheduler(options: Partial<PartitionedOptions> = {}, module = "jobs"): PartitionedScheduler<Jobs> {
  const rt = new PartitionedScheduler<Jobs>({
    worker: () => new Worker(moduleOf(module)),
    cores: 1,
    ...options,
  });
  onTestFinished(() => rt.terminate());
  return rt;
}

/** The error that a promise or a job is rejected with. */
export async function errorOf(job: PromiseLike<unknown>): Promise<Error & Record<string, unknown>> {
  return Promise.resolve(job).then(
    (value) => {
      throw new Error(`expected an error, got ${String(value)}`);
    },
    (error) => error,
  );
}
