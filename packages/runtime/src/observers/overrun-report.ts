/**
 * Stretches without a look at the clock that are longer than a slice, in words: for people who wonder why their page
 * stutters. What the kernel tells once per function (`sliceOverrun`) becomes a sentence on what was seen and one on what helps.
 */
import { checkOptions } from "../checks.ts";
import { callable } from "../errors.ts";
import { isGeneratorFunction } from "../intrinsics.ts";
import type { Job } from "../job.ts";
import { namesOf } from "../known-names.ts";
import type { Observer } from "../observer.ts";
import { entryOf } from "../protocol.ts";

declare const console: { warn(text: string): void };

export interface OverrunReportOptions {
  /** Gets each text. Default: `console.warn`. */
  report?: (text: string) => void;
}

const names = namesOf<OverrunReportOptions>({ report: 1 });

/**
 * Says, once per function, that its job kept the thread for longer than a slice: `new Scheduler({ observer: new
 * OverrunReport() })`. It costs nothing until that happens.
 *
 * What a plain async function does after its first `await` runs outside of the kernel, which cannot see it. The overrun of
 * a preemptable function may be the machine's doing: other programs, a collection of garbage. On a busy machine most
 * functions that run for long have one sooner or later; a trace ({@link chromeTrace}) shows how long its slices usually are.
 */
export class OverrunReport implements Observer {
  readonly #report: (text: string) => void;

  constructor(options: OverrunReportOptions = {}) {
    checkOptions(options, "the overrun report", names);
    const { report = (text: string) => console.warn(text) } = options ?? {};
    callable(report, "report", "what reports overruns");
    this.#report = report;
  }

  sliceOverrun(job: Job, length: number, slice: number): void {
    const fn = job.work?.fn;
    const name = fn?.name ? `"${fn.name}"` : "a function without a name";
    const other = job.name === fn?.name || job.name === job.id ? "" : ` (job "${job.name}")`;
    this.#report(
      `${name}${other} kept the thread for ${ms(length)} without a preemption point that looked at the clock; a slice is ${ms(slice)}. ${helpFor(fn)}`,
    );
  }
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
