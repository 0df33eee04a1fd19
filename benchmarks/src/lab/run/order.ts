/** What a session is told: one cell, and how to run it. */

import type { ProtocolName } from "@preempt/runtime";
import type { TaskParameters, TaskSet } from "../task-set.ts";
import type { BodyName } from "./compile-bodies.ts";
import type { JobsLog } from "./jobs-log.ts";
import type { Meter } from "./meter.ts";
import type { Pace } from "./pace.ts";
import type { MeasuredMessages } from "./result.ts";
import type { VariantName } from "./variant.ts";

export interface Settings {
  /** Jobs released in [0, horizon) are run. Microseconds. */
  readonly horizon: number;
  /** The file of ./bodies that tasks do. */
  readonly body: BodyName;
  /** What share of its C a job executes, above 0. */
  readonly load: number;
  /** The kernel's, in milliseconds; where they are missing, its own defaults. */
  readonly slice?: number;
  readonly round?: number;
  /** Preemption points; default that of the variant. */
  readonly budget?: number;
  /** How the users of resources are kept apart. Default "npcs". */
  readonly protocol?: ProtocolName;
  /** Where jobs suspend themselves, and for how long: see SimulateOptions. Default "max". */
  readonly suspension?: "max" | "random";
  /** For release jitter and random suspensions. */
  readonly seed: number;
  /** Whether every job is written down. */
  readonly rows: boolean;
}

/** What of a set is executed. */
export type RunSet = Pick<TaskSet, "tasks" | "chains" | "loop" | "threads" | "placement" | "messages">;

export interface SessionOrder {
  readonly variant: VariantName;
  /** One after the other, in one process. */
  readonly sets: readonly RunSet[];
  readonly settings: Settings;
  /** How often a set is executed again at once if others disturbed it; the least disturbed run counts. */
  readonly redo: number;
  /** Address of the compiled body. */
  readonly module: string;
}

/** One run of the tasks, in milliseconds on the process's clock. */
export interface Execution {
  readonly log: JobsLog;
  readonly meter: Pick<Meter, "total" | "disturbance">;
  /** The instant from which offsets count. */
  readonly start: number;
  /**
   * Of variants on the event loop, in milliseconds: between the end of a callback and the next one that waited for it; and how
   * late callbacks were that waited for none.
   */
  readonly loop?: { readonly turns: readonly number[]; readonly wakes: readonly number[] };
  /** Of sets with threads: how long what crosses took, by the number of messages that it takes. */
  readonly messages?: readonly MeasuredMessages[];
}

/** A process that has calibrated its body, and executes sets. */
export interface Executor {
  readonly pace: Pace;
  execute(set: RunSet): Promise<Execution>;
}

/** Time between calibration and the first release, so that what calibrating left behind is settled. */
export const settling = 50;

/** A run that is not over then never will be: what is left unfinished has missed its deadline. Milliseconds. */
export function patience({ horizon }: Settings): number {
  return (1.5 * horizon) / 1000 + 2000;
}

/** Release jitter of the k-th job of a task, the same in all variants: uniform in [0, J], microseconds. */
export function jitterOf({ J = 0 }: TaskParameters, task: number, k: number, seed: number): number {
  if (J === 0) return 0;
  let hash = (seed ^ Math.imul(task + 1, 0x9e3779b1) ^ Math.imul(k + 1, 0x85ebca6b)) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad);
  hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97);
  return ((hash ^ (hash >>> 15)) >>> 0) % (J + 1);
}
