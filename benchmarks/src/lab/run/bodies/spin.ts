/**
 * A loop over numbers in registers: nothing but time. A round does eight steps, so that the longest job's rounds are
 * counted in a small integer.
 */
import type { Body } from "./body.ts";
import { runAwaiting, runParts, runReleasing } from "./parts.ts";

/** @preempt */
function run(units: number): number {
  let value = 1;
  for (let i = 0; i < units; i++) {
    value = (Math.imul(value, 1103515245) + 12345) | 0;
    value = (Math.imul(value, 1103515245) + 12345) | 0;
    value = (Math.imul(value, 1103515245) + 12345) | 0;
    value = (Math.imul(value, 1103515245) + 12345) | 0;
    value = (Math.imul(value, 1103515245) + 12345) | 0;
    value = (Math.imul(value, 1103515245) + 12345) | 0;
    value = (Math.imul(value, 1103515245) + 12345) | 0;
    value = (Math.imul(value, 1103515245) + 12345) | 0;
  }
  return value;
}

export const body: Body = { run, runParts, runReleasing, runAwaiting };
