/** A job that kept the thread, in words: what happened, and what helps. */

import type { Job } from "../kernel/job.ts";
import { isGeneratorFunction } from "../realm/intrinsics.ts";
import { preemptionRemedy } from "./preemption-remedy.ts";

export function overrunText(job: Job, length: number, slice: number): string {
  const fn = job.work?.fn;
  return `${subjectOf(job)} kept the thread for ${ms(length)}. A slice is ${ms(slice)}. ${helpFor(fn)}`;
}

/** The function of a job, and the job if that has another name. */
export function subjectOf({ id, name, work }: Job): string {
  const fn = work?.fn;
  const job = name === fn?.name || name === id ? "" : ` (job "${name}")`;
  return `${functionName(fn)}${job}`;
}

export function functionName(fn: { readonly name: string } | undefined): string {
  return fn?.name ? `"${fn.name}"` : "a function without a name";
}

function helpFor(fn: object | undefined): string {
  const remedy = preemptionRemedy(fn);
  if (remedy !== undefined) return `The function is not preemptable. ${remedy}`;
  if (fn !== undefined && isGeneratorFunction(fn)) return "It is preempted only where it yields: yield more often.";
  return 'The function is preemptable, so something that it called is not, or the machine was busy. "npx preempt check --propagate --list" lists the functions that could become preemptable, and "--explain" says what became of those that are.';
}

/** Three digits. */
export const ms = (time: number): string => `${Number(time.toPrecision(3))} ms`;
