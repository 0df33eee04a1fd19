/** The paper's strategy. */
import type { Callable } from "./intrinsics.ts";
import { callEntryOf } from "./plain-entry.ts";
import { notCallable } from "./protocol.ts";
import { realm } from "./realm.ts";

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
