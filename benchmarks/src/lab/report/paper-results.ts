/** What the paper published: its Figures 5 and 6 in numbers. See benchmarks/data/paper. */
import { readFileSync } from "node:fs";

export type PaperVariant = "raw" | "FP" | "EDF";

/** One task set in one variant. Times in microseconds. */
export interface PaperResult {
  /** As `preempt-lab import paper` calls it: "paper-0" to "paper-999". */
  readonly set: string;
  readonly variant: PaperVariant;
  readonly utilisation: number;
  readonly jobs: number;
  readonly misses: number;
  readonly taskTime: number;
  readonly schedulerTime: number;
}

export function readPaperResults(): PaperResult[] {
  const text = readFileSync(new URL("../../../data/paper/results.csv", import.meta.url), "utf8");
  return text
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [set, variant, ...numbers] = line.split(",");
      const [utilisation, jobs, misses, taskTime, schedulerTime] = numbers.map(Number) as [
        number,
        number,
        number,
        number,
        number,
      ];
      return {
        set: `paper-${set}`,
        variant: variant as PaperVariant,
        utilisation,
        jobs,
        misses,
        taskTime,
        schedulerTime,
      };
    });
}
