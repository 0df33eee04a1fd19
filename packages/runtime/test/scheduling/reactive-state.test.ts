/**
 * Frameworks with reactive state (Vue, Alpine) put a proxy before what looks like a plain object, and ask by
 * `Object.prototype.toString`, as they leave promises alone. Private fields are not had through a proxy.
 */
import {
  ConstantBandwidthServer,
  DeferrableServer,
  PollingServer,
  Resource,
  Scheduler,
  Task,
  TotalBandwidthServer,
} from "@preempt/runtime";
import { Statistics, TraceBuffer } from "@preempt/runtime/observers";
import { PartitionedScheduler } from "@preempt/runtime/partitioned";
import { VirtualHost } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { pair } from "../partitioned/pair.ts";

class Mixer extends Task {}

test("what an application keeps in its state is no plain object to frameworks", () => {
  const host = new VirtualHost();
  const rt = new Scheduler({ host });
  const options = { budget: 1, period: 2 };
  const worker = () => pair(host, { count: () => 1 }).worker;
  const cores = new PartitionedScheduler<{ count: () => number }>({ worker, cores: 1, host });
  const kept = [
    rt,
    rt.submit(() => 1),
    rt.task(() => 1, { interArrival: 5 }),
    new Mixer({ period: 5 }),
    new Resource(rt, { name: "bus" }),
    new ConstantBandwidthServer(rt, options),
    new DeferrableServer(rt, options),
    new PollingServer(rt, options),
    new TotalBandwidthServer(rt, { bandwidth: 0.5 }),
    new Statistics(),
    new TraceBuffer({ capacity: 10 }),
    cores,
    cores.submit("count"),
    cores.task("count", { period: 5 }),
  ];
  expect(kept.map((one) => Object.prototype.toString.call(one).slice(8, -1))).toEqual([
    "Scheduler",
    "Job",
    "Task",
    "Task",
    "Resource",
    "Server",
    "Server",
    "Server",
    "Server",
    "Statistics",
    "TraceBuffer",
    "Scheduler",
    "Job",
    "Task",
  ]);
});
