import { parts, partToRun } from "../../../../scripts/parts.mjs";
import { placeOf } from "./combinations.ts";

/** What `npm run programs` says: which combinations of optimisations are wanted, by default one drawn for each program, from this seed. */
export const { PREEMPT_OPTIMIZE: wanted = "sampled" } = process.env;
export const seed = Number(process.env.PREEMPT_OPTIMIZE_SEED ?? 1);

/** The part of what takes long that `npm test` runs; undefined: every part. */
const part = partToRun(process.env.PREEMPT_PART ?? "all");

/** Whether a test belongs to the part that runs. Of many tests of a kind, each is in one part, drawn by its name. */
export function isOfPart(name: string): boolean {
  return part === undefined || placeOf(`the part of ${name}`, seed, parts) === part - 1;
}
