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
  "fastify, young 4 MB",
  "preempt",
  "preempt, young 4 MB",
] as const;
export type PeerName = (typeof peerNames)[number];

export const isOurs = (peer: PeerName): boolean => peer.startsWith("preempt");

/** Pauses of V8's young generation are longer, the more it holds: it grows to 16 MB and more unless told otherwise. */
export const flagsOf = (peer: PeerName): readonly string[] =>
  peer.endsWith("young 4 MB") ? ["--max-semi-space-size=4"] : [];

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
