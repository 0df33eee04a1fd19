/**
 * A reference for admission: services are known exactly, and a request is taken if, and only if, all that were taken can still be
 * on time with it, under EDF. Then none of these is late. It is the guarantee of dynamic real-time systems (Buttazzo, Hard
 * Real-Time Computing Systems, section 9.2), on a processor that preempts without cost.
 */
import type { Served } from "./exact.ts";
import type { TimedRequest } from "./requests.ts";

/** @param requests In the order of their releases */
export function serveGuaranteed(requests: readonly TimedRequest[]): Served[] {
  const served: Served[] = requests.map(() => ({ end: undefined, refused: true }));
  /** What was taken and is not done, by deadline. */
  const taken: { readonly place: number; readonly deadline: number; left: number }[] = [];
  let now = 0;
  const runUntil = (until: number) => {
    while (taken.length > 0 && now < until) {
      const [first] = taken as [(typeof taken)[number]];
      const length = Math.min(first.left, until - now);
      first.left -= length;
      now += length;
      if (first.left > 0) return;
      served[first.place] = { end: now, refused: false };
      taken.shift();
    }
    now = until;
  };
  requests.forEach(({ release, service, deadline }, place) => {
    runUntil(release);
    const at = taken.findLastIndex((one) => one.deadline <= deadline) + 1;
    taken.splice(at, 0, { place, deadline, left: service });
    if (!isFeasible(taken, now)) taken.splice(at, 1);
  });
  runUntil(Number.POSITIVE_INFINITY);
  return served;
}

function isFeasible(jobs: readonly { readonly deadline: number; readonly left: number }[], now: number): boolean {
  let end = now;
  return jobs.every(({ deadline, left }) => {
    end += left;
    return end <= deadline;
  });
}
