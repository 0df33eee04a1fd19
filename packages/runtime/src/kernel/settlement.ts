/** How a promise, a thenable or a plain value came out. */

import { apply } from "../realm/intrinsics.ts";
import type { Outcome } from "./awaitable.ts";

/** Waits as `await` does, for promises, thenables and plain values alike. Its name ends what a stack trace shows: see job-stack.ts. */
export const { "preempt.resumeAfter": settlement } = {
  async "preempt.resumeAfter"(value: unknown): Promise<Outcome> {
    try {
      return { ok: true, value: await value };
    } catch (error) {
      return { ok: false, value: error };
    }
  },
};

/**
 * What to await in place of `value`, if it is a promise or a thenable: nothing that is awaited reads its `then` again, which is
 * read here, once, as promises do. A getter of it may throw; then whoever awaits the result has the error.
 */
export function thenableOf(value: unknown): object | undefined {
  if ((typeof value !== "object" || value === null) && typeof value !== "function") return undefined;
  let then: unknown;
  try {
    ({ then } = value as { then?: unknown });
  } catch (error) {
    return Promise.reject(error);
  }
  if (typeof then !== "function") return undefined;
  // Engines do not read that of their own promises.
  if (then === Promise.prototype.then) return value;
  const call = then;
  // biome-ignore lint/suspicious/noThenProperty: it stands for a thenable
  return { then: (...settle: unknown[]) => apply(call, value, settle) };
}
