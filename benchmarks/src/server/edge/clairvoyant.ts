/**
 * How many requests can be on time at all, if everything is known beforehand: one processor, preemption without cost, releases
 * and deadlines (1 | pmtn, r | Σ U). The exact number takes O(n⁴) steps (Baptiste, Operations Research Letters 1999), which is
 * too much for a thousand requests. So here are two numbers with the exact one between them.
 *
 * **The bound** is the optimum of a linear program: requests may be answered in part, and count as that part.
 *
 *     maximise  Σ yⱼ / pⱼ   with  0 ≤ yⱼ ≤ pⱼ   and, for each window from a release a to a deadline b,
 *               Σ yⱼ ≤ b − a   over the requests with a ≤ rⱼ and dⱼ ≤ b
 *
 * It is an upper bound: a set of requests that are all on time satisfies each of the constraints with yⱼ = pⱼ, since
 * what comes and is due within a window is done within it. So the program's optimum is at least their number.
 *
 * The greedy algorithm finds the optimum: requests in the order of their services, each with the largest yⱼ that the
 * constraints leave. Proof. Amounts y can be executed within their windows exactly if the constraints hold (EDF then executes
 * them: the first late one would leave a window, from the last idle instant before it to its deadline, with more work than
 * time). Whether they can is a question of flow, from requests through the pieces of time between releases and deadlines. The
 * amounts that flows can carry away from their sources form a polymatroid, also with capacities yⱼ ≤ pⱼ (Megiddo,
 * Mathematical Programming 1974). In a polymatroid the greedy algorithm is optimal for every linear objective (Edmonds 1970); here
 * the coefficients are 1/pⱼ, so the shortest request comes first. ∎
 *
 * Of the computation of requests that are on time, Σ yⱼ is a bound in the same way. Its coefficients are all 1, so any order is
 * greedy, and gives the same sum.
 *
 * The number of requests on time is an integer, so the bound is rounded down.
 *
 * **The attained number** is that of a schedule: in the same order, each request is taken as a whole, or not at all.
 */
import type { TimedRequest } from "./requests.ts";

export interface Clairvoyant {
  /** No schedule has more requests on time. */
  readonly bound: number;
  /** A schedule has so many on time. */
  readonly attained: number;
  /** Milliseconds: no schedule has more computation of requests that are on time. */
  readonly work: number;
}

/** What rounding may have taken from a sum of so many parts. */
const tolerance = 1e-6;

/** Takes O(n³) steps and O(n²) memory: some seconds for 1,500 requests. */
export function clairvoyant(requests: readonly TimedRequest[]): Clairvoyant {
  // The others are late in each schedule.
  const possible = requests
    .filter(({ release, service, deadline }) => release + service <= deadline + tolerance)
    .sort((a, b) => a.service - b.service);
  const inParts = new Windows(possible);
  const asWholes = new Windows(possible);
  let [parts, attained, work] = [0, 0, 0];
  for (const request of possible) {
    const { service } = request;
    const part = Math.min(service, inParts.room(request));
    inParts.take(request, part);
    parts += part / service;
    work += part;
    if (asWholes.room(request) < service) continue;
    asWholes.take(request, service);
    attained++;
  }
  return { bound: Math.floor(parts + tolerance), attained, work };
}

/** The time that is left in each window from a release to a deadline. */
class Windows {
  readonly #releases: readonly number[];
  readonly #deadlines: readonly number[];
  /** By release; then by deadline. */
  readonly #left: readonly Float64Array[];

  constructor(requests: readonly TimedRequest[]) {
    this.#releases = distinct(requests.map(({ release }) => release));
    this.#deadlines = distinct(requests.map(({ deadline }) => deadline));
    this.#left = this.#releases.map((from) => Float64Array.from(this.#deadlines, (to) => to - from));
  }

  /** The least that is left in a window that has all of the request in it; never below 0. */
  room({ release, deadline }: TimedRequest): number {
    let least = Number.POSITIVE_INFINITY;
    const first = placeOf(this.#deadlines, deadline);
    for (let from = placeOf(this.#releases, release); from >= 0; from--) {
      const left = this.#left[from] as Float64Array;
      for (let to = first; to < left.length; to++) least = Math.min(least, left[to] as number);
    }
    return Math.max(0, least);
  }

  take({ release, deadline }: TimedRequest, amount: number): void {
    if (amount === 0) return;
    const first = placeOf(this.#deadlines, deadline);
    for (let from = placeOf(this.#releases, release); from >= 0; from--) {
      const left = this.#left[from] as Float64Array;
      for (let to = first; to < left.length; to++) left[to] = (left[to] as number) - amount;
    }
  }
}

const distinct = (values: readonly number[]) => [...new Set(values)].sort((a, b) => a - b);

/** Where a value stands that is among `sorted`. */
function placeOf(sorted: readonly number[], value: number): number {
  let [from, to] = [0, sorted.length - 1];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] as number) < value) from = middle + 1;
    else to = middle;
  }
  return from;
}
