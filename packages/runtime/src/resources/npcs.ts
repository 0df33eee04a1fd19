import { leaveSection } from "../kernel/places/sections.ts";
import { exclusion, type Protocol } from "./protocol.ts";

/**
 * Non-preemptive critical sections: whoever has the resource is not preempted (Mok 1983). A job is blocked for at most
 * one section of a less urgent one. One that awaits inside lets others run meanwhile.
 */
export const npcs: Protocol = {
  ...exclusion,
  lends: true,
  locked: (_resource, job) => void job.sections++,
  unlocked: ({ kernel }, job) => leaveSection(kernel, job),
};
