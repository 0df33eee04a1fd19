/** Parts of jobs that are not preempted, or hold resources. */
import { type Integers, type Random, type Share, shareOf } from "./random.ts";

/**
 * Lengths between preemption points: C in `count` parts of at least 1, all ways equally likely; in C parts if C is less.
 */
export function drawChunks(random: Integers, C: number, count: number): number[] {
  const cuts = new Set<number>();
  // Floyd's sample of count - 1 of the places 1, …, C - 1 (Bentley and Floyd, A Sample of Brilliance, CACM 1987).
  for (let place = C - Math.min(count, C) + 1; place < C; place++) {
    const cut = random.integer(1, place);
    cuts.add(cuts.has(cut) ? place : cut);
  }
  const ends = [...cuts, C].sort((a, b) => a - b);
  return ends.map((end, i) => end - (ends[i - 1] ?? 0));
}

export interface Resources {
  readonly count: number;
  /** How likely a task uses each of them. */
  readonly access: number;
  /** Longest section, as a share of C; at least 1. All sections of a job together are at most C. */
  readonly length: Share;
}

/** The longest section on each resource that a task uses, called "r0", "r1", …; undefined if it uses none. */
export function drawSections(random: Random, C: number, resources: Resources): Record<string, number> | undefined {
  const sections: [string, number][] = [];
  let left = C;
  for (let r = 0; r < resources.count; r++) {
    // Drawn for every resource: another likelihood of access leaves the lengths as they are.
    const isUsed = random.real() < resources.access;
    const length = Math.min(left, Math.max(1, shareOf(random, resources.length, C)));
    if (!isUsed || length === 0) continue;
    sections.push([`r${r}`, length]);
    left -= length;
  }
  return sections.length === 0 ? undefined : Object.fromEntries(sections);
}

/**
 * Blocking by jobs with longer deadlines: a share of the longest execution time among them, and 0 where there is none.
 */
export function drawBlocking(random: Random, tasks: readonly { C: number; D: number }[], share: Share): number[] {
  return tasks.map(({ D }) =>
    shareOf(
      random,
      share,
      tasks.reduce((longest, other) => (other.D > D ? Math.max(longest, other.C) : longest), 0),
    ),
  );
}
