/**
 * Reports stretches without a read of the clock that are longer than a slice, for developers whose page stutters. The kernel's event
 * `sliceOverrun`, once per function, becomes a sentence about what was seen, and one about the remedy.
 */

import { tableOf } from "@preempt/checks";
import { overrunText } from "../development/overrun-text.ts";
import { checkOptions } from "../input/checks.ts";
import { callable } from "../input/errors.ts";
import type { Job } from "../kernel/job.ts";
import type { Observer } from "./observer.ts";

declare const console: { warn(text: string): void };

/** Options of {@link OverrunReport}. */
export interface OverrunReportOptions {
  /** Receives each report. Default: `console.warn`. */
  report?: (text: string) => void;
}

const names = tableOf<OverrunReportOptions>({ report: 1 });

/**
 * Reports, once per function, that a job kept the thread longer than a slice: `new Scheduler({ observer: new OverrunReport() })`.
 * It costs nothing until that happens.
 *
 * The kernel does not see what a plain async function does after its first `await`. The overrun of a preemptable function may be
 * caused by the machine: other programs, a garbage collection. On a busy machine, most long functions have one sooner or later. A
 * trace ({@link chromeTrace}) shows how long their slices usually are.
 */
export class OverrunReport implements Observer {
  readonly #report: (text: string) => void;

  /** @throws PreemptError for an option out of range */
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
