/** By hand, the way everybody knows: browsers make nested timers wait 4 ms. */
import { type Pause, TimedPause } from "./pause.ts";
import type { Run } from "./run.ts";

export function adapt(run: (input: unknown, pause: Pause) => PromiseLike<unknown>): Run {
  const pause = new TimedPause(() => new Promise<void>((resolve) => setTimeout(resolve, 0)));
  return (input) => {
    pause.begin();
    return run(input, pause);
  };
}
