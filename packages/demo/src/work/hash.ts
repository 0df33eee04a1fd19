/** A short fingerprint (FNV-1a, 32 bits) to compare results by. Preemptable: results are large. */

const basis = 0x811c9dc5;

/**
 * The hash of several texts one after the other, which then need not be joined.
 *
 * @preempt
 */
export function hashTexts(texts: readonly string[]): string {
  let hash = basis;
  for (const text of texts) hash = hashOn(hash, text);
  return hashHex(hash);
}

/** @preempt */
function hashOn(before: number, text: string): number {
  let hash = before;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}

const hashHex = (hash: number) => (hash >>> 0).toString(16).padStart(8, "0");

/** @preempt */
export function hashBytes(bytes: Uint8Array): string {
  let hash = basis;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193);
  return hashHex(hash);
}
