/**
 * Tries to refute bounds: draws sets, simulates each in patterns that seek the worst, and compares what was seen with every
 * bound.
 */
import { tasksBefore } from "../chains.ts";
import { Random } from "../generate/random.ts";
import { defaultHorizon } from "../simulate/horizon.ts";
import { simulateSet } from "../simulate/simulate.ts";
import type { TaskSet } from "../task-set.ts";
import { drawSet } from "./draw.ts";
import { type Bound, type Model, type ModelName, modelOf } from "./models.ts";
import { changedPattern, coursesOf, drawPattern, type Pattern, withOffsets } from "./patterns.ts";
import { scheduleOf } from "./schedule.ts";
import type { CampaignPolicy, Seen } from "./seen.ts";

/** The first patterns of a set are drawn, the others are changes of the worst one so far. */
const drawn = 4;

export interface Portion {
  readonly model: ModelName;
  readonly seed: number;
  /** Index of the first set, and how many. */
  readonly first: number;
  readonly sets: number;
  /** Simulations of each set. */
  readonly patterns: number;
  /** Each set with an index that is a multiple of it is simulated by the real kernel, the others by a faster simulator. */
  readonly kernel: number;
}

/** Of one bound: in how many hundredths of it the longest times lie, by the set's worst pattern. */
export interface Tally {
  /** How many bounds were compared: of each set one for each task or chain. */
  compared: number;
  /** Of these, seen to be attained exactly. */
  attained: number;
  /** Above the bound. */
  above: number;
  /** By hundredths of the bound, 0 to 100; what is above stands at 100. */
  readonly shares: number[];
}

export interface PortionResult {
  /** Those of which there was a bound. */
  readonly sets: number;
  readonly simulations: number;
  readonly tallies: Readonly<Record<string, Tally>>;
  /** The first few that are above a bound: all that is needed to see it again. */
  readonly refuted: readonly Refutation[];
}

export interface Refutation {
  readonly bound: string;
  readonly limit: number;
  readonly seen: number;
  readonly set: TaskSet;
  readonly pattern: Pattern;
}

const mostRefutations = 5;

/** @param scale What bounds are multiplied by: below 1, they are wrong, and a campaign is to find that */
export function campaign({ model: name, seed, first, sets, patterns, kernel }: Portion, scale = 1): PortionResult {
  const model = modelOf(name);
  const tallies: Record<string, Tally> = {};
  const refuted: Refutation[] = [];
  let [tested, simulations] = [0, 0];
  for (let i = first; i < first + sets; i++) {
    const random = new Random(seed, i);
    const { set, bounds } = setWithBounds(random, `${name}-${i}`, model, scale);
    if (bounds.length === 0) continue;
    tested++;
    const found = worstOf(random, set, bounds, model, patterns, i % kernel === 0);
    simulations += patterns;
    bounds.forEach(({ name: bound, limit }, k) => {
      const { seen, pattern } = found[k] as Found;
      if (seen === null) return;
      count(tallyOf(tallies, bound), seen, limit);
      if (seen <= limit) return;
      if (refuted.length < mostRefutations) refuted.push({ bound, limit, seen, set, pattern: pattern as Pattern });
    });
  }
  return { sets: tested, simulations, tallies, refuted };
}

/** Drawn anew while no bound is known of it: most sets of some models are too heavy for any. */
const attempts = 20;

function setWithBounds(random: Random, id: string, { wishes, boundsOf }: Model, scale: number) {
  let set = drawSet(random, id, wishes);
  let bounds = boundsOf(set);
  for (let again = 1; again < attempts && bounds.length === 0; again++) {
    set = drawSet(random, id, wishes);
    bounds = boundsOf(set);
  }
  return { set, bounds: bounds.map((bound) => ({ ...bound, limit: Math.floor(bound.limit * scale) })) };
}

interface Found {
  readonly seen: number | null;
  readonly pattern: Pattern | undefined;
}

