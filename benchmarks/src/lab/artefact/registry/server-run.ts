/** Runs of experiments with servers. */
import type { Run } from "../experiment.ts";

/** @param quick,full Minutes */
export const run = (name: string, quick: number, full: number): { readonly quick: Run; readonly full: Run } => ({
  quick: { minutes: quick, steps: [{ command: `preempt-lab server ${name} --quick --out .` }] },
  full: { minutes: full, steps: [{ command: `preempt-lab server ${name} --out .` }] },
});

export const images = "docs/images";
