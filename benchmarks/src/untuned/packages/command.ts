/** What the words of `preempt-lab packages` mean. */
import { resolve } from "node:path";
import { installPackages } from "../../install-packages.ts";
import { chooseOf } from "../../report.ts";
import { inTemporaryFolder } from "../../temporary-folder.ts";
import type { Effort } from "../measure.ts";
import { modeOf, quickly, runPrograms, thorough, type UntunedWords, untunedOptions } from "../run.ts";
import { jobs, packagesOf, programOf } from "./catalog.ts";

export const packagesOptions = {
  work: { type: "string" },
  ...untunedOptions,
} as const;

export interface PackagesWords extends UntunedWords {
  /** The folder into which npm installs the packages; they stay there. Default: a temporary one. */
  readonly work?: string;
}

/**
 * @param effort For tests, which have less time than anybody.
 * @throws RangeError if there is no job for a package: before anything is installed
 */
export async function runPackages(
  { work, only, mode, quick = false, json }: PackagesWords,
  effort: Effort = quick ? quickly : thorough,
): Promise<void> {
  const chosen = modeOf(mode);
  const names = chooseOf(Object.keys(jobs), only, "package");
  const measure = async (folder: string) => {
    installPackages(folder, packagesOf(Object.keys(jobs)));
    const programs = names.map((name) => programOf(name, folder));
    await runPrograms(programs, { effort, mode: chosen, isQuick: quick, json });
  };
  await (work === undefined ? inTemporaryFolder("packages", measure) : measure(resolve(work)));
}
