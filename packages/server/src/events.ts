/** Events in batches, as jobs with deadlines: the entry point `@preempt/server/events`. */

export type { BatchSubscription } from "./events/batch-subscription.ts";
export { BatchingEmitter } from "./events/batching-emitter.ts";
export type { AnyEvents, BatchedEvent, Category, EventCounts, EventMap } from "./events/event-types.ts";
export type {
  BatchHandler,
  BatchInterval,
  BatchingEmitterOptions,
  BatchOptions,
  BatchPriority,
  CategoryChoice,
  EmitterCloseOptions,
  HoldOptions,
  OnBatchOptions,
} from "./events/options.ts";
