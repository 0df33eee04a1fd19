/** The policies under which the operations of the scheduler are measured. */
import { aging, edf, fixedPriority, type Policy, roundRobin } from "@preempt/runtime";

export const policies: readonly { readonly name: string; readonly policy: Policy }[] = [
  { name: "edf", policy: edf },
  { name: "fp, 16 priorities", policy: fixedPriority },
  { name: "round robin", policy: roundRobin },
  { name: "edf with aging", policy: aging(edf, { patience: 1e9 }) },
];

export const forever: number = Number.POSITIVE_INFINITY;

/** The same numbers in every run: 0 to 2 ** 24 - 1. */
export function randomNumbers(): () => number {
  let seed = 1;
  return () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed >>> 8;
  };
}
