// Priority inversion: high waits for low, which holds the bus; middling, which needs no bus, must not keep both waiting.
import { Resource, Scheduler } from "@preempt/runtime";

const rt = new Scheduler({ policy: "fp" });
// Run it with "none", too: high then waits for middling.
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

rt.submit(useBus, { name: "low", priority: 1, args: [3_000_000] });
rt.submit(compute, { name: "middling", priority: 2, args: [12_000_000], delay: 10 });
const high = rt.submit(useBus, { name: "high", priority: 3, args: [1_000_000], delay: 10 });
await high;
console.log("high responds in", high.responseTime, "ms");
