/** Runs of benchmarks that print their numbers. */
import type { Run } from "../experiment.ts";

/**
 * @param quick,full Minutes
 * @param words Further words of the command, each with a space behind it
 */
export const printed = (
  name: string,
  quick: number,
  full: number,
  words = "",
): { readonly quick: Run; readonly full: Run } => ({
  quick: { minutes: quick, steps: [{ command: `preempt-lab ${name} --quick ${words}--json`, into: `${name}.json` }] },
  full: { minutes: full, steps: [{ command: `preempt-lab ${name} ${words}--json`, into: `${name}.json` }] },
});
