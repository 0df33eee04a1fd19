/**
 * In development, the console reports what would otherwise be silent, each once per function:
 *
 * - A function is submitted that loops or recurses, and cannot be preempted.
 * - A job keeps the thread for long, or other code does while jobs are ready.
 * - Code outside of jobs runs a job for long, to get into an exclusive unit.
 *
 * In production nothing of this is loaded.
 */

import { recordingVariable } from "@preempt/abi";
import { collectedBetween, noteCollections } from "../hosts/garbage-collections.ts";
import { soon } from "../hosts/soon.ts";
import type { SchedulerOptions } from "../input/options.ts";
import type { Job } from "../kernel/job.ts";
import type { Kernel } from "../kernel/kernel.ts";
import type { Observer } from "../observers/observer.ts";
import { entryOf } from "../protocol/protocol.ts";
import type { Callable } from "../realm/intrinsics.ts";
import { isFirstReport, notes, noteTransformed } from "../realm/notes.ts";
import { reportCopies } from "./copies.ts";
import { noteLastPoint, takeLastPoint } from "./last-point.ts";
import { watchLongHelp } from "./long-help.ts";
import { watchOtherCode } from "./other-code.ts";
import { functionName, ms, overrunText } from "./overrun-text.ts";
import { preemptionRemedy, sourceOf } from "./preemption-remedy.ts";
import { explainSampled, hasProfiler, noteReport, startSampling } from "./sampling.ts";
import { say } from "./say.ts";
import { submittedFrom } from "./submitted-from.ts";
import { watchUnawaited } from "./unawaited.ts";

/** A tenth of a second is felt; in half of it, three frames are lost. Collections of garbage rarely take so long. */
const usual = 50;
/** A function that cannot be preempted is reported sooner, the second time. */
const usualOfPlain = 10;

/** More functions than these are not remembered. */
const mostTexts = 1000;

const once = "(Once per function, and only in development. The Scheduler's option warnAfter sets the limit.)";

/** Looks at a function that is submitted by a call of `below`. */
export type Vet = (fn: Callable, below: Callable) => void;

/** Whether `preempt record` runs the program, which is not transformed then. */
function isRecorded(): boolean {
  const { process } = globalThis as { readonly process?: { readonly env?: Readonly<Record<string, string>> } };
  return (process?.env?.[recordingVariable] ?? "") !== "";
}

/** Watches the jobs of a kernel. Returns what is to be called with each function that is submitted. */
export function watchJobs(
  kernel: Kernel,
  { host, warnAfter }: SchedulerOptions,
  observe: (observer: Observer) => void,
): Vet | undefined {
  const { slice } = kernel.options;
  const after = warnAfter ?? (host === undefined ? usual : Number.POSITIVE_INFINITY);
  if (after === Number.POSITIVE_INFINITY || isRecorded()) return undefined;
  // A slice that is as long as the user wants it is no fault.
  const limit = Math.max(after, 2 * slice);
  const limitOfPlain = Math.max(Math.min(after, usualOfPlain), 2 * slice);
  const isReal = host === undefined || !("advance" in host);
  if (isReal) noteCollections();
  reportCopies();
  watchUnawaited();
  kernel.onHold = (job, length) => {
    // In nobody's slice, it was run for code outside of jobs: a report of its own.
    if (length <= limitOfPlain || kernel.turn === undefined) return;
    const fn = job.work?.fn;
    if (fn === undefined) return;
    unharmed(() => {
      if (length <= limit && (preemptionRemedy(fn) === undefined || !isSecond(fn))) return;
      reportHold(job, fn, length, kernel, isReal);
    });
  };
  observe(watchOtherCode(kernel, limit, isReal));
  observe(watchLongHelp(kernel, limit));
  return (fn, below) => unharmed(() => vet(fn, below));
}

/** A report that fails, at the end of the stack for instance, is left out: no job is cancelled for it. */
function unharmed(report: () => void): void {
  try {
    report();
  } catch {
    // The program goes on as in production.
  }
}

const long = new Set<string>();

/** Whether a function took long before: once it may have been the machine, or its first call. */
function isSecond(fn: Callable): boolean {
  const text = `${fn.name} ${sourceOf(fn)}`;
  if (long.has(text)) return true;
  if (long.size < mostTexts) long.add(text);
  return false;
}

function reportHold(job: Job, fn: Callable, length: number, kernel: Kernel, isReal: boolean): void {
  const isNews = isFirstReport(fn);
  if (!isNews && !isReal) return;
  // The job is let go before the next turn of the event loop.
  const text = isNews ? overrunText(job, length, kernel.options.slice) : "";
  const to = kernel.now();
  if (!isReal) {
    say(`${text} ${once}`);
    return;
  }
  const from = to - length;
  const point = takeLastPoint();
  soon(() => {
    const sampled = explainSampled(fn, from, to, kernel.now());
    const explained = sampled ?? (point && `It was suspended in ${point}. What that called before is not preemptable.`);
    if (explained !== undefined) say(`${functionName(fn)} kept the thread for ${ms(length)}. ${explained}`);
    const isNext = startSampling(fn, kernel.now()) || (isNews && !hasProfiler && noteLastPoint());
    noteReport(kernel.now());
    if (explained !== undefined || !isNews) return;
    say(`${text}${garbageIn(from, to)}${isNext ? " The next time it happens, the report says where." : ""} ${once}`);
  });
}

/** Short collections are no news. */
function garbageIn(from: number, to: number): string {
  const collected = collectedBetween(from, to);
  return collected > (to - from) / 10 ? ` Garbage collection took ${ms(collected)} of that time.` : "";
}

/** A function that neither loops nor recurses is reported only if a job of it takes long. */
function vet(fn: Callable, below: Callable): void {
  if (typeof fn !== "function") return;
  if (entryOf(fn) !== undefined) {
    noteTransformed();
    return;
  }
  if (notes().functions.has(fn) || !repeats(fn)) return;
  const remedy = preemptionRemedy(fn);
  if (remedy === undefined || !isFirstReport(fn)) return;
  say(
    `${functionName(fn)} was submitted as a job${submittedFrom(below)}. It is not preemptable, so its job keeps the thread until it ends. ${remedy} ${once}`,
  );
}

/** Whether a function loops, or calls itself, as far as its text shows. */
function repeats(fn: Callable): boolean {
  const text = sourceOf(fn).replace(/\/\/.*|\/\*[\s\S]*?\*\//g, "");
  if (/\b(?:for\s*(?:await\s*)?\(|while\s*\(|do\s*\{)/.test(text)) return true;
  const body = text.slice(Math.max(0, text.search(/\{|=>/)));
  return fn.name !== "" && /^\w+$/.test(fn.name) && new RegExp(`\\b${fn.name}\\s*\\(`).test(body);
}
