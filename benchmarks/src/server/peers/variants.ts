/** Who is compared, and what a server of the comparison is started with. */
import type { BulkName } from "./bulk.ts";

export const peerNames = [
  "fastify",
  "express",
  "under-pressure",
  "toobusy",
  "p-queue",
  "piscina, 1 thread",
  "piscina, 2 threads",
  "preempt",
] as const;
export type PeerName = (typeof peerNames)[number];

export interface PeerServerOrder {
  readonly peer: PeerName;
  readonly bulk: BulkName;
  /** Whether urgent requests render a page with React, too. */
  readonly urgentRenders: boolean;
}

/** Milliseconds within which an urgent request is to be answered. */
export const urgentDeadline = 50;

/** Milliseconds of a bulky request by itself: of processor time, and on the wall. */
export interface Cost {
  readonly cpu: number;
  readonly wall: number;
}
