/**
 * Callbacks that await, on an event loop without preemption: each part of a job between two awaits is a callback of its
 * own, which joins its queue when the awaited time is over.
 *
 * A part is released at the latest when the parts before it have ended and the awaited times are over. So that is its release
 * jitter, and the response of the part before it is in it: holistic analysis (Tindell and Clark, Microprocessing and
 * Microprogramming 1994). The jitters grow until they agree with the responses. The result is safe, not exact: parts of one
 * job count as if they could wait for each other.
 *
 * An awaited time may be 0: then what follows runs as a microtask, before any other callback. So a job may keep the thread from
 * a more urgent callback for its whole C. For others nothing changes: each part of it counts once for each of its jobs anyway.
 *
 * Needed are segments: if a job may await as often as it likes, it may wait in its queue as often.
 */
import { type LoopOptions, type LoopTask, loopResponseTimes } from "./event-loop.ts";
import { checkSuspending, type SuspendingTask, suspensionOf } from "./suspending-task.ts";

/** A callback that may await: each part of it between two awaits waits in its queue. */
export type AwaitingLoopTask = LoopTask & SuspendingTask;

/** A part of a job: which one it is of which task. */
interface Part {
  readonly task: number;
  readonly C: number;
  /** Awaited before it. */
  readonly pause: number;
  /** Up to its release, from the arrival of the job. */
  J: number;
}

/**
 * Worst-case responses of the jobs from their arrivals, up to the ends of their last parts. Undefined where there is no
 * bound: a task has S without segments, or a job may outlast its period, or the jitters grow without end.
 *
 * @throws PreemptError for a malformed set, and where `maxSteps` is passed
 */
export function awaitingLoopResponseTimes(
  tasks: readonly AwaitingLoopTask[],
  options: LoopOptions = {},
): (number | undefined)[] {
  checkSuspending(tasks);
  const none = tasks.map(() => undefined);
  const isOpen = ({ S, segments }: AwaitingLoopTask) => segments === undefined && (S ?? 0) > 0;
  if (tasks.some(isOpen)) return none;
  const parts = tasks.flatMap(partsOf);
  for (;;) {
    const callbacks = parts.map(({ task, C, J }): LoopTask => {
      const { C: held, T, D, queue = "" } = tasks[task] as AwaitingLoopTask;
      return { C, T, D, J, queue, held };
    });
    const found = loopResponseTimes(callbacks, options);
    let isChanged = false;
    for (const [i, part] of parts.entries()) {
      const R = found[i]?.R;
      // The next job of the task would wait for this one, and no jitter says so.
      if (R === undefined || (isSplit(parts, part) && R > (tasks[part.task] as AwaitingLoopTask).T)) return none;
      const next = parts[i + 1];
      if (next?.task !== part.task || next.J >= R + next.pause) continue;
      next.J = R + next.pause;
      isChanged = true;
    }
    if (!isChanged) return tasks.map((_, task) => found[parts.findLastIndex((part) => part.task === task)]?.R);
  }
}

function isSplit(parts: readonly Part[], { task }: Part): boolean {
  return parts.filter((part) => part.task === task).length > 1;
}

function partsOf(task: AwaitingLoopTask, index: number): Part[] {
  const { executions = [task.C], pauses } = suspensionOf(task);
  let J = task.J ?? 0;
  return executions.map((execution, i) => {
    const pause = i === 0 ? 0 : (pauses[i - 1] as number);
    J += pause;
    const part = { task: index, C: execution, pause, J };
    J += part.C;
    return part;
  });
}
