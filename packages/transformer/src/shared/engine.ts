/** The oldest engine that the transformer runs on. */

/** @throws Error on an older one, where the file would get the blame for what the engine lacks */
export function refuseOldEngine(): void {
  if (typeof Map.groupBy === "function") return;
  const node = (globalThis as { process?: { version?: string } }).process?.version;
  throw new Error(
    `engine_too_old: ${node === undefined ? "this browser" : `Node ${node}`} is too old for @preempt/transformer. Use Node 22 or later, or a browser of 2024.`,
  );
}
