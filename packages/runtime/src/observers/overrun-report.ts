/**
 * Stretches without a look at the clock that are longer than a slice, in words: for people who wonder why their page
 * stutters. What the kernel tells once per function (`sliceOverrun`) becomes a sentence on what was seen and one on what helps.
 */
import { checkOptions } from "../input/checks.ts";
import { callable } from "../input/errors.ts";
import { namesOf } from "../input/known-names.ts";
import type { Job } from "../kernel/job.ts";
import type { Observer } from "./observer.ts";
import { overrunText } from "./overrun-text.ts";

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
    this.#report(overrunText(job, length, slice));
  }
}
