/** How much of a stretch of time Node has collected garbage, for reports of development. */

interface Entry {
  readonly startTime: number;
  readonly duration: number;
}

interface Observer {
  observe(options: { readonly entryTypes: readonly string[] }): void;
  takeRecords(): readonly Entry[];
}

interface Surroundings {
  readonly process?: {
    getBuiltinModule?(name: "node:perf_hooks"): {
      readonly PerformanceObserver: new (callback: (list: { getEntries(): readonly Entry[] }) => void) => Observer;
    };
  };
}

/** Collections that ended before so many later ones are forgotten. */
const most = 200;

let entries: Entry[] = [];
let observer: Observer | undefined;

/** From now on, collections are noted. They are known in the turn of the event loop after them. */
export function noteCollections(): void {
  const { process } = globalThis as Surroundings;
  const hooks = process?.getBuiltinModule?.("node:perf_hooks");
  if (hooks === undefined || observer !== undefined) return;
  observer = new hooks.PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ entryTypes: ["gc"] });
}

function add(more: readonly Entry[]): void {
  entries = [...entries, ...more].slice(-most);
}

/** Milliseconds of collections between two instants of the clock of `performance.now()`. */
export function collectedBetween(from: number, to: number): number {
  add(observer?.takeRecords() ?? []);
  let sum = 0;
  for (const { startTime, duration } of entries) {
    sum += Math.max(0, Math.min(to, startTime + duration) - Math.max(from, startTime));
  }
  return sum;
}
