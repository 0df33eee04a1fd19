/**
 * Which schedules are tried, in the order of CHESS (Musuvathi and Qadeer, PLDI 2007): those with few preemptions first, since nearly
 * every race shows with one or two at the right place. Then probabilistic concurrency testing (Burckhardt et al., ASPLOS 2010).
 */
import type { Random } from "./random.ts";
import { type Turn, timer, toEnd } from "./turns.ts";

/** What the serial runs have shown of a job or handler. */
export interface Known {
  /** Preemption points; 0: a handler. */
  readonly points: number;
  /** Those that lie between accesses of what others access, too. */
  readonly likely: readonly number[];
  /** After how many points it has a timer. */
  readonly timerFrom: number | undefined;
}

/** A list of schedules: all of a kind, or some. */
export interface Batch {
  readonly kind: "likely" | "one" | "two" | "random";
  /** Whether these are all that there are. */
  readonly isComplete: boolean;
  readonly schedules: Iterable<Turn[]>;
}

/** Points right after a timer was set at which it is tried. */
const soon = 10;

/** One preemption: A stops at a point, B runs to its end, and A goes on. */
export function onePreemption(known: readonly Known[], most: number, random: Random): Batch {
  const pairs = interruptions(known);
  const all = pairs.reduce((sum, { who, by }) => sum + pointsOf(known, who) * (by === timer ? 2 : 1), 0);
  const isComplete = all <= most;
  const each = Math.max(1, Math.floor(most / Math.max(1, pairs.length)));
  return {
    kind: "one",
    isComplete,
    schedules: interleaved(
      pairs.map(({ who, by }) => {
        const points = isComplete ? upTo(pointsOf(known, who)) : sampled(pointsOf(known, who), each, random);
        return points.flatMap((point) => interruptedBy(who, point, by));
      }),
    ),
  };
}

/** The same at the points that are likely. */
export function likelyPreemptions(known: readonly Known[], most: number): Batch {
  const lists = interruptions(known).map(({ who, by }) => {
    const { likely, timerFrom = 0, points } = known[who] as Known;
    // Often what the timer needs comes right after it was set.
    const next = upTo(soon).map((n) => Math.min(points, Math.floor(timerFrom) + n));
    const chosen = by === timer ? [...new Set([...next, ...likely.filter((point) => point > timerFrom)])] : likely;
    return chosen.flatMap((point) => interruptedBy(who, point, by));
  });
  return { kind: "likely", isComplete: false, schedules: first(interleaved(lists), most) };
}

/** Two preemptions: that of A, and that of who came in between, or of A once more. */
export function twoPreemptions(known: readonly Known[], most: number, random: Random): Batch {
  const shapes: { readonly a: number; readonly b: number; readonly make: (k: number, m: number) => Turn[] }[] = [];
  known.forEach((_, a) => {
    known.forEach((_, b) => {
      if (a === b) return;
      // B, and whoever else, comes in between A's two points; or A and others between B's.
      shapes.push({ a, b, make: (k, m) => [turn(a, k), turn(b, m), turn(a), turn(b)] });
      known.forEach((_, c) => {
        if (c === a || c === b) return;
        shapes.push({ a, b, make: (k, m) => [turn(a, k), turn(b, m), turn(c), turn(b), turn(a)] });
      });
    });
    for (const by of others(known, a)) {
      for (const then of others(known, a)) {
        if (by === then && by !== timer) continue;
        shapes.push({ a, b: a, make: (k, m) => [turn(a, k), turn(by), turn(a, m), turn(then), turn(a)] });
      }
    }
  });
  const count = ({ a, b }: (typeof shapes)[number]) => pointsOf(known, a) * pointsOf(known, b);
  const possible = shapes.filter((shape) => count(shape) > 0);
  const isComplete = possible.reduce((sum, shape) => sum + count(shape), 0) <= most;
  const each = Math.max(1, Math.floor(most / Math.max(1, possible.length)));
  return {
    kind: "two",
    isComplete,
    schedules: interleaved(
      possible.map(({ a, b, make }) => {
        const side = isComplete ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(Math.sqrt(each)));
        const of = (who: number) => pointsToPair(known[who] as Known, side, random);
        return of(a).flatMap((k) => of(b).map((m) => make(k, m)));
      }),
    ),
  };
}

