/** How a promise, a thenable or a plain value came out. */
import type { Outcome } from "./awaitable.ts";

/** Waits as `await` does, for promises, thenables and plain values alike. */
export async function settlement(value: unknown): Promise<Outcome> {
  try {
    return { ok: true, value: await value };
  } catch (error) {
    return { ok: false, value: error };
  }
}

export function isThenable(value: unknown): boolean {
  const isObject = (typeof value === "object" && value !== null) || typeof value === "function";
  try {
    return isObject && typeof (value as { then?: unknown }).then === "function";
  } catch {
    return true; // awaiting it gives the error to the job's awaiter
  }
}
