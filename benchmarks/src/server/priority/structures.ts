/**
 * What the queue itself costs: an array that is sorted at each insertion, as in the study; one in which the place is found by
 * halving; a binary heap; and one list per class, which needs no order at all.
 */
import { runChild } from "../../child.ts";

export const structureNames = [
  "array, sorted each time",
  "array, place by halving",
  "binary heap",
  "a list per class",
] as const;
export type StructureName = (typeof structureNames)[number];

export interface StructureCost {
  readonly structure: StructureName;
  readonly depth: number;
  /** Median microseconds for one insertion and one removal of the most urgent, at that depth. */
  readonly microseconds: number;
  /** Of the structure, without the entries. */
  readonly bytesPerEntry: number;
}

export interface StructuresReport {
  readonly costs: readonly StructureCost[];
  /** Of the entry itself: a plain object with class, arrival, number, and the function that starts it. */
  readonly entryBytes: number;
}

export interface StructuresOrder {
  readonly depths: readonly number[];
  readonly repetitions: number;
}

/** In a process of its own, whose heap holds nothing else. */
export function measureStructures(order: StructuresOrder, signal: AbortSignal): Promise<StructuresReport> {
  return runChild("structures", new URL("./structures-session.ts", import.meta.url), order, {
    signal,
    timeout: 120_000,
  });
}
