/** What threads of a run tell each other. Instants are absolute, in milliseconds since the epoch: each thread has a clock of its own. */
import type { TaskSet } from "../../task-set.ts";
import type { Settings } from "../order.ts";
import type { Pace } from "../pace.ts";
import type { VariantName } from "../variant.ts";

/** Now, for all threads of the process. */
export const absoluteNow = (): number => performance.timeOrigin + performance.now();

/** A job that another one releases, or that the main thread submits. It travels as the name of the job. */
export interface Release {
  readonly task: number;
  /** Of the first job of the chain. */
  readonly arrival: number;
  /** When the job before ended, or the arrival was noticed. */
  readonly sent: number;
  /** Messages on the way. */
  readonly hops: number;
}

const mark = "released";

export function nameOf({ task, arrival, sent, hops }: Release): string {
  return [mark, task, arrival, sent, hops].join(" ");
}

/** Undefined: it is another job. */
export function releaseFrom(name: string): Release | undefined {
  const [first, ...numbers] = name.split(" ");
  if (first !== mark) return undefined;
  const [task, arrival, sent, hops] = numbers.map(Number) as [number, number, number, number];
  return { task, arrival, sent, hops };
}

/** What a worker is told before a run. */
export interface BeginOrder {
  readonly set: TaskSet;
  readonly thread: number;
  readonly settings: Settings;
  readonly variant: VariantName;
  readonly pace: Pace;
  /** From which offsets count. */
  readonly start: number;
}

/** A job that has ended, on the clock of all threads. */
export interface EndedJob {
  readonly task: number;
  readonly arrival: number;
  readonly release: number;
  readonly start: number;
  readonly finish: number;
  readonly execution: number;
  readonly preemptions: number;
}

/** How long a message took, in milliseconds. */
export interface MeasuredMessage {
  readonly hops: number;
  readonly time: number;
}
