/** A worker in a process of its own, to be killed or stopped: `node scale-queue-worker.ts CONNECTION QUEUE MS`. */
import { setTimeout as wait } from "node:timers/promises";
import { serveQueue } from "../../src/lab/scale/queue/index.ts";
import type { Cell, Result } from "./scale-cells.ts";

const [connection = "", queueName = "", ms = ""] = process.argv.slice(2);
const report = await serveQueue<Cell, Result>({
  connection,
  queueName,
  run: () => async (cell) => {
    await wait(Number(ms));
    return { key: cell.key, value: process.pid };
  },
  lockMs: 600,
  pollMs: 50,
  onEvent: (event) => {
    if (event.kind !== "remark") console.log(JSON.stringify(event));
  },
});
console.log(JSON.stringify(report));
