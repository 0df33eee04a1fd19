/** How long after its arrival the k-th job of a task is released, in simulations. */
import { jitterOf } from "../run/order.ts";
import type { TaskParameters, TaskSet } from "../task-set.ts";
import { messageDelay } from "../threads/message-delays.ts";
import { releaseMessages } from "../threads/threads-of.ts";
import { timerDelay } from "./loop-policy.ts";
import type { SimulateOptions } from "./options.ts";

/** Undefined: at once. An arrival is an instant, or the end of the job that releases this one. Timers are late on the event loop alone: the kernel has alarms of its own. */
export function releaseDelay(
  set: TaskSet,
  task: TaskParameters,
  i: number,
  options: SimulateOptions,
): ((k: number, arrival: number) => number) | undefined {
  const late = options.policy === "loop" ? timerDelay(set, task, i, options) : undefined;
  if (late !== undefined) return late;
  const { J = 0 } = task;
  const message = task.submitted ? releaseMessages(set)[i] : undefined;
  if (J === 0 && message === undefined) return undefined;
  const { jitter = "random", seed = 1 } = options;
  const own = jitter === "max" ? () => J : (k: number) => jitterOf(task, i, k, seed);
  if (message === undefined) return own;
  return inOrder(task.T, J + message[1], (k) => own(k) + messageDelay(message, undefined, i, k, options));
}

/** Jobs that are submitted in their order are released in it: no message overtakes another. */
function inOrder(T: number, longest: number, delayOf: (k: number) => number): (k: number) => number {
  return (k) => {
    let delay = delayOf(k);
    for (let back = 1; back <= k && back * T < longest; back++) delay = Math.max(delay, delayOf(k - back) - back * T);
    return delay;
  };
}
