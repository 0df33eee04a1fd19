/** What the words of `preempt-lab suites` mean. */
import { chooseOf } from "../../report.ts";
import type { Effort } from "../measure.ts";
import { modeOf, quickly, runPrograms, thorough, type UntunedWords, untunedOptions } from "../run.ts";
import { findSuites, howToGet } from "./find.ts";

export const suitesOptions = {
  from: { type: "string" },
  ...untunedOptions,
} as const;

/** What `only` names are suites and programs: "awfy", "richards", "octane/richards". */
export interface SuitesWords extends UntunedWords {
  /** The folder with the checkouts. */
  readonly from?: string;
}

/**
 * @param effort For tests, which have less time than anybody.
 * @throws RangeError for a folder without suites, or a name that does not exist: before anything is measured
 */
export async function runSuites(
  { from, only, mode, quick = false, json }: SuitesWords,
  effort: Effort = quick ? quickly : thorough,
): Promise<void> {
  if (from === undefined) throw new RangeError("Give the folder that holds the suites' checkouts: --from FOLDER.");
  const { found, missing } = findSuites(from);
  for (const { suite, checkout } of found) console.error(`${suite.title}: ${checkout}`);
  if (missing.length > 0) console.error(`not found in ${from}:\n${howToGet(missing)}`);
  const all = found.flatMap(({ suite, checkout }) => suite.programs(checkout));
  const names = all.flatMap(({ suite, name }) => [suite, name, `${suite}/${name}`]);
  const chosen = chooseOf([...new Set(names)], only, "suite or program");
  const programs = all.filter(({ suite, name }) =>
    [suite, name, `${suite}/${name}`].some((known) => chosen.includes(known)),
  );
  await runPrograms(programs, { effort, mode: modeOf(mode), isQuick: quick, json });
}
