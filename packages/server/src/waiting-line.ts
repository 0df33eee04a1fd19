/** Requests that wait for a place in their class: the most urgent first, by arrival among equals. */
import { type HeapEntry, KeyedHeap } from "./keyed-heap.ts";

export interface WaitingLine<T> {
  readonly size: number;
  push(request: T): void;
  take(): T | undefined;
  /** Returns whether it was in. */
  remove(request: T): boolean;
}

export function waitingLine<T extends HeapEntry>(): WaitingLine<T> {
  return new KeyedHeap<T>();
}