function horizonOf(set: TaskSet, { offsets = false }: Model["wishes"]): number {
  const length = 2.5 * Math.max(...set.tasks.map(({ T }) => T)) + 1;
  // Where offsets are given, only a later part of the schedule may be the worst.
  return offsets ? Math.min(defaultHorizon(set), 8 * length) : length;
}

export function worstOf(
  random: Random,
  set: TaskSet,
  bounds: readonly Bound[],
  { policy, wishes }: Pick<Model, "policy" | "wishes">,
  patterns: number,
  isOnKernel: boolean,
  horizon = horizonOf(set, wishes),
): Found[] {
  const found: Found[] = bounds.map(() => ({ seen: null, pattern: undefined }));
  const before = tasksBefore(set);
  let worst: { readonly pattern: Pattern; readonly share: number } | undefined;
  for (let at = 0; at < patterns; at++) {
    const pattern =
      at < drawn || worst === undefined ? drawPattern(random, set, at) : changedPattern(random, set, worst.pattern);
    const placed = wishes.offsets ? set : withOffsets(set, pattern, before);
    const seen = see(placed, policy, pattern, horizon, isOnKernel);
    let share = 0;
    bounds.forEach((bound, k) => {
      const time = bound.seen(seen);
      if (time === null) return;
      share = Math.max(share, time / bound.limit);
      if (time > (found[k]?.seen ?? -1)) found[k] = { seen: time, pattern };
    });
    if (worst === undefined || share >= worst.share) worst = { pattern, share };
  }
  return found;
}

export function tallyOf(tallies: Record<string, Tally>, bound: string): Tally {
  const known = tallies[bound];
  if (known !== undefined) return known;
  const made: Tally = { compared: 0, attained: 0, above: 0, shares: Array.from({ length: 101 }, () => 0) };
  tallies[bound] = made;
  return made;
}

/** One more time, beside its bound. */
export function count(tally: Tally, seen: number, limit: number): void {
  tally.compared++;
  if (seen === limit) tally.attained++;
  if (seen > limit) tally.above++;
  const place = Math.min(100, Math.floor((100 * seen) / limit));
  tally.shares[place] = (tally.shares[place] as number) + 1;
}

/** By the kernel, or by the simulator that is faster. */
function see(set: TaskSet, policy: CampaignPolicy, pattern: Pattern, horizon: number, isOnKernel: boolean): Seen {
  const { jitter, seed } = pattern;
  const courses = coursesOf(set, pattern);
  if (!isOnKernel) return scheduleOf(set, policy, { jitter, seed }, horizon, courses);
  const { metrics, chains } = simulateSet(set, { policy, horizon, jitter, seed }, undefined, courses);
  return { maxResponse: metrics.maxResponse, chains };
}

/** Portions of one model together. */
export function together(results: readonly PortionResult[]): PortionResult {
  const tallies: Record<string, Tally> = {};
  for (const result of results) {
    for (const [bound, { compared, attained, above, shares }] of Object.entries(result.tallies)) {
      const tally = tallyOf(tallies, bound);
      tally.compared += compared;
      tally.attained += attained;
      tally.above += above;
      shares.forEach((count, i) => {
        tally.shares[i] = (tally.shares[i] as number) + count;
      });
    }
  }
  const sum = (field: "sets" | "simulations") => results.reduce((all, result) => all + result[field], 0);
  const refuted = results.flatMap((result) => result.refuted).slice(0, mostRefutations);
  return { sets: sum("sets"), simulations: sum("simulations"), tallies, refuted };
}

/** The share of a bound below which a part of what was seen lies, in hundredths rounded down. */
export function quantileOf({ compared, shares }: Tally, part: number): number {
  let count = 0;
  const at = shares.findIndex((more) => {
    count += more;
    return count >= part * compared;
  });
  return Math.max(0, at) / 100;
}
