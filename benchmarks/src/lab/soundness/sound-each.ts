/** What a thread of the pool does: see scale/pool.ts. */
import { campaign, type Portion, type PortionResult } from "./campaign.ts";

export function soundEach(portion: Portion): PortionResult {
  return campaign(portion);
}
