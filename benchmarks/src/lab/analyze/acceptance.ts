/**
 * Which share of the task sets each test accepts, by utilisation: the figure of most papers on schedulability. Sets stand at
 * the nearest multiple of a width, so that those made for one utilisation, which rounded execution times miss a little, stand
 * together.
 *
 * Or by another number of theirs. There sets of all utilisations stand together, and what is looked at is their weighted
 * schedulability, Σ U·S / Σ U (Bastoni, Brandenburg and Anderson 2010): that a light set is accepted tells little.
 */
import { csvField } from "../csv.ts";
import { tidy } from "../report/bins.ts";
import type { SetAnalysis } from "./analysis.ts";
import { furtherVerdicts, type NamedVerdict, type TestName, verdicts } from "./verdicts.ts";

export interface Accepted {
  /** Of which the test says something. */
  readonly sets: number;
  readonly accepted: number;
  /** Weighted schedulability. */
  readonly weighted: number;
}

export interface AcceptedAt extends Accepted {
  /** Utilisation, or what else sets are told apart by. */
  readonly at: number;
}

/** Over all sets, and by points. */
export interface Acceptance extends Accepted {
  readonly test: TestName;
  readonly points: readonly AcceptedAt[];
}

export const defaultWidth = 0.05;

/** What sets are told apart by. */
export interface Grouping {
  /** "utilisation", "tasks", or a number of theirs in the file. Default "utilisation". */
  readonly by?: string | undefined;
  /** Sets stand at its nearest multiple. Default: 0.05 for the utilisation; else each number for itself. */
  readonly width?: number | undefined;
}

class Counts {
  sets = 0;
  accepted = 0;
  #weight = 0;
  #all = 0;

  add(utilisation: number, isAccepted: boolean): void {
    this.sets++;
    this.#all += utilisation;
    if (!isAccepted) return;
    this.accepted++;
    this.#weight += utilisation;
  }

  get sums(): Accepted {
    return { sets: this.sets, accepted: this.accepted, weighted: this.#weight / this.#all };
  }
}

/** Takes sets one by one; keeps counts. */
export class AcceptanceCounter {
  readonly by: string;
  readonly width: number | undefined;
  #sets = 0;
  readonly #tests: readonly {
    readonly verdict: NamedVerdict;
    readonly at: Map<number, Counts>;
    readonly all: Counts;
  }[];

  constructor({ by = "utilisation", width = by === "utilisation" ? defaultWidth : undefined }: Grouping = {}) {
    this.by = by;
    this.width = width;
    this.#tests = [...verdicts, ...furtherVerdicts].map((verdict) => ({ verdict, at: new Map(), all: new Counts() }));
  }

  get sets(): number {
    return this.#sets;
  }

  /** @param value What it is told apart by */
  add(set: SetAnalysis, value: number = set.utilisation): void {
    this.#sets++;
    // Jobs by themselves: there is nothing to accept.
    if (set.n === 0) return;
    const at = placeOf(value, this.width);
    for (const test of this.#tests) {
      const verdict = test.verdict[1](set);
      if (verdict === null || verdict === undefined) continue;
      const counts = test.at.get(at) ?? new Counts();
      test.at.set(at, counts);
      for (const each of [counts, test.all]) each.add(set.utilisation, verdict);
    }
  }

  /** Of the tests that said something. */
  found(): Acceptance[] {
    return this.#tests.flatMap(({ verdict: [test], at, all }) => {
      const points = [...at].sort(([a], [b]) => a - b).map(([at, counts]) => ({ at, ...counts.sums }));
      return points.length === 0 ? [] : [{ test, points, ...all.sums }];
    });
  }
}

/** Where a set stands. */
export function placeOf(value: number, width: number | undefined): number {
  return width === undefined ? value : tidy(Math.round(value / width) * width);
}

/** Between which shares the true one lies with 95 % (Wilson 1927), which holds for shares near 0 and 1 as well. */
export function intervalOf({
  sets,
  accepted,
}: Pick<Accepted, "sets" | "accepted">): readonly [from: number, to: number] {
  const z = 1.959964;
  const share = accepted / sets;
  const middle = (share + z ** 2 / (2 * sets)) / (1 + z ** 2 / sets);
  const half = (z / (1 + z ** 2 / sets)) * Math.sqrt((share * (1 - share)) / sets + z ** 2 / (4 * sets ** 2));
  // At the ends it is these, but for rounding.
  return [accepted === 0 ? 0 : middle - half, accepted === sets ? 1 : middle + half];
}

/** A line for each test and point, and, without a point, one for each test over all sets. */
export function acceptanceCsv(found: readonly Acceptance[], by = "utilisation"): string {
  const line = (at: number | "", test: TestName, { sets, accepted, weighted }: Accepted) =>
    [at, test, sets, accepted, accepted / sets, ...intervalOf({ sets, accepted }), weighted].join(",");
  const lines = found.flatMap((one) => [
    ...one.points.map((point) => line(point.at, one.test, point)),
    line("", one.test, one),
  ]);
  return [`${csvField(by)},test,sets,accepted,share,from,to,weighted`, ...lines, ""].join("\n");
}