/**
 * Jobs have priorities at random, and the one that runs falls behind all others at each of a few points, which are drawn from all that there
 * are: a bug that takes d preemptions is found with a probability of at least 1 in n·k^(d-1), for n jobs and k points.
 */
export function* drawnSchedules(known: readonly Known[], random: Random, depth: number): Generator<Turn[]> {
  const total = known.reduce((sum, { points }) => sum + points, 0);
  if (total === 0) return;
  for (;;) {
    const order = random.shuffled(known.map((_, i) => i));
    const left = known.map(({ points }) => points);
    const changes = Array.from({ length: 1 + random.below(depth) }, () => 1 + random.below(total));
    changes.sort((a, b) => a - b);
    const turns: Turn[] = [];
    let passed = 0;
    for (const change of changes) {
      let wanted = change - passed;
      while (order.length > 0 && wanted > 0) {
        const who = order[0] as number;
        const rest = left[who] as number;
        if (rest < wanted) {
          order.shift();
          turns.push(turn(who));
          passed += rest;
          wanted -= rest;
          if (rest === 0) continue;
        } else {
          turns.push(turn(who, wanted));
          left[who] = rest - wanted;
          passed += wanted;
          wanted = 0;
          order.push(order.shift() as number);
          const { timerFrom } = known[who] as Known;
          if (timerFrom !== undefined && random.below(2) === 0) turns.push(turn(timer));
        }
      }
    }
    yield [...turns, ...order.map((who) => turn(who))];
  }
}

function turn(who: number, points = toEnd): Turn {
  return { who, points };
}

/** By one timer, and by all of a few. */
function interruptedBy(who: number, point: number, by: number): Turn[][] {
  if (by !== timer) return [interrupted(who, point, by)];
  return [interrupted(who, point, by), [turn(who, point), turn(by), turn(by), turn(by), turn(who)]];
}

function interrupted(who: number, point: number, by: number): Turn[] {
  return [turn(who, point), turn(by), turn(who)];
}

/** Who can be interrupted, and by whom. */
function interruptions(known: readonly Known[]): { readonly who: number; readonly by: number }[] {
  return known.flatMap((_, who) => (pointsOf(known, who) === 0 ? [] : others(known, who).map((by) => ({ who, by }))));
}

function others(known: readonly Known[], who: number): number[] {
  const all = known.flatMap((_, by) => (by === who ? [] : [by]));
  return (known[who] as Known).timerFrom === undefined ? all : [timer, ...all];
}

function pointsOf(known: readonly Known[], who: number): number {
  return (known[who] as Known).points;
}

function upTo(n: number): number[] {
  return Array.from({ length: n }, (_, i) => i + 1);
}

/** Half of them evenly spread, the others drawn. */
function sampled(n: number, most: number, random: Random): number[] {
  if (n <= most) return upTo(n);
  const even = Math.ceil(most / 2);
  const spread = Array.from({ length: even }, (_, i) => 1 + Math.floor((i * n) / even));
  const drawn = Array.from({ length: most - even }, () => 1 + random.below(n));
  return [...new Set([...spread, ...drawn])];
}

/** The likely ones first. */
function pointsToPair({ points, likely }: Known, most: number, random: Random): number[] {
  if (points <= most) return upTo(points);
  const chosen = likely.slice(0, Math.ceil(most / 2));
  return [...new Set([...chosen, ...sampled(points, most - chosen.length, random)])];
}

/** The first of each, then the second of each. */
function* interleaved<T>(lists: readonly (readonly T[])[]): Generator<T> {
  const longest = lists.reduce((most, { length }) => Math.max(most, length), 0);
  for (let i = 0; i < longest; i++) for (const list of lists) if (i < list.length) yield list[i] as T;
}

function* first<T>(all: Iterable<T>, most: number): Generator<T> {
  let left = most;
  for (const one of all) {
    if (left-- <= 0) return;
    yield one;
  }
}
