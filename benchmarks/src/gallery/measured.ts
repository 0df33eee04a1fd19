/** What the page of the gallery answers, see packages/demo/src/gallery/measure/run.ts. Times in milliseconds. */

export const modes = ["plain", "yields", "worker", "preempt"] as const;
export type Mode = (typeof modes)[number];

/** In the order of the page. */
export const entryIds = ["chat", "search", "sheet", "graph", "code", "graphql", "pdf", "physics", "diagram"] as const;
export type EntryId = (typeof entryIds)[number];

export interface Measured {
  readonly mode: Mode;
  readonly interactions: { readonly count: number; readonly inp?: number; readonly worst?: number };
  readonly lost: number;
  readonly wanted: number;
  /** The longest time between two frames. */
  readonly longest: number;
  readonly longFrames: number;
  readonly longestLongFrame: number;
  readonly timeToResult: number;
  readonly window: number;
  readonly preemptions: number;
  /** Equal for equal results. */
  readonly digest: string;
  readonly wasBusy: boolean;
}

export interface Run extends Measured {
  readonly engine: string;
  readonly entry: EntryId;
  /** From 1. In the first, the engine has compiled nothing of the mode's code yet. */
  readonly round: number;
  /** Processors that other programs had meanwhile; undefined where the system does not tell. */
  readonly others?: number | undefined;
}
