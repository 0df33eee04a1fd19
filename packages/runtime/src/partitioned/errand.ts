/** What a core has to do: a job or a task with all that is needed to send it, and to send it again after a crash. */
import type { Instant } from "../kernel/time.ts";
import type { PartitionedJob } from "./partitioned-job.ts";
import type { LateJobReport, PartitionedTask } from "./partitioned-task.ts";
import type { WorkerClock } from "./wire/clock.ts";
import { type Arguments, argumentsError, snapshot } from "./wire/clone.ts";
import { hasNoIdentity } from "./wire/outbox.ts";
import type { LateJob, Submission, TaskProgress, TaskStart } from "./wire/protocol.ts";

/** What both jobs and tasks need to run, dropped when they have ended. */
export interface Errand {
  readonly number: number;
  readonly fn: string;
  readonly budget: number | "auto" | undefined;
  readonly wcet: number | undefined;
  /** What is sent with it; as given while it is not sent, a copy of it as long as it may have to be sent again. */
  payload: Arguments;
  /** How many more times it may be started again. */
  restartsLeft: number;
  sent: boolean;
}

export interface JobErrand extends Errand {
  readonly job: PartitionedJob;
  /** Milliseconds it is expected to run. */
  readonly expected: number;
  /** The only core that will do, if any. */
  readonly pinned: number | undefined;
  forget(): void;
}

export interface TaskErrand extends Errand {
  readonly task: PartitionedTask;
  readonly period: number;
  readonly priority: number;
  /** Relative; undefined if none. */
  readonly deadline: number | undefined;
  readonly backlog: number | undefined;
  readonly onMiss: ((job: LateJobReport) => void) | undefined;
  /** Absolute; settled when it is first sent, and the origin of all releases from then on. */
  firstRelease: Instant;
  readonly restartsAllowed: number;
  /** Counts of the workers that are gone. */
  before: Pick<TaskProgress, "released" | "skipped" | "misses" | "ended">;
}

/**
 * Keeps the arguments until the worker is awake.
 *
 * @throws PreemptError for arguments that cannot be cloned
 */
export function hold(errand: Pick<Errand, "payload">, name: string): void {
  const { args, transfer } = errand.payload;
  if (transfer.length === 0 && args.every(hasNoIdentity)) return;
  try {
    errand.payload = snapshot(errand.payload);
  } catch (cause) {
    throw argumentsError(name, errand.payload, cause);
  }
}

export function submission(errand: JobErrand, clock: WorkerClock, args: readonly unknown[]): Submission {
  const { number: id, fn, budget, wcet } = errand;
  const { name, release, deadline, priority } = errand.job;
  const times = { release: clock.toThere(release), deadline: clock.toThere(deadline) };
  return { op: "submit", id, fn, name, args, priority, budget, wcet, ...times };
}

export function taskStart(errand: TaskErrand, clock: WorkerClock, args: readonly unknown[]): TaskStart {
  const { number: id, fn, budget, wcet, period, deadline, backlog, priority, task } = errand;
  const times = { period, firstRelease: clock.toThere(errand.firstRelease), deadline, backlog };
  return {
    op: "task",
    id,
    fn,
    name: task.name,
    args,
    priority,
    budget,
    wcet,
    tellMisses: errand.onMiss !== undefined,
    ...times,
  };
}

export function noteProgress(errand: TaskErrand, told: TaskProgress): void {
  const { task, before } = errand;
  task.released = before.released + told.released;
  task.skipped = before.skipped + told.skipped;
  task.misses = before.misses + told.misses;
  task.ended = before.ended + told.ended;
  // It gets somewhere: only crashes in a row count.
  if (told.ended > 0) errand.restartsLeft = errand.restartsAllowed;
}

/** The jobs that were released have ended with their worker; the counts go on from here. */
export function noteCrash({ task, before }: TaskErrand): void {
  task.ended = task.released;
  Object.assign(before, { released: task.released, skipped: task.skipped, misses: task.misses, ended: task.ended });
}

export function lateJob(told: LateJob, clock: WorkerClock): LateJobReport {
  const deadline = clock.toHere(told.deadline);
  const finish = clock.toHere(told.finish);
  const start = told.start === undefined ? undefined : clock.toHere(told.start);
  return { release: clock.toHere(told.release), start, finish, deadline, lateness: finish - deadline };
}
