/** What the analyses say of a task set. All times are in microseconds. Fields are those of the reference data. */
import type { OffsetMethod, Preemption, SuspensionMethod } from "@preempt/runtime/analysis";

/** A test that was not decided: it would take too long, or times get too long to be exact. */
export interface Undecided {
  readonly sched: null;
  readonly R: null;
  /** The analysis's own code and words. */
  readonly undecided: string;
}

export interface FixedPriorityAnalysis {
  readonly sched: boolean;
  /** Worst-case response times from the arrival, by task; null: without bound. */
  readonly R: readonly (number | null)[];
  /** Of the first job of the busy period alone; and with jitter, from the release. */
  readonly R1: readonly (number | null)[];
  readonly Rrel?: readonly (number | null)[];
  /** Blocking that is counted. */
  readonly B: readonly number[];
  /** With regions that cannot be preempted: the continuous convention, a region counted whole. */
  readonly R_sup?: readonly (number | null)[];
  readonly sched_sup?: boolean;
}

export interface EdfAnalysis {
  /** Null where no exact test exists: with blocking terms B. */
  readonly sched: boolean | null;
  /** The shortest window that is too short for what is due in it; null: none. */
  readonly firstViolation: number | null;
  /** Worst-case response times where jobs with equal deadlines go first; null: without bound. */
  readonly R: readonly (number | null)[] | null;
  readonly busy?: number | null;
  readonly sched_sup?: boolean;
  readonly undecided?: string;
}

export interface SetAnalysis {
  readonly id: string | number;
  readonly n: number;
  readonly utilisation: number;
  readonly preemption: Preemption;
  /** Deadline-monotonic and rate-monotonic: task indices, the most urgent first. */
  readonly order_dm: readonly number[];
  readonly order_rm: readonly number[];
  readonly dm: FixedPriorityAnalysis | Undecided;
  readonly rm: FixedPriorityAnalysis | Undecided;
  readonly edf: EdfAnalysis;
  /** Liu and Layland's bound, and the hyperbolic one; null where they say nothing: a deadline before the period, jitter. */
  readonly ll: { readonly bound: number; readonly U: number; readonly pass: boolean } | null;
  readonly hyperbolic: { readonly product: number; readonly pass: boolean } | null;
  /** First come, first served: the longest response of any task, from its arrival; with jitter a bound. */
  readonly fifo: { readonly R: number | null; readonly sched: boolean | null; readonly undecided?: string };
  /** The event loop with queues, each callback to its end, where the set says something of it: safe, and without jitter exact. */
  readonly loop?:
    | { readonly sched: boolean | null; readonly R: readonly (number | null)[] | null; readonly undecided?: string }
    | undefined;
  /** Where jobs suspend themselves: tests that know of it, all sufficient. In all others suspension counts as execution. */
  readonly suspension?: SuspensionAnalysis;
  /** Where tasks have offsets, can be preempted anywhere, and neither block nor suspend themselves. All other tests take the worst offsets. */
  readonly offsets?: OffsetAnalysis;
  /** Where the set has chains. */
  readonly chains?: readonly ChainAnalysis[];
  /** Σ C/min(D, T): sufficient for EDF where it `applies`. It leaves jitter, blocking, regions and sections out. */
  readonly density: { readonly value: number; readonly pass: boolean; readonly applies: boolean };
  /** The same with blocking, by level; null where it says nothing: jitter, regions. */
  readonly baker: { readonly pass: boolean } | null;
  /** Where the set has sections: the verdicts under each protocol, blocking by whole sections; `_discrete`: less a unit. */
  readonly resources?: ResourceAnalysis;
  readonly opa?: { readonly feasible: boolean | null; readonly order: readonly number[] | null };
  /** Whether jobs that run to their ends meet all deadlines; null: undecided, or (EDF) there is no exact test. */
  readonly nonPreemptive?: { readonly dm: boolean | null; readonly edf: boolean | null };
  /** In thousandths: how much heavier the set may get. Absent where jobs have chunks, as `sensitivity` is. */
  readonly breakdown?: { readonly dm_k: number | null; readonly edf_k: number | null };
  /** By task: how much longer its C alone may get, in microseconds; null: it is too long already. */
  readonly sensitivity?: { readonly dm: readonly (number | null)[]; readonly edf: readonly (number | null)[] };
  readonly partition?: PartitionAnalysis;
  readonly kernel?: KernelAnalysis;
  /** Where the set has threads. All else is of the whole set then, each task on its thread. */
  readonly threads?: readonly ThreadAnalysis[];
  /** What a reader has to know: fields that a test leaves out of account. */
  readonly remarks?: readonly string[];
}

