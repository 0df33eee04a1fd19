/** How task sets are analysed. */
import type { Convention, Preemption, SystemModel } from "@preempt/runtime/analysis";

/** Further tests, which take longer than the others. */
export const furtherTests = ["opa", "non-preemptive", "breakdown", "sensitivity", "partition", "kernel"] as const;
export type FurtherTest = (typeof furtherTests)[number];

export type BlockingProtocolName = "npcs" | "pip" | "pcp" | "srp";
export const blockingProtocols: readonly BlockingProtocolName[] = ["npcs", "pip", "pcp", "srp"];

export const preemptionNames: readonly Preemption[] = ["full", "none", "chunks", "regions"];
export const conventionNames: readonly Convention[] = ["discrete", "continuous"];
export const fitNames = ["first", "best", "worst"] as const;

/** Terms that one test may look at. */
export const defaultSteps = 30_000_000;

export interface AnalyzeOptions {
  /** Where jobs can be preempted. Default: by what the set has: "chunks", "regions" (q), else "full". */
  readonly preemption?: Preemption;
  /** How blocking by regions counts. Default "discrete", which is exact for integers. */
  readonly convention?: Convention;
  /** How the users of resources are kept apart, where a set has sections. Default "npcs". */
  readonly protocol?: BlockingProtocolName;
  /** Default: none. */
  readonly also?: readonly FurtherTest[];
  /** For "kernel": the kernel's settings and what they cost, in milliseconds. */
  readonly system?: Omit<SystemModel, "policy">;
  /** For "partition": how many processors. */
  readonly processors?: number;
  /**
   * Whether response times under EDF and first come, first served, and the place of a violation, are computed: verdicts
   * come without them, and near a utilisation of 1 a hundred times as fast. Sets with chains need them. Default true.
   */
  readonly responses?: boolean;
  /** Terms that one test may look at before it gives up. Default: 30,000,000. */
  readonly maxSteps?: number;
}
