/** An assertion on interleavings, for `expect.extend(raceMatchers)` of Vitest and Jest. */
import { PreemptError, show } from "../../input/errors.ts";
import type { MatcherResult } from "../matchers.ts";
import { findRaces } from "./find-races.ts";
import type { RaceOptions } from "./race-options.ts";
import type { RaceReport } from "./race-report.ts";

/** What the matcher adds to `expect(jobs)`, where `jobs` are those of `findRaces`, or to `expect(report)`. */
export interface RaceMatchers {
  /**
   * In no interleaving that was tried did the jobs give what no serial order gives. To be awaited.
   *
   * @param options Those of `findRaces`, without the jobs
   */
  toBeFreeOfRaces<S>(options?: Omit<RaceOptions<S>, "jobs">): Promise<void>;
}

/** Assertions on interleavings, for `expect.extend(raceMatchers)` of Vitest and Jest: see {@link RaceMatchers}. */
export const raceMatchers = {
  /** See {@link RaceMatchers.toBeFreeOfRaces}. */
  async toBeFreeOfRaces(received: unknown, options: Omit<RaceOptions, "jobs"> = {}): Promise<MatcherResult> {
    const { race, text } = await reportFor(received, options);
    return {
      pass: race === undefined,
      message: () =>
        race === undefined ? `expected a race, but there is none:\n\n${text}` : `expected no race:\n\n${text}`,
    };
  },
};

async function reportFor(received: unknown, options: Omit<RaceOptions, "jobs">): Promise<RaceReport> {
  if (typeof received !== "object" || received === null) {
    throw new PreemptError("not_jobs", `expect() got ${show(received)}. Give it jobs, or what findRaces gave.`);
  }
  if ("race" in received && "text" in received) return received as RaceReport;
  return findRaces({ ...options, jobs: received as RaceOptions["jobs"] });
}
