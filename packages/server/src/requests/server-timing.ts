/** The header `Server-Timing` of answers: for how long their requests waited. */

/** Most requests wait for less than a millisecond, and a header costs as much as the rest of the queue. */
export const usualLeast = 1;

/** What the header says; undefined for who waited for less than `least` milliseconds. */
export function timingOf({ waited }: { readonly waited: number }, least: number = usualLeast): string | undefined {
  return waited < least ? undefined : `queue;dur=${Math.round(waited * 10) / 10}`;
}
