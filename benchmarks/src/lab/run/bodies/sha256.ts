/** The library `@noble/hashes`: a chain of SHA-256, 32-bit arithmetic in classes. */
import { sha256 } from "@noble/hashes/sha2.js";
import type { Body } from "./body.ts";
import { runAwaiting, runParts, runReleasing } from "./parts.ts";

/** @preempt */
function run(units: number): number {
  let digest: Uint8Array = new Uint8Array(64);
  for (let i = 0; i < units; i++) digest = sha256(digest);
  return digest[0] as number;
}

export const body: Body = { run, runParts, runReleasing, runAwaiting };
