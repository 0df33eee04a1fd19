/**
 * Requests that come at random instants, on one processor, in exact time: where does waiting become unbounded? Static
 * requests take a fixed share of the processor, and authentications a multiple of what that leaves free.
 */
import { Random } from "../../lab/generate/random.ts";
import { quantile } from "../../statistics.ts";
import { deadlineOf, type Kind, kinds, type QueueName, type Request, serviceOf, WaitingRequests } from "./requests.ts";

export interface Discipline {
  readonly queue: QueueName;
  /** Whether a request that runs gives the processor to one that the queue prefers. */
  readonly preemptive: boolean;
  /** Of aging, in milliseconds. */
  readonly patience?: number;
}

/** As tables call them. */
export const disciplines: Readonly<Record<string, Discipline>> = {
  FCFS: { queue: "fcfs", preemptive: false },
  priority: { queue: "priority", preemptive: false },
  aging: { queue: "aging", preemptive: false },
  EDF: { queue: "edf", preemptive: false },
  "priority, preemptive": { queue: "priority", preemptive: true },
  "EDF, preemptive": { queue: "edf", preemptive: true },
};

/** The share of the processor that static requests ask for. */
export const staticShare = 0.3;

/** Of what static requests leave free, the parts that authentications ask for. */
export const loads: readonly number[] = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1, 1.05, 1.1, 1.2];

/** How many requests of each kind come per millisecond. */
export function ratesAt(load: number): Record<Kind, number> {
  return { auth: (load * (1 - staticShare)) / serviceOf.auth, static: staticShare / serviceOf.static };
}

/** Independent Poisson arrivals, in order. */
export function arrivalsAt(load: number, horizon: number, seed: number): Request[] {
  const rates = ratesAt(load);
  const of = (kind: Kind, stream: number): Request[] => {
    const random = new Random(seed, Math.round(load * 1000), stream);
    const arrivals: Request[] = [];
    for (let at = 0; ; ) {
      at -= Math.log(random.real()) / rates[kind];
      if (at >= horizon) return arrivals;
      arrivals.push({ kind, arrival: at });
    }
  };
  return [...of("auth", 0), ...of("static", 1)].sort((a, b) => a.arrival - b.arrival);
}

export interface Served {
  readonly kind: Kind;
  readonly arrival: number;
  /** Infinity: not until the horizon. */
  readonly start: number;
  readonly end: number;
}

/** @param arrivals In order */
export function serve(
  arrivals: readonly Request[],
  { queue, preemptive, patience }: Discipline,
  horizon: number,
): Served[] {
  interface Running extends Request {
    left: number;
    start: number;
    end: number;
  }
  const all = arrivals.map(
    (request): Running => ({ ...request, left: serviceOf[request.kind], start: Infinity, end: Infinity }),
  );
  const waiting = new WaitingRequests<Running>(queue, patience);
  let coming = 0;
  let running: Running | undefined;
  const arriveUntil = (instant: number) => {
    while (coming < all.length && (all[coming] as Running).arrival <= instant) waiting.add(all[coming++] as Running);
  };
  for (let now = 0; now < horizon; ) {
    arriveUntil(now);
    // One that can be preempted stays first of its kind in the queue until it has ended.
    if (preemptive) running = waiting.next(now);
    else running ??= waiting.take(now);
    const next = all[coming]?.arrival ?? Infinity;
    if (running === undefined) {
      if (next === Infinity) break;
      now = next;
      continue;
    }
    if (running.start === Infinity) running.start = now;
    const until = Math.min(now + running.left, preemptive ? next : Infinity);
    running.left -= until - now;
    now = until;
    if (running.left > 1e-9) continue;
    running.end = now;
    if (preemptive) waiting.take(now);
    running = undefined;
  }
  return all;
}

export interface KindSummary {
  readonly requests: number;
  /** The share that ended before the horizon. */
  readonly answered: number;
  /** Milliseconds from arrival to start; of those that did not start, to the horizon. */
  readonly meanWait: number;
  /** Milliseconds from arrival to end, as above. */
  readonly p99: number;
  /** The longest wait. */
  readonly longest: number;
  /** The share that ended within its deadline. */
  readonly onTime: number;
  /** The mean wait in the last quarter of the time over that in the second: about 1 where it does not grow. */
  readonly growth: number;
}

export function summarise(served: readonly Served[], horizon: number): Record<Kind, KindSummary> {
  const of = (kind: Kind): KindSummary => {
    const all = served.filter((request) => request.kind === kind);
    const waits = all.map(({ arrival, start }) => Math.min(start, horizon) - arrival);
    const meanOf = (from: number, to: number) => {
      const some = waits.filter((_, i) => {
        const part = (all[i] as Served).arrival / horizon;
        return part >= from && part < to;
      });
      return some.reduce((sum, wait) => sum + wait, 0) / some.length;
    };
    return {
      requests: all.length,
      answered: all.filter(({ end }) => end < Infinity).length / all.length,
      meanWait: meanOf(0, 1),
      p99: quantile(
        all.map(({ arrival, end }) => Math.min(end, horizon) - arrival),
        0.99,
      ),
      longest: waits.reduce((most, wait) => Math.max(most, wait), 0),
      onTime: all.filter(({ arrival, end }) => end - arrival <= deadlineOf[kind]).length / all.length,
      growth: meanOf(0.75, 1) / meanOf(0.25, 0.5),
    };
  };
  return Object.fromEntries(kinds.map((kind) => [kind, of(kind)])) as Record<Kind, KindSummary>;
}

/**
 * What requests wait on average by Cobham's formulas (Priority assignment in waiting line problems, 1954), of FCFS by
 * Pollaczek and Khinchine, with constant service times: a check of the simulation. Infinity where nothing bounds it.
 */
export function formulaWaits(queue: "fcfs" | "priority", load: number): Record<Kind, number> {
  const rates = ratesAt(load);
  const shares = { auth: rates.auth * serviceOf.auth, static: rates.static * serviceOf.static };
  const total = shares.auth + shares.static;
  // What is left of the service of the request that an arrival finds running.
  const residual = kinds.reduce((sum, kind) => sum + (rates[kind] * serviceOf[kind] ** 2) / 2, 0);
  const over = (divisor: number) => (divisor > 1e-9 ? residual / divisor : Infinity);
  if (queue === "fcfs") return { auth: over(1 - total), static: over(1 - total) };
  // Beyond saturation static requests keep the processor busy; the formula for authentications is then another one.
  return {
    auth: total < 1 ? over(1 - shares.auth) : Number.NaN,
    static: total < 1 ? over((1 - shares.auth) * (1 - total)) : Infinity,
  };
}
