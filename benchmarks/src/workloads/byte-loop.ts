/** A hash (FNV-1a) of bytes: a short loop over a typed array, as codecs and checksums have them. */
import { randomNumbers } from "./random.ts";
import type { Workload } from "./workload.ts";

/** @preempt */
function hash(bytes: Uint8Array): number {
  let state = 0x811c9dc5 | 0;
  for (let i = 0; i < bytes.length; i++) state = Math.imul(state ^ (bytes[i] as number), 0x01000193);
  return state >>> 0;
}

export const workload: Workload<Uint8Array> = {
  size: { full: 20_000_000, small: 3000 },
  prepare(size) {
    const random = randomNumbers(4);
    const bytes = new Uint8Array(size);
    for (let i = 0; i < size; i++) bytes[i] = random.below(256);
    return bytes;
  },
  run: hash,
};
