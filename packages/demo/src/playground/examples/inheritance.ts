// Priority inversion: high waits for low, which holds the bus.
// Middling needs no bus, and must not keep both waiting.
import { Resource, Scheduler } from "@preempt/runtime";

const rt = new Scheduler({ policy: "fp" });
// With "none" there is no inheritance: high waits for middling, too.
const bus = new Resource(rt, { name: "bus", protocol: "pip" });

/** @preempt */
function compute(steps: number): number {
  let x = 1;
  for (let i = 0; i < steps; i++) x = (x * 48_271) % 2_147_483_647;
  return x;
}

/** @preempt */
function useBus(steps: number): void {
  using _lock = bus.lock();
  compute(steps);
}

rt.submit(useBus, { name: "low", priority: 1, args: [1_500_000] });
const later = { delay: 10 };
rt.submit(compute, { name: "middling", priority: 2, args: [5_000_000], ...later });
const high = rt.submit(useBus, { name: "high", priority: 3, args: [500_000], ...later });
await high;
console.log("high responds in", high.responseTime?.toFixed(1), "ms");
