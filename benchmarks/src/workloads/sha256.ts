/** The library `@noble/hashes`: SHA-256 over many messages, classes around 32-bit arithmetic. */
import { sha256 } from "@noble/hashes/sha2.js";
import type { Workload } from "./workload.ts";

/** @preempt */
function run(messages: number): Uint8Array {
  let digest: Uint8Array = new Uint8Array(200);
  for (let i = 0; i < messages; i++) {
    const message = new Uint8Array(200 + (i % 300));
    message.set(digest.subarray(0, 32));
    digest = sha256(message);
  }
  return digest;
}

export const workload: Workload<number> = { size: { full: 4000, small: 4 }, prepare: (messages) => messages, run };
