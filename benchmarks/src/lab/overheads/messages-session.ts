/**
 * A process of its own: `node messages-session.ts <order as JSON>`. Sends small jobs to workers of a PartitionedScheduler and back,
 * and prints {@link ObservedMessages} as JSON.
 */
import { Worker } from "node:worker_threads";
import { PartitionedScheduler } from "@preempt/runtime/partitioned";
import { orderOf } from "../../child.ts";
import { machineReport } from "../../machine.ts";
import { unitsFor } from "../run/pace.ts";
import type { jobs } from "../run/threads/worker.ts";
import type { MessagesOrder, ObservedMessages } from "./messages.ts";

/** Microseconds that jobs execute: a small one, and one that keeps a worker busy. */
const small = 20;
const long = 5000;
/** Milliseconds between two rounds, so that threads sleep in between, as they do while they have nothing to do. */
const pause = 2;

const order = orderOf<MessagesOrder>();
process.stdout.write(JSON.stringify(await observe()), () => process.exit());

async function observe(): Promise<ObservedMessages> {
  const rt = new PartitionedScheduler<typeof jobs>({
    policy: "fp",
    worker: () =>
      new Worker(new URL("../run/threads/worker.ts", import.meta.url), { workerData: { module: order.module } }),
    cores: 2,
  });
  await rt.ready();
  const paces = [await rt.submit("prepare", { core: 0 }), await rt.submit("prepare", { core: 1 })] as const;
  const units = (core: 0 | 1, time: number) => [unitsFor(time, paces[core])] as [number];
  const [there, back, busy, between]: [number[], number[], number[], number[]] = [[], [], [], []];
  const end = performance.now() + order.time;
  while (performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const sent = performance.now();
    const first = rt.submit("run", { core: 0, args: units(0, small) });
    await first;
    const arrived = performance.now();
    const next = rt.submit("run", { core: 1, args: units(1, small) });
    await next;
    there.push((first.start as number) - sent);
    back.push(arrived - (first.finish as number));
    between.push((next.start as number) - (first.finish as number));
    const keeps = rt.submit("run", { core: 0, priority: 0, args: units(0, long) });
    await new Promise((resolve) => setTimeout(resolve, pause));
    const asked = performance.now();
    const urgent = rt.submit("run", { core: 0, priority: 1, args: units(0, small) });
    await urgent;
    if (keeps.state !== "done") busy.push((urgent.start as number) - asked);
    await keeps;
  }
  return { there, back, busy, between, machine: machineReport() };
}
