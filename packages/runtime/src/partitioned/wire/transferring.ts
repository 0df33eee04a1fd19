/** Results whose buffers are handed over to the controlling side, not copied. */

const lists = /* @__PURE__ */ new WeakMap<object, readonly object[]>();

/**
 * Marks `value`, which a served function returns, so that the objects in `transfer` (ArrayBuffers, MessagePorts, …) are
 * handed over with it and no longer usable here. Returns `value` itself: to every other caller nothing changes.
 *
 *     return transferring(pixels, [pixels.buffer]);
 */
export function transferring<T extends object>(value: T, transfer: readonly object[]): T {
  lists.set(value, transfer);
  return value;
}

/** What to hand over with a result. */
export function transferOf(value: unknown): readonly object[] {
  return (typeof value === "object" && value !== null && lists.get(value)) || [];
}
