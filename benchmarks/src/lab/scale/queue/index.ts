/** A grid on an existing Redis server: cells offered, run by workers on any machine, and their results collected. */
export { type Collection, type CollectionReport, collectResults } from "./collect.ts";
export type { QueueAddress } from "./connection.ts";
export { type Offer, type OfferReport, offerCells } from "./offer.ts";
export { type Service, type ServiceEvent, type ServiceReport, serveQueue } from "./serve.ts";
export { type CellFailure, forgetQueue, type QueueState, queueHeader, queueState } from "./state.ts";
