/** The paper's strategy. */
import type { GeneratorFrame } from "@preempt/abi";
import type { Callable } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { callEntryOf } from "./plain-entry.ts";
import { notCallable } from "./protocol.ts";

const { apply } = Reflect;
const { state } = realm;

/** The paper's strategy: what to delegate to with `yield*`, for preemptable and plain callees alike. */
export function* delegate(
  f: unknown,
  self: unknown,
  args: unknown[],
  text: string,
): Generator<unknown, unknown, unknown> {
  if (typeof f !== "function") return notCallable(text)();
  const found = state.exact ? undefined : callEntryOf(f as Callable);
  if (found === undefined) return apply(f as Callable, self, args);
  return yield* apply(found.body, found.arrow ? found.arrow.self : self, args) as unknown as Iterable<unknown>;
}

/**
 * What `yield*` does with `frame`, for a function in an exclusive unit: each suspension inside tells of the unit. To whoever resumes
 * it all is one frame, so that the unit is held until that has ended.
 */
export function* holding(lock: object, frame: GeneratorFrame): Generator<unknown, unknown, unknown> {
  let step = frame.next();
  while (!step.done) {
    let completion: "next" | "throw" | "return" = "return";
    let value: unknown;
    try {
      value = yield lock;
      completion = "next";
    } catch (error) {
      value = error;
      completion = "throw";
    } finally {
      // The job was cancelled: finalizers may be suspended as well.
      if (completion === "return") for (let last = frame.return(); !last.done; last = frame.next()) yield lock;
    }
    step = completion === "next" ? frame.next(value) : frame.throw(value);
  }
  return step.value;
}
