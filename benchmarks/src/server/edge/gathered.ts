/** What runs come to: medians over those of one load and policy. */
import { median } from "../../statistics.ts";
import { type Clairvoyant, clairvoyant } from "./clairvoyant.ts";
import type { Served } from "./exact.ts";
import type { PolicyName } from "./policies.ts";
import type { ArrivalName, TimedRequest } from "./requests.ts";

/** A policy of the server, or the reference that exists in virtual time alone. */
export type EdgePolicy = PolicyName | "exact guarantee";

export interface EdgeResult {
  readonly arrivals: ArrivalName;
  readonly load: number;
  readonly policy: EdgePolicy;
  /** Medians over the runs. Shares of all requests: on time, refused. */
  readonly onTime: number;
  readonly refused: number;
  /** Requests on time as a part of the clairvoyant bound of their number, at most 1; and their work as a part of that of work. */
  readonly ofBound: number;
  readonly workOfBound: number;
}

export interface BoundResult {
  readonly arrivals: ArrivalName;
  readonly load: number;
  /** Medians over the runs, as shares of all requests: no schedule has more on time, and one has so many. */
  readonly bound: number;
  readonly attained: number;
}

export interface EdgeReport {
  readonly results: readonly EdgeResult[];
  readonly bounds: readonly BoundResult[];
}

/** A run of one policy. */
export interface Run {
  readonly requests: readonly TimedRequest[];
  readonly served: readonly Served[];
}

type Cell = Pick<BoundResult, "arrivals" | "load">;

/** Sums of milliseconds are not exact. */
const tolerance = 1e-6;

export class Gathered {
  readonly #results = new Map<string, EdgeResult[]>();
  readonly #bounds = new Map<string, BoundResult[]>();
  /** By the requests that were served: several policies serve the same ones. */
  readonly #known = new WeakMap<readonly TimedRequest[], Clairvoyant>();

  add(cell: Cell, policy: EdgePolicy, run: Run): void {
    const best = this.#clairvoyant(cell, run.requests);
    push(this.#results, `${cell.arrivals} ${cell.load} ${policy}`, { ...cell, policy, ...resultOf(run, best) });
  }

  summary(): EdgeReport {
    return { results: [...this.#results.values()].map(medians), bounds: [...this.#bounds.values()].map(medians) };
  }

  #clairvoyant(cell: Cell, requests: readonly TimedRequest[]): Clairvoyant {
    const known = this.#known.get(requests);
    if (known !== undefined) return known;
    const best = clairvoyant(requests);
    this.#known.set(requests, best);
    const [bound, attained] = [best.bound / requests.length, best.attained / requests.length];
    push(this.#bounds, `${cell.arrivals} ${cell.load}`, { ...cell, bound, attained });
    return best;
  }
}

/** Shares of a run. */
export function resultOf(
  { requests, served }: Run,
  { bound, work }: Clairvoyant,
): Omit<EdgeResult, keyof Cell | "policy"> {
  const onTime = requests.filter(
    ({ deadline }, i) => (served[i]?.end ?? Number.POSITIVE_INFINITY) <= deadline + tolerance,
  );
  const done = onTime.reduce((sum, { service }) => sum + service, 0);
  return {
    onTime: onTime.length / requests.length,
    refused: served.filter(({ refused }) => refused).length / requests.length,
    ofBound: shareOf(onTime.length, bound),
    workOfBound: shareOf(done, work),
  };
}

/** Of a bound. What a sum is rounded up by does not count. */
function shareOf(value: number, bound: number): number {
  return value > bound && value < bound + tolerance ? 1 : bound === 0 ? 1 : value / bound;
}

function push<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** What is a number by its median; all else is the same in all. */
function medians<Result extends object>(results: readonly Result[]): Result {
  const [first] = results as [Result];
  return Object.fromEntries(
    Object.entries(first).map(([key, value]) => [
      key,
      typeof value === "number" ? median(results.map((one) => one[key as keyof Result] as number)) : value,
    ]),
  ) as Result;
}
