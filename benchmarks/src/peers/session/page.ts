/** A page of its own for one program under one peer: `__peers(order)` answers a `SessionReport`. */
import type { Run } from "../adapters/run.ts";
import type { Program } from "../program.ts";
import { watchFrames } from "./frames.ts";
import { openInput, watchKeys } from "./input.ts";
import { measureSession, type SessionReport } from "./measure.ts";
import type { SessionOrder } from "./node.ts";

async function measure(order: SessionOrder): Promise<SessionReport> {
  const { workload } = (await import(/* @vite-ignore */ order.plain)) as { workload: Program };
  const { run } = (await import(/* @vite-ignore */ order.peer)) as { run: Run };
  const { size, effort } = order;
  const frames = await watchFrames(document.querySelector("#box") as HTMLElement);
  const input = await openInput(new URL(order.sender, location.href), order.seed);
  try {
    const keys = watchKeys();
    return await measureSession({ plain: workload, adapted: run, size, effort, input, keys, frames });
  } finally {
    input.stop();
  }
}

(window as { __peers?: typeof measure }).__peers = measure;
