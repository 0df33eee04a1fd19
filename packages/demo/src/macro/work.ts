/**
 * The work of the experiment, in two builds: as it was written for FCFS, transformed for EDF. The amounts are numbers
 * of rounds and records, fixed before the measurement and the same for both: what the transform costs counts.
 */
import { encryptCounterMode, repeatText } from "../work/aes.ts";
import { hashBytes } from "../work/hash.ts";
import type { Progress } from "./progress.ts";

/** Rounds of the busy loop that are counted as one: about a hundredth of a millisecond. */
export const roundsPerUnit = 10_000;
/** Bytes that are encrypted and decrypted at a time. */
export const recordBytes = 4096;

/**
 * A busy loop of `units`. It does not look at the clock.
 *
 * @preempt
 */
export function spin(units: number, expected: number, progress: Progress): void {
  let state = 1;
  for (let unit = 0; unit < units; unit++) {
    for (let i = 0; i < roundsPerUnit; i++) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    progress.units++;
  }
  if (state !== expected) progress.wrong++;
}

/**
 * Encrypts and decrypts `text`, repeated, in `records`; each has to come back as it was, and to be another text between.
 *
 * @preempt
 */
export function cipher(text: string, records: number, expected: string, progress: Progress): void {
  const plain = repeatText(text, recordBytes);
  for (let record = 0; record < records; record++) {
    const secret = encryptCounterMode(key, counter, plain);
    const back = encryptCounterMode(key, counter, secret);
    if (hashBytes(secret) !== expected || !isEqual(back, plain)) progress.wrong++;
    progress.records++;
  }
}

/** The fingerprint of `text`, encrypted as {@link cipher} does. */
export function secretHash(text: string): string {
  return hashBytes(encryptCounterMode(key, counter, repeatText(text, recordBytes)));
}

/** @preempt */
function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return a.length === b.length;
}

const key = Uint8Array.from({ length: 16 }, (_, i) => i + 1);
const counter = Uint8Array.from({ length: 16 }, (_, i) => i + 21);
