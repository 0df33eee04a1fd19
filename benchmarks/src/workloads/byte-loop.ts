/** A checksum (Adler-32) over bytes: short loops over a typed array, as codecs and hashes have them. */
import { randomNumbers } from "./random.ts";
import type { Workload } from "./workload.ts";

/** @preempt */
function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (let i = 0; i < bytes.length; i++) {
    a = (a + (bytes[i] as number)) % 65_521;
    b = (b + a) % 65_521;
  }
  return b * 65_536 + a;
}

export const workload: Workload<Uint8Array> = {
  size: { full: 6_000_000, small: 3000 },
  prepare(size) {
    const random = randomNumbers(4);
    return Uint8Array.from({ length: size }, () => random.below(256));
  },
  run: adler32,
};
