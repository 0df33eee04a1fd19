/** What a task of a task set does when it is run for real. Each file of this folder is compiled as a program of its own. */
import type { runAwaiting, runParts, runReleasing } from "./parts.ts";

export interface Body {
  /** Preemptable. Does the smallest piece of work `units` times; 0: nothing. The result is there so that nothing is left out. */
  run(units: number): number;
  /** The same in parts, some of them within critical sections. */
  runParts: typeof runParts;
  /** The same, with an end that releases another job. */
  runReleasing: typeof runReleasing;
  /** In parts with awaits between them. */
  runAwaiting: typeof runAwaiting;
}
