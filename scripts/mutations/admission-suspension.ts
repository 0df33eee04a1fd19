/** The kernel's own test for jobs that await: each of its terms, left out once. */
import { breaking, type Mutation } from "./mutation.ts";

const analysis = breaking("analysis", "runtime/src/analysis/");

export const admissionSuspensionMutations: readonly Mutation[] = [
  analysis(
    "a job that awaits takes longer by that",
    "admission-model.ts",
    "dispatch +\n        suspension,",
    "dispatch,",
  ),
  analysis(
    "what is awaited is noticed after a round",
    "admission-model.ts",
    "longestRound(system) + slice +",
    "slice +",
  ),
  analysis("a resumption costs two dispatches", "admission-model.ts", " + 2 * awaits) * dispatch", ") * dispatch"),
  analysis(
    "what blocks a job that awaits is a part of its suspension",
    "admission-suspension.ts",
    "S: suspension + (blocking[level] as number)",
    "S: suspension",
  ),
  analysis(
    "first come, first served no job may await",
    "admission-suspension.ts",
    'if (policy === "fifo") return',
    'if (policy === "none") return',
  ),
  analysis(
    "without an end of rounds nothing that is awaited is noticed",
    "admission-suspension.ts",
    "if (round === Number.POSITIVE_INFINITY)",
    "if (round === 0)",
  ),
  analysis(
    "sections beside jobs that await are refused",
    "admission-suspension.ts",
    "if (!hasSections) return undefined;",
    "if (hasSections !== undefined) return undefined;",
  ),
];
