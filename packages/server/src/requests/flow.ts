/**
 * The requests of a class that belong to one key: a tenant, a user.
 *
 * At most `weight` of them compete for the thread at a time, the others wait here. Those that compete take turns with those of other keys, slice by
 * slice, so each key gets a share by its weight, however many requests it sends. A request that awaits something does not compete.
 *
 * Where places of the class are short, the key that had the least of the thread for its weight goes first (start-time fair queueing: Goyal,
 * Vin and Cheng, 1996). The queue has room for each key: one may fill as much of it as is left for others, times its weight (dynamic
 * thresholds: Choudhury and Hahne, 1998).
 */
import { type HeapItem, KeyedHeap } from "@preempt/runtime";

/** @template T What stands for a request */
export class Flow<T extends HeapItem = HeapItem> implements HeapItem {
  readonly of: unknown;
  readonly weight: number;
  /** How many of its requests may compete for the thread. */
  readonly limit: number;
  /** Those that wait for that, the most urgent first. */
  readonly line = new KeyedHeap<T>();
  /** Requests that have not ended. */
  living = 0;
  /** Those of them that have not started. */
  waiting = 0;
  /** Those that could run. */
  competing = 0;
  /** Milliseconds of work left in them. */
  work = 0;
  heapIndex = -1;
  /** Milliseconds that it got, divided by its weight; no less than those had that are there all the time. */
  key: number;
  ticket = 0;

  constructor(of: unknown, weight: number, limit: number, start: number) {
    this.of = of;
    this.weight = weight;
    this.limit = limit;
    this.key = start;
  }

  get mayStart(): boolean {
    return this.line.size > 0 && this.competing < this.limit;
  }
}

/** The flows of a class. */
export class Flows<T extends HeapItem> {
  /** Of requests without a key: any number of them may compete. */
  readonly common = new Flow<T>(undefined, 1, Number.POSITIVE_INFINITY, 0);
  readonly #flows = new Map<unknown, Flow<T>>();
  /** Those of which a request could start if there were a place. */
  readonly #eligible = new KeyedHeap<Flow<T>>();
  #virtual = 0;
  #count = 0;

  /** Flows that have a key and requests. */
  get size(): number {
    return this.#flows.size;
  }

  /** @param weightOf Asked for each new flow */
  of(key: unknown, weightOf: (key: unknown) => number): Flow<T> {
    if (key === undefined) return this.common;
    let flow = this.#flows.get(key);
    if (flow === undefined) {
      const weight = weightOf(key);
      flow = new Flow<T>(key, weight, weight, this.#virtual);
      this.#flows.set(key, flow);
    }
    return flow;
  }

  find(key: unknown): Flow<T> | undefined {
    return key === undefined ? this.common : this.#flows.get(key);
  }

  /** The flow's line, or the number of its requests that compete, has changed. */
  changed(flow: Flow<T>): void {
    if (!flow.mayStart) this.#eligible.remove(flow);
    else if (flow.heapIndex < 0) {
      flow.ticket = ++this.#count;
      flow.key = Math.max(flow.key, this.#virtual);
      this.#eligible.push(flow);
    }
  }

  /** The request that is to start next, if one may. */
  take(): T | undefined {
    const flow = this.#eligible.peek();
    if (flow === undefined) return undefined;
    this.#virtual = Math.max(this.#virtual, flow.key);
    return flow.line.take();
  }

  /** Requests of the flow had the thread for so long. */
  charge(flow: Flow<T>, ms: number): void {
    flow.key += ms / flow.weight;
    if (flow.heapIndex >= 0) this.#eligible.rekey(flow, flow.key);
  }

  /** A request of the flow has ended. */
  left(flow: Flow<T>): void {
    if (flow.living === 0) this.#flows.delete(flow.of);
  }
}
