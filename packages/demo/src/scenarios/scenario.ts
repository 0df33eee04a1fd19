/**
 * What a scenario is: a task set that does something a person can see, with what to watch and the code that makes it.
 * The shell gives it a panel on the left, the editor its parameters, the link its options; it gives them the jobs.
 */
import type { Job, ResourceUse, Scheduler, Task } from "@preempt/runtime";
import type { PolicyId } from "../setup/policies.ts";
import type { Choice } from "../views/choice.ts";

/**
 * Three builds of the same modules: `capture`, the transform as it is; `paper`, as the paper emits code (`yield*`);
 * `plain`, as it was written, which is what runs where nothing is to be preempted.
 */
export type Variant = "capture" | "paper" | "plain";

/** A module of work, by build: `{ capture: () => import("./work.ts"), paper: () => import("./work.ts?paper"), … }`. */
export type Builds<W> = { readonly [V in Variant]: () => Promise<W> };

/** One row of the task editor. Times in milliseconds. */
export interface TaskSpec {
  /** Unique in the scenario; what the scenario calls it by. Short: it labels a row of the Gantt chart. */
  readonly id: string;
  /** Periodic: released by the clock. Sporadic: by `release`, never closer than the period. Aperiodic: by `release`, at any time. */
  readonly kind: "periodic" | "sporadic" | "aperiodic";
  /** Time between releases; for a sporadic task the least. Of no meaning for aperiodic ones. */
  readonly period: number;
  /** Of a periodic task: its first release, after the start. Default 0. */
  readonly phase?: number;
  /**
   * From release to deadline. Of long work that nothing but its person waits for: what the slowest telephone keeps. Late,
   * it would come before everything else under EDF.
   */
  readonly deadline: number;
  /** Execution time of a job at most, as far as known: admission goes by it, and synthetic work computes for so long. */
  readonly wcet: number;
  /** Larger is more urgent; used under fixed priorities. */
  readonly priority: number;
  /** Whether `wcet` says how long a job computes (a busy loop), or only what is expected of it. */
  readonly synthetic?: boolean;
  /** What happens to a job that is unfinished at its deadline. Default "continue". */
  readonly onMiss?: "continue" | "cancel" | "skip-next" | "drop";
  /** One phrase for people: what it does. */
  readonly does: string;
}

/** A file that people may read beside what the transform makes of it. */
export interface SourceFile {
  readonly name: string;
  /** `() => import("./work.ts?raw")` */
  readonly source: () => Promise<{ default: string }>;
  /** `() => import("./work.ts?output")` */
  readonly output: () => Promise<{ default: string }>;
}

/** A running system: one scheduler with one set-up. A change of the set-up makes another one. */
export interface System {
  readonly scheduler: Scheduler;
  /** Aborted when the system ends; jobs and tasks made through the system are then cancelled already. */
  readonly signal: AbortSignal;
  readonly policy: PolicyId;
  /** Which build of the work runs. */
  readonly variant: Variant;
  /** The scenario's options as chosen. */
  readonly options: Readonly<Record<string, string>>;
  /** Which resources the task's jobs lock; before it is started. Protocols with ceilings want to know. */
  declare(id: string, uses: readonly ResourceUse[]): void;
  /** Says something to the person that is no error of a job. */
  say(text: string): void;
  /** A task's parameters as edited. */
  spec(id: string): TaskSpec;
  /** Starts a periodic task with the parameters that the editor shows. */
  periodic<A extends unknown[]>(id: string, run: (...args: A) => unknown, ...args: A): Task;
  /**
   * Releases one job of a sporadic or aperiodic task. What is thrown by it is shown to the person; the promise rejects
   * only with that, or with the abort of the system.
   */
  release<A extends unknown[], R>(id: string, run: (...args: A) => R, ...args: A): Job<Awaited<R>>;
}

/** A scenario that is on show. */
export interface Play<W> {
  /** Measures what plain code costs on this machine, once, before the first start. */
  calibrate?(plain: W): void;
  /** Starts the tasks; called at the beginning and after each change of the set-up, when the system before has ended. */
  start(system: System, work: W): void;
  /** The text field has changed, in the job that echoes it: release work here, do not do it. */
  typed?(text: string): void;
  /** A file was dropped or chosen. */
  dropped?(file: File): void;
  /** The panel goes: listeners, observers and frames end. The last system has ended. */
  close?(): void;
}

/** What the page gives to a scenario. */
export interface Stage {
  /** An empty element on the left that is the scenario's own until `close`. */
  readonly panel: HTMLElement;
  /** What the text field says now. */
  readonly typed: string;
  /** Types for the person: the field says `text`, and everything happens as if it had been typed. */
  type(text: string): void;
  /** What the long list shows: how many rows, and the text of one (called for visible rows only, in a job). */
  showRows(count: number, row: (index: number) => string): void;
}

export interface Scenario<W = unknown> {
  /** One or two sentences: what happens here. */
  readonly summary: string;
  /** What to watch: two to four sentences, each an observation anybody can make. */
  readonly watch: readonly string[];
  readonly tasks: readonly TaskSpec[];
  /** Where the options decide which tasks there are, or their parameters. Default: `tasks`. */
  tasksFor?(options: Readonly<Record<string, string>>): readonly TaskSpec[];
  /** Choices of its own, shown above its panel and carried by the link. */
  readonly options?: readonly Choice[];
  /** What the field says at first, and what typing does: the field's label. */
  readonly field?: { readonly label: string; readonly text: string };
  /** What a file is good for here: the drop zone's text, and which types. */
  readonly drop?: { readonly label: string; readonly accept: string };
  readonly files: readonly SourceFile[];
  readonly work: Builds<W>;
  open(stage: Stage): Play<W>;
}
