/** The result of the analysis: what the panel and the terminal show. It is plain data, and can be sent as JSON. */
import type { TextChange } from "../shared/text-changes.ts";
import type { Interaction } from "./recording.ts";

/** A change of one file. */
export interface FileEdit {
  readonly file: string;
  /** Of the text that the positions are in. */
  readonly hash: string;
  readonly changes: readonly TextChange[];
  /** A file that the changes need; it is written if there is none. */
  readonly creates?: NewFile;
}

/** A file that does not exist yet. */
export interface NewFile {
  readonly file: string;
  readonly text: string;
}

/** One line of a diff. */
export interface DiffLine {
  readonly sign: "-" | "+";
  /** From 1, in the old text for "-", in the new one for "+". */
  readonly line: number;
  readonly text: string;
}

/**
 * - "listener": make an event handler a job.
 * - "package": make a package preemptable.
 * - "annotate": make a function preemptable.
 * - "job": submit the work as a job, where that needs more than one line.
 * - "none": Preempt cannot help here; `why` says what can.
 */
export type AdviceKind = "listener" | "package" | "annotate" | "job" | "none";

/** One piece of advice. */
export interface Advice {
  /** The same for the same advice. */
  readonly id: string;
  readonly kind: AdviceKind;
  /** One line: "Make the handler of "input" a job". */
  readonly title: string;
  /** Why it helps, and what to know before. */
  readonly why: string;
  /** Where: a path from the project's root, and a line from 1. */
  readonly file?: string;
  readonly line?: number;
  /** Milliseconds of slow interactions that it is about. */
  readonly ms: number;
  /** The lines of the change; without an edit: how the line could look. */
  readonly diff: readonly DiffLine[];
  /** The change, where it can be made automatically. */
  readonly edit?: FileEdit;
}

/** A function that took time in an interaction. */
export interface Share {
  readonly name: string;
  /** A path from the project's root. */
  readonly file: string;
  readonly line: number;
  readonly package?: string;
  /** Milliseconds, with what the function called. */
  readonly total: number;
  /** Milliseconds in its own code and in built-ins. */
  readonly self: number;
}

/** A slow interaction. */
export interface SlowInteraction extends Interaction {
  /** Milliseconds before the handlers started, in them, and from then to the next frame. */
  readonly waited: number;
  readonly handled: number;
  readonly presented: number;
  /** The functions that took most of the time. */
  readonly shares: readonly Share[];
  /** Milliseconds in which a profiler saw code. 0: there was no profile. */
  readonly profiled: number;
}

/** What the advisor found. */
export interface AdvisorReport {
  /** Milliseconds: Interaction to Next Paint. Absent if there were no interactions. */
  readonly inp?: number;
  /** How many interactions there were. */
  readonly interactions: number;
  /** Milliseconds from which an interaction is slow. */
  readonly limit: number;
  /** The slowest first. */
  readonly slow: readonly SlowInteraction[];
  /** What helps most first. */
  readonly advice: readonly Advice[];
}

/** Advice as the panel gets it: the server keeps the change itself. */
export interface PanelAdvice extends Omit<Advice, "edit"> {
  readonly isApplicable: boolean;
}

/** A report as the panel gets it. */
export interface PanelReport extends Omit<AdvisorReport, "advice"> {
  readonly advice: readonly PanelAdvice[];
}
