/** Node's host, with the time metered that the kernel has the thread, jobs included. */
import { type Host, nodeHost } from "@preempt/runtime";
import type { Meter } from "./meter.ts";

export function meteredHost(meter: Pick<Meter, "enter" | "leave" | "wokeLate">): Host {
  const host = nodeHost();
  let hasThread = false;
  const metered = (callback: () => void) => () => {
    // A timer of the kernel may run a round at once.
    if (hasThread) return callback();
    hasThread = true;
    meter.enter();
    try {
      callback();
    } finally {
      meter.leave();
      hasThread = false;
    }
  };
  return {
    ...host,
    post: (turn) => host.post(metered(turn)),
    timer(at, callback) {
      const fire = metered(callback);
      return host.timer(at, () => {
        meter.wokeLate(host.now() - at);
        fire();
      });
    },
  };
}
