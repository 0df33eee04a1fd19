/** What of sets with threads is executed. */
import { LabError, show } from "../../errors.ts";
import { preemptionOf } from "../../regions.ts";
import { resourcesUsed } from "../../sections.ts";
import { hasSuspension } from "../../suspension.ts";
import type { TaskSet } from "../../task-set.ts";
import type { VariantName } from "../variant.ts";

/** @throws LabError that names a set which is not executed as it is described */
export function checkThreadsRun(sets: readonly TaskSet[], variants: readonly VariantName[]): void {
  const set = sets.find(({ threads }) => threads !== undefined);
  if (set === undefined) return;
  const other = variants.find((name) => name !== "fp" && name !== "edf");
  if (other !== undefined) {
    const words = `the set ${show(set.id)} has threads, and ${other} has no kernel for each`;
    throw new LabError("threads_variant", `${words}. Give --variants fp,edf.`);
  }
  const found = sets.find(({ threads, tasks }) => {
    const hasParts = preemptionOf({ tasks }) !== "full" || tasks.some((task) => resourcesUsed(task).length > 0);
    return threads !== undefined && (hasParts || hasSuspension(tasks));
  });
  if (found === undefined) return;
  const words = `the set ${show(found.id)} has threads, and tasks with chunks, regions, sections or suspension`;
  throw new LabError("threads_parts", `${words}: on threads, run executes plain jobs. Simulate it.`);
}
