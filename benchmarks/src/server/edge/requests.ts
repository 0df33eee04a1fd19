/**
 * The requests of an edge server: when they come, how long each computes, and until when its answer is worth something.
 *
 * Service times have a bounded Pareto distribution, as the sizes of files on the web do: α = 1.1 is in the range that Crovella,
 * Taqqu and Bestavros found ("Heavy-Tailed Probability Distributions in the World Wide Web", 1998). Harchol-Balter's book
 * "Performance Modeling and Design of Computer Systems" (2013) has the bounded distribution. Bursts come from an interrupted
 * Poisson process (Kuczura, Bell System Technical Journal 1973): Poisson arrivals that a switch lets through, or not, for
 * exponential times.
 */
import { Random } from "../../lab/generate/random.ts";

/** All in milliseconds; instants count from the start. */
export interface TimedRequest {
  readonly release: number;
  /** Of computation. */
  readonly service: number;
  /** An instant. */
  readonly deadline: number;
}

/** Milliseconds of the shortest and the longest service, and the exponent. */
export const pareto = { least: 1, most: 300, alpha: 1.1 } as const;

/** Relative deadlines: so many milliseconds, and a multiple of the service, drawn uniformly. */
export const slack = { base: 20, least: 2, most: 6 } as const;

/** Of the switch: milliseconds for which it is open and closed, on average. */
export const burst = { open: 200, closed: 400 } as const;

export const arrivalNames = ["poisson", "bursty"] as const;
export type ArrivalName = (typeof arrivalNames)[number];

/** The mean of the bounded Pareto distribution. */
export function meanService({ least, most, alpha }: typeof pareto = pareto): number {
  const cut = 1 - (least / most) ** alpha;
  return ((alpha / (alpha - 1)) * least ** alpha * (least ** (1 - alpha) - most ** (1 - alpha))) / cut;
}

/** By inversion of the distribution function. */
export function serviceOf(uniform: number, { least, most, alpha }: typeof pareto = pareto): number {
  return least / (1 - uniform * (1 - (least / most) ** alpha)) ** (1 / alpha);
}

/**
 * `count` requests at `load` times the capacity, in the order of their arrivals.
 *
 * @param load What they ask for, as a part of the processor; above 0
 * @param seed The same number, the same requests: their services and slacks are also the same for all loads and arrivals
 */
export function drawRequests(arrivals: ArrivalName, load: number, count: number, seed: number): TimedRequest[] {
  const gaps = new Random(seed, 1);
  const services = new Random(seed, 2);
  const slacks = new Random(seed, 3);
  const between = meanService() / load;
  const next = arrivals === "poisson" ? (at: number) => at + exponential(gaps, between) : interrupted(gaps, between);
  let at = 0;
  return Array.from({ length: count }, () => {
    at = next(at);
    const service = serviceOf(services.real());
    return { release: at, service, deadline: at + slack.base + service * slacks.between(slack.least, slack.most) };
  });
}

const exponential = (random: Random, mean: number) => -Math.log(random.real()) * mean;

/** The next arrival of an interrupted Poisson process with so many milliseconds between two arrivals on average. */
function interrupted(random: Random, between: number): (at: number) => number {
  const whileOpen = (between * burst.open) / (burst.open + burst.closed);
  let closesAt = exponential(random, burst.open);
  return (at) => {
    for (let from = at; ; ) {
      const arrival = from + exponential(random, whileOpen);
      if (arrival < closesAt) return arrival;
      // An exponential time has no memory: it may be drawn anew when the switch opens.
      from = closesAt + exponential(random, burst.closed);
      closesAt = from + exponential(random, burst.open);
    }
  };
}
