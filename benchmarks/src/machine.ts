/** What the numbers were measured on. */
import { availableParallelism, cpus } from "node:os";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export function machineReport(): string {
  const model = cpus()[0]?.model.trim() ?? "unknown processor";
  const cores = availableParallelism();
  return `${model}, ${cores} core${cores === 1 ? "" : "s"}; Node ${process.versions.node}, V8 ${process.versions.v8}`;
}

let collect: (() => void) | undefined;

/** Collects garbage now, so that a measurement does not pay for what ran before it. */
export function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as () => void;
  }
  collect();
}
