/** A process of its own for one program under one peer: `node node.ts <order as JSON>`. Prints a `SessionReport`. */
import { orderOf } from "../../child.ts";
import { collectGarbage } from "../../machine.ts";
import type { Run } from "../adapters/run.ts";
import type { Program } from "../program.ts";
import { openInput } from "./input.ts";
import { type Effort, measureSession } from "./measure.ts";

export interface SessionOrder {
  /** Addresses of the modules. */
  readonly plain: string;
  readonly peer: string;
  readonly sender: string;
  readonly size: number;
  readonly effort: Effort;
  readonly seed: number;
}

const order = orderOf<SessionOrder>();
const { workload } = (await import(order.plain)) as { workload: Program };
const { run } = (await import(order.peer)) as { run: Run };
const input = await openInput(new URL(order.sender), order.seed);
const { size, effort } = order;
const ownTime = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
const report = await measureSession({ plain: workload, adapted: run, size, effort, input, collectGarbage, ownTime });
// Some peers keep a timer or a port open for good.
process.stdout.write(JSON.stringify(report), () => process.exit());
