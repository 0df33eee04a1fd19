/** An open-loop load generator in a process of its own. */
import { runChild } from "../../child.ts";
import type { LoadOrder, LoadReport } from "./plan.ts";

/**
 * Sends what was planned at the planned instants, also while earlier requests have no answer: a server that stalls does not
 * hold back the requests that would show it (coordinated omission).
 */
export function generateLoad(order: LoadOrder, signal?: AbortSignal): Promise<LoadReport> {
  const length = (order.requests.at(-1)?.at ?? 0) + (order.drain ?? 10_000);
  return runChild<LoadReport>("load", new URL("./generator.ts", import.meta.url), order, {
    timeout: Math.ceil(length) + 30_000,
    ...(signal !== undefined && { signal }),
  });
}
