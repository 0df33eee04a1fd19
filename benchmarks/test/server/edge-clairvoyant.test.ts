/** The clairvoyant bound against brute force, and the reference for admission against the bound. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { clairvoyant } from "../../src/server/edge/clairvoyant.ts";
import { serveGuaranteed } from "../../src/server/edge/guarantee.ts";
import type { TimedRequest } from "../../src/server/edge/requests.ts";

/** Whether EDF has all on time, unit by unit: on one processor with preemption no other schedule has if it has not. */
function isFeasible(requests: readonly TimedRequest[]): boolean {
  const left = requests.map(({ service }) => service);
  const end = Math.max(0, ...requests.map(({ deadline }) => deadline));
  for (let now = 0; now < end; now++) {
    let chosen = -1;
    requests.forEach(({ release, deadline }, i) => {
      if (release > now || left[i] === 0) return;
      if (chosen < 0 || deadline < (requests[chosen] as TimedRequest).deadline) chosen = i;
    });
    if (chosen < 0) continue;
    (left[chosen] as number)--;
    if (left[chosen] === 0 && now + 1 > (requests[chosen] as TimedRequest).deadline) return false;
  }
  return left.every((one) => one === 0);
}

/** The most requests, and the most work, of all sets that can be on time. */
function bruteForce(requests: readonly TimedRequest[]): { count: number; work: number } {
  let [count, work] = [0, 0];
  for (let set = 0; set < 2 ** requests.length; set++) {
    const chosen = requests.filter((_, i) => (set >> i) & 1);
    const sum = chosen.reduce((total, { service }) => total + service, 0);
    if ((chosen.length <= count && sum <= work) || !isFeasible(chosen)) continue;
    count = Math.max(count, chosen.length);
    work = Math.max(work, sum);
  }
  return { count, work };
}

const request = fc
  .record({ release: fc.integer({ min: 0, max: 12 }), service: fc.integer({ min: 1, max: 6 }), more: fc.nat(8) })
  .map(({ release, service, more }) => ({ release, service, deadline: release + service + more - 2 }));
const few = fc.array(request, { maxLength: 7 });

test("no set of requests that can all be on time has more requests or work than the bound, and one has what is attained", () => {
  fc.assert(
    fc.property(few, (requests) => {
      const { bound, attained, work } = clairvoyant(requests);
      const best = bruteForce(requests);
      expect(bound).toBeGreaterThanOrEqual(best.count);
      expect(attained).toBeLessThanOrEqual(best.count);
      expect(work).toBeGreaterThanOrEqual(best.work - 1e-9);
    }),
    { numRuns: 1500 },
  );
});

test("the bound is the best number in nine of ten small cases, and rarely more than one above it", () => {
  let [equal, near] = [0, 0];
  const cases = fc.sample(few, { numRuns: 600, seed: 7 });
  for (const requests of cases) {
    const over = clairvoyant(requests).bound - bruteForce(requests).count;
    if (over === 0) equal++;
    if (over <= 1) near++;
  }
  expect(equal / cases.length).toBeGreaterThan(0.9);
  expect(near / cases.length).toBeGreaterThan(0.99);
});

test("two windows that overlap: a request between them takes time of both", () => {
  const requests = [
    { release: 0, service: 4, deadline: 5 },
    { release: 5, service: 4, deadline: 10 },
    { release: 3, service: 3, deadline: 7 },
  ];
  // Between 0 and 10 there are 10 ms for 11 ms of work: the first in order of service is whole, and one of the others is not.
  expect(clairvoyant(requests)).toEqual({ bound: 2, attained: 2, work: 10 });
  expect(bruteForce(requests)).toEqual({ count: 2, work: 8 });
});

test("a request that is longer than its time counts nowhere", () => {
  expect(clairvoyant([{ release: 0, service: 5, deadline: 4 }])).toEqual({ bound: 0, attained: 0, work: 0 });
  expect(clairvoyant([])).toEqual({ bound: 0, attained: 0, work: 0 });
});

test("with exact admission no request that is taken is late, and no more are taken than can be on time", () => {
  fc.assert(
    fc.property(few, (unordered) => {
      const requests = [...unordered].sort((a, b) => a.release - b.release);
      const served = serveGuaranteed(requests);
      const taken = requests.filter((_, i) => !served[i]?.refused);
      expect(isFeasible(taken)).toBe(true);
      requests.forEach(({ deadline }, i) => {
        const { end, refused } = served[i] ?? {};
        expect(end === undefined).toBe(refused);
        if (end !== undefined) expect(end).toBeLessThanOrEqual(deadline);
      });
      // All are taken where all can be.
      if (isFeasible(requests)) expect(taken).toHaveLength(requests.length);
    }),
  );
});
