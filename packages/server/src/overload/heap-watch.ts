/** How full the heap is, looked at now and then: the question takes some microseconds. */

interface HeapStatistics {
  readonly used_heap_size: number;
  readonly heap_size_limit: number;
}

interface Surroundings {
  readonly process?: {
    getBuiltinModule?(name: "node:v8"): { getHeapStatistics?(): HeapStatistics } | undefined;
  };
}

/** Milliseconds between two looks. */
const interval = 100;

/** How far below its limit the heap has to be until it counts as having room again: collections of garbage make it swing. */
const hysteresis = 0.1;

export class HeapWatch {
  readonly #limit: number;
  readonly #used: () => number;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #isFull = false;

  /** @param limit A part of the heap's limit, above 0; Infinity: it is never full */
  constructor(limit: number, used: (() => number) | undefined) {
    this.#used = used ?? heapUsed();
    this.#limit = limit;
  }

  isFull(now: number): boolean {
    if (this.#limit === Number.POSITIVE_INFINITY) return false;
    if (now - this.#lookedAt < interval) return this.#isFull;
    this.#lookedAt = now;
    const used = this.#used();
    this.#isFull = used >= this.#limit || (this.#isFull && used > this.#limit - hysteresis);
    return this.#isFull;
  }
}

/** Not an import: other engines load the same file. */
function heapUsed(): () => number {
  const { process } = globalThis as Surroundings;
  const statistics = process?.getBuiltinModule?.("node:v8")?.getHeapStatistics;
  if (statistics === undefined) return () => 0;
  return () => {
    const { used_heap_size, heap_size_limit } = statistics();
    return used_heap_size / heap_size_limit;
  };
}
