/** What waits for an instant in a heap by time: delayed and periodic releases, alarms, deadlines. */
import type { HeapItem } from "./keyed-heap.ts";
import type { Instant } from "./time.ts";

export interface Pending extends HeapItem {
  /** The instant. What is due at one instant is due in the order of tickets. */
  key: Instant;
  readonly fire: () => void;
}
