/** What campaigns look at in a simulation, by whichever simulator. */
import type { ChainOutcome } from "../simulate/outcome.ts";

export type CampaignPolicy = "fp" | "edf" | "loop";

/** What bounds are compared with, of a simulation. */
export interface Seen {
  readonly maxResponse: readonly (number | null)[];
  readonly chains?: readonly ChainOutcome[] | undefined;
}
