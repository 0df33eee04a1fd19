import { exclusion, type Protocol } from "./protocol.ts";

/**
 * Non-preemptive critical sections: whoever has the resource is not preempted (Mok 1983). A job is blocked for at most
 * one section of a less urgent one. One that awaits inside lets others run meanwhile.
 */
export const npcs: Protocol = {
  ...exclusion,
  lends: true,
  locked: ({ kernel }, job) => kernel.enterSection(job),
  unlocked: ({ kernel }, job) => kernel.leaveSection(job),
};
