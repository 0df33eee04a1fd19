/**
 * Which share of the task sets each test accepts, by utilisation: the figure of most papers on schedulability. Sets stand at
 * the nearest multiple of a width, so that those made for one utilisation, which rounded execution times miss a little, stand
 * together.
 */
import type { SetAnalysis } from "./analysis.ts";
import { furtherVerdicts, type NamedVerdict, type TestName, verdicts } from "./verdicts.ts";

export interface AcceptedAt {
  readonly utilisation: number;
  /** Of which the test says something. */
  readonly sets: number;
  readonly accepted: number;
}

export interface Acceptance {
  readonly test: TestName;
  readonly points: readonly AcceptedAt[];
  /** Weighted schedulability, Σ U·S / Σ U (Bastoni, Brandenburg and Anderson 2010). */
  readonly weighted: number;
}

interface Counts {
  sets: number;
  accepted: number;
}

export const defaultWidth = 0.05;

/** Takes sets one by one; keeps counts. */
export class AcceptanceCounter {
  readonly width: number;
  #sets = 0;
  readonly #tests: readonly {
    readonly verdict: NamedVerdict;
    readonly at: Map<number, Counts>;
    weight: number;
    all: number;
  }[];

  constructor(width: number = defaultWidth) {
    this.width = width;
    this.#tests = [...verdicts, ...furtherVerdicts].map((verdict) => ({ verdict, at: new Map(), weight: 0, all: 0 }));
  }

  get sets(): number {
    return this.#sets;
  }

  add(set: SetAnalysis): void {
    this.#sets++;
    const step = Math.round(set.utilisation / this.width);
    for (const test of this.#tests) {
      const verdict = test.verdict[1](set);
      if (verdict === null || verdict === undefined) continue;
      const counts = test.at.get(step) ?? { sets: 0, accepted: 0 };
      test.at.set(step, counts);
      counts.sets++;
      test.all += set.utilisation;
      if (!verdict) continue;
      counts.accepted++;
      test.weight += set.utilisation;
    }
  }

  /** Of the tests that said something. */
  found(): Acceptance[] {
    return this.#tests.flatMap(({ verdict: [test], at, weight, all }) => {
      const points = [...at]
        .sort(([a], [b]) => a - b)
        .map(([step, counts]) => ({ utilisation: Number((step * this.width).toPrecision(12)), ...counts }));
      return points.length === 0 ? [] : [{ test, points, weighted: weight / all }];
    });
  }
}

/** Between which shares the true one lies with 95 % (Wilson 1927), which holds for shares near 0 and 1 as well. */
export function intervalOf({ sets, accepted }: AcceptedAt): readonly [from: number, to: number] {
  const z = 1.959964;
  const share = accepted / sets;
  const middle = (share + z ** 2 / (2 * sets)) / (1 + z ** 2 / sets);
  const half = (z / (1 + z ** 2 / sets)) * Math.sqrt((share * (1 - share)) / sets + z ** 2 / (4 * sets ** 2));
  // At the ends it is these, but for rounding.
  return [accepted === 0 ? 0 : middle - half, accepted === sets ? 1 : middle + half];
}

/** A line for each test and utilisation. */
export function acceptanceCsv(found: readonly Acceptance[]): string {
  const lines = found.flatMap(({ test, points }) =>
    points.map((point) => {
      const { utilisation, sets, accepted } = point;
      return [utilisation, test, sets, accepted, accepted / sets, ...intervalOf(point)].join(",");
    }),
  );
  return ["utilisation,test,sets,accepted,share,from,to", ...lines, ""].join("\n");
}
