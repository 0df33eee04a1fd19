/** The server that holds a class to its share of the thread. */
import { ConstantBandwidthServer, DeferrableServer, PreemptError, type Scheduler } from "@preempt/runtime";
import type { RequestClass } from "./request-class.ts";

/** A share of the thread is counted in periods of so many milliseconds: a class with half of it may take the thread for half of that. */
const sharePeriod = 20;

export function shareOf(
  rt: Scheduler,
  { name, share = 1, priority }: RequestClass,
): ConstantBandwidthServer | DeferrableServer {
  const options = { name: `class ${name}`, budget: share * sharePeriod, period: sharePeriod };
  try {
    return new ConstantBandwidthServer(rt, options);
  } catch (error) {
    if (!(error instanceof PreemptError && error.code === "server_needs_edf")) throw error;
    return new DeferrableServer(rt, { ...options, priority });
  }
}
