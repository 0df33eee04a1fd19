/** By hand, with the quickest fair hop there is: `setImmediate` in Node, a MessageChannel in browsers. */
import { type Pause, TimedPause } from "./pause.ts";
import type { Run } from "./run.ts";

declare const setImmediate: ((callback: () => void) => unknown) | undefined;

export function adapt(run: (input: unknown, pause: Pause) => PromiseLike<unknown>): Run {
  const pause = new TimedPause(typeof setImmediate === "function" ? immediateHop(setImmediate) : channelHop());
  return (input) => {
    pause.begin();
    return run(input, pause);
  };
}

function immediateHop(hop: (callback: () => void) => unknown): () => Promise<void> {
  return () => new Promise((resolve) => hop(resolve));
}

function channelHop(): () => Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return () =>
    new Promise((resolve) => {
      port1.onmessage = () => resolve();
      port2.postMessage(undefined);
    });
}
