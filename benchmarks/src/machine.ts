/** What the numbers were measured on. */
import { availableParallelism, cpus } from "node:os";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export function machineReport(): string {
  const model = cpus()[0]?.model.trim() ?? "unknown processor";
  const cores = availableParallelism();
  return `${model}, ${cores} core${cores === 1 ? "" : "s"}; Node ${process.versions.node}, V8 ${process.versions.v8}`;
}

type Collect = (options?: { type: "minor" }) => void;

let collect: Collect | undefined;

/** Collects garbage now, so that a measurement does not pay for what ran before it. */
export function collectGarbage(): void {
  collector()();
}

/**
 * Collects what is young alone. A whole collection also takes the shapes of objects of which none is alive just now, and
 * with them the optimised code that knows of them: what is measured next would be how quickly the engine compiles.
 */
export function collectYoungGarbage(): void {
  collector()({ type: "minor" });
}

function collector(): Collect {
  if (collect === undefined) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as Collect;
  }
  return collect;
}
