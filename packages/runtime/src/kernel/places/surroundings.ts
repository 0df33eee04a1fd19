/** What surrounds code: the stores of Node's AsyncLocalStorage, say. Jobs and alarms run in what surrounded the code that made them. */
import type { Context } from "../../hosts/host.ts";

/**
 * Place 5. Calls `run` in these surroundings; where they do not let it in, without. Throws nothing.
 *
 * @param failed Takes what the surroundings throw, or `run`
 */
export function runWithin(surround: Context | undefined, run: () => void, failed: (error: unknown) => void): void {
  let isIn = false;
  const enter = () => {
    isIn = true;
    run();
  };
  try {
    if (surround === undefined) enter();
    else surround(enter);
  } catch (error) {
    failed(error);
  }
  if (isIn) return;
  try {
    enter();
  } catch (error) {
    failed(error);
  }
}
