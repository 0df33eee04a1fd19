/** What tests of one set have in common. */
import type { Convention, Preemption } from "@preempt/runtime/analysis";
import type { BlockingProtocolName } from "./options.ts";

export interface Limits {
  readonly preemption: Preemption;
  readonly convention: Convention;
  readonly maxSteps: number;
  /** Of the critical sections. */
  readonly protocol: BlockingProtocolName;
  /** As `responses` of the options of an analysis. */
  readonly responses: boolean;
}
