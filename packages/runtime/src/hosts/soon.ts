/** For reports of development: what can wait until the round is over, and must not be lost if the process ends there. */
import { ownTimer } from "./own-timers.ts";

interface Surroundings {
  readonly process?: {
    once?(event: "exit", listener: () => void): void;
    off?(event: "exit", listener: () => void): void;
  };
}

/** Milliseconds after which a browser has told of a frame that was long. */
const untilFrame = 300;

/** Calls `run` in the next turn of Node's event loop, or when the process exits before; a little later in browsers. */
export function soon(run: () => void): void {
  const setImmediate = ownTimer("setImmediate");
  const { process } = globalThis as Surroundings;
  if (setImmediate === undefined || process?.once === undefined) {
    ownTimer("setTimeout")(run, untilFrame);
    return;
  }
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    process.off?.("exit", once);
    run();
  };
  process.once("exit", once);
  setImmediate(once);
}
