/**
 * Arguments that are passed as bodies: a callback that is only ever called need not be a function. Which arguments of a call are
 * bodies is a set of bits, one for each index.
 *
 *   apply((x) => x + 1, list, (x) => x * 2)      bits 0b101: the first and the third argument are bodies
 *
 * `$attachDirect(f, body, bits)`, `$taking(body, bits)` and `$held(f, bits, text)` get them.
 */

/** Arguments from this index on are never passed as bodies: a set of bits is a small integer. */
export const mostDirectArguments = 30;

export function bitOf(index: number): number {
  return index < mostDirectArguments ? 1 << index : 0;
}

export function hasBit(bits: number, index: number): boolean {
  return (bits & bitOf(index)) !== 0;
}
