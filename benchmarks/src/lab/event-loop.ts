/** The event loop without preemption, as a set describes it: for analyses and for simulations. */
import { type AwaitingLoopTask, type LoopOptions, timerJitter } from "@preempt/runtime/analysis";
import { type TaskSet, timerQueue } from "./task-set.ts";

/** Whether a set says something of its event loop, or of its queues. */
export function hasLoop({ tasks, loop }: Pick<TaskSet, "tasks" | "loop">): boolean {
  return loop !== undefined || tasks.some(({ queue }) => queue !== undefined);
}

/** Callbacks as the analysis takes them: how late timers are counts as release jitter. */
export function loopTasks({ tasks, loop = {} }: Pick<TaskSet, "tasks" | "loop">): AwaitingLoopTask[] {
  return tasks.map(({ C, T, D, J = 0, queue, S, segments }) => {
    const late = queue === timerQueue ? timerJitter(loop) : 0;
    return {
      ...{ C: Math.max(1, C), T, D, J: J + late },
      ...(queue !== undefined && { queue }),
      ...(S !== undefined && { S }),
      ...(segments !== undefined && { segments }),
    };
  });
}

export function loopOptions({ loop = {} }: Pick<TaskSet, "loop">): Pick<LoopOptions, "levels" | "choice"> {
  const { levels, choice } = loop;
  return { ...(levels !== undefined && { levels }), ...(choice !== undefined && { choice }) };
}
