/** What the numbers were measured on. */
import { availableParallelism, cpus } from "node:os";

export function machineReport(): string {
  const model = cpus()[0]?.model.trim() ?? "unknown processor";
  return `${model}, ${availableParallelism()} cores; Node ${process.versions.node}, V8 ${process.versions.v8}`;
}
