/** A job that kept the thread, in words: what was seen, and what helps. */

import type { Job } from "../kernel/job.ts";
import { entryOf } from "../protocol/protocol.ts";
import { isGeneratorFunction } from "../realm/intrinsics.ts";

export function overrunText(job: Job, length: number, slice: number): string {
  const fn = job.work?.fn;
  const name = fn?.name ? `"${fn.name}"` : "a function without a name";
  const other = job.name === fn?.name || job.name === job.id ? "" : ` (job "${job.name}")`;
  return `${name}${other} kept the thread for ${ms(length)} without a preemption point that looked at the clock; a slice is ${ms(slice)}. ${helpFor(fn)}`;
}

function helpFor(fn: Parameters<typeof entryOf>[0] | undefined): string {
  if (fn === undefined || entryOf(fn) !== undefined) {
    return 'If not the machine was busy or collected garbage, something that it calls has no preemption points: "npx preempt check --propagate --list" says which functions could have some, and "--explain" what became of those that do.';
  }
  if (isGeneratorFunction(fn)) return "Its preemption points are its own: yield more often.";
  return 'It is not preemptable: annotate it with /** @preempt */ and have it transformed; "npx preempt check --list" says which functions are, and why others are not.';
}

/** To the microsecond. */
const ms = (time: number): string => `${Number(time.toFixed(3))} ms`;
