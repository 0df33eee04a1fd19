/** The library `fflate`, to and fro: bit twiddling over typed arrays in long functions. */
import { deflateSync, inflateSync } from "fflate/browser";
import { markdownText } from "./texts.ts";
import type { Workload } from "./workload.ts";

/** @preempt */
function run(bytes: Uint8Array): readonly Uint8Array[] {
  const packed = deflateSync(bytes, { level: 6 });
  return [packed, inflateSync(packed)];
}

export const workload: Workload<Uint8Array> = {
  size: { full: 600_000, small: 1500 },
  prepare: (length) => new TextEncoder().encode(markdownText(length)),
  run,
};