/** The verdicts of one thread; null: undecided, or no test says anything. */
export interface ThreadAnalysis {
  readonly name: string;
  /** Places of its tasks in the set. */
  readonly tasks: readonly number[];
  readonly utilisation: number;
  readonly dm: boolean | null;
  readonly rm: boolean | null;
  readonly edf: boolean | null;
  readonly fifo: boolean | null;
}

export interface ChainAnalysis {
  readonly name: string;
  readonly trigger: "event" | "time";
  /** Places of its tasks. */
  readonly tasks: readonly number[];
  readonly D: number | null;
  /** Under deadline-monotonic priorities, EDF, and on the event loop without preemption. */
  readonly dm: ChainBound;
  readonly edf: ChainBound;
  readonly loop: ChainBound;
  /** By the kernel's own test, where it was asked for; of time-triggered chains. */
  readonly kernel?: { readonly edf: ChainBound; readonly fp: ChainBound; readonly fifo: ChainBound };
}

/** `sched` is null without an end-to-end deadline; times are null where there is no bound. */
export type ChainBound =
  | { readonly sched: boolean | null; readonly R: number | null }
  | {
      readonly sched: boolean | null;
      readonly reaction: number | null;
      readonly age: number | null;
      readonly ageUntilReplaced: number | null;
      readonly davare: number | null;
    };

export interface SuspensionAnalysis {
  /** Deadline-monotonic priorities: the smallest bounds, by which methods, and the bounds of each method. */
  readonly dm:
    | {
        readonly sched: boolean;
        readonly R: readonly (number | null)[];
        readonly method: readonly (SuspensionMethod | null)[];
        readonly by: Readonly<Record<SuspensionMethod, readonly (number | null)[]>>;
      }
    | Undecided;
  readonly edf:
    | {
        readonly sched: boolean;
        /** Which test shows it; null: none. */
        readonly by: "oblivious" | "windows" | null;
        readonly R: readonly (number | null)[];
      }
    | Undecided;
}

/** Tests that know the offsets. */
export interface OffsetAnalysis {
  readonly dm: OffsetFixedPriority | Undecided;
  readonly rm: OffsetFixedPriority | Undecided;
  readonly edf:
    | {
        /** Whether a test shows that all deadlines are met. */
        readonly sched: boolean;
        /** Whether that is the truth. False: no test shows it, and none refutes it. */
        readonly isExact: boolean;
        /** Which test said so; null: none. */
        readonly by: "schedule" | "transactions" | "synchronous" | null;
        /** A window up to the first missed deadline that is too short for what is released and due in it. */
        readonly violation: { readonly from: number; readonly to: number } | null;
        /** Exact by "schedule", else bounds. */
        readonly R: readonly (number | null)[];
      }
    | Undecided;
  /** With `--also opa`: priorities by Audsley under which all deadlines are met. */
  readonly opa?: { readonly feasible: boolean | null; readonly order: readonly number[] | null };
}

export interface OffsetFixedPriority {
  /** Whether all deadlines are shown to be met. */
  readonly sched: boolean;
  /** Whether that is the truth. False: a bound is beyond a deadline, and no exact response is. */
  readonly isExact: boolean;
  /** By task; null: without bound. */
  readonly R: readonly (number | null)[];
  /** How each comes about; null: without bound. */
  readonly method: readonly (OffsetMethod | null)[];
}

export interface ResourceAnalysis {
  readonly dm_npcs: FixedPriorityAnalysis;
  readonly dm_pip: FixedPriorityAnalysis;
  readonly dm_pcp_srp: FixedPriorityAnalysis;
  readonly edf_srp: EdfResourceVerdict;
  readonly edf_npcs: EdfResourceVerdict;
}

export interface EdfResourceVerdict {
  readonly sched: boolean;
  readonly first_violation: number | null;
  readonly sched_discrete: boolean;
}

/** For each heuristic and test: the processor of each task; null: a task found no place. */
export interface PartitionAnalysis {
  readonly processors: number;
  readonly first: PlacementAnalysis;
  readonly best: PlacementAnalysis;
  readonly worst: PlacementAnalysis;
}

export interface PlacementAnalysis {
  readonly edf: readonly number[] | null;
  readonly dm: readonly number[] | null;
}

/** The kernel's own test: with slices, rounds, dispatches and late looks. */
export interface KernelAnalysis {
  readonly edf: KernelVerdict;
  readonly fp: KernelVerdict;
  readonly fifo: KernelVerdict;
}

export interface KernelVerdict {
  readonly admitted: boolean;
  /** Where the test yields them. */
  readonly R: readonly (number | null)[] | null;
  /** Of a refusal. */
  readonly reason?: string;
}
