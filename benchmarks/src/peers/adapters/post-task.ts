/**
 * `scheduler.postTask` and `scheduler.yield`, native or by the polyfill. As a background task: a native `yield` inherits
 * its priority, so that everything else of the page goes first.
 */
import "./self.ts";
import "scheduler-polyfill";
import { type Pause, TimedPause } from "./pause.ts";
import type { Run } from "./run.ts";

interface TaskScheduler {
  postTask(task: () => PromiseLike<unknown>, options: { priority: "background" }): Promise<unknown>;
  yield(): Promise<void>;
}

export function adapt(run: (input: unknown, pause: Pause) => PromiseLike<unknown>): Run {
  const { scheduler } = globalThis as unknown as { scheduler: TaskScheduler };
  const pause = new TimedPause(() => scheduler.yield());
  const task = (input: unknown) => () => {
    pause.begin();
    return run(input, pause);
  };
  return (input) => scheduler.postTask(task(input), { priority: "background" });
}
