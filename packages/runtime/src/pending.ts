/** What waits for an instant in a heap by time: delayed and periodic releases, alarms, deadlines. */
import type { HeapItem } from "./keyed-heap.ts";
import type { Instant } from "./time.ts";

export interface Pending extends HeapItem {
  /** The instant. */
  key: Instant;
  readonly fire: () => void;
}

/** @param ticket Things of one instant are due in this order */
export function pendingAt(key: Instant, ticket: number, fire: () => void): Pending {
  return { heapIndex: -1, key, ticket, fire };
}
