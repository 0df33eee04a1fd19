/** Which optimisations of the output are on. */

/** How calls between preemptable functions are made: run or capture, or the paper's `yield*`. */
export type Strategy = "capture" | "paper";

/** Single optimisations, for measurements: each is on unless it is false. */
export interface Optimizations {
  /** Resumable bodies are ordinary functions where that is exact, and not generators. Default true. */
  readonly plainBodies?: boolean | undefined;
  /** Functions with calls or loops have two plain bodies: one to start, close to the original, and one to resume. Default true. */
  readonly startBodies?: boolean | undefined;
  /** Short methods that preemptable functions call get a body, which engines inline into its callers. Default true. */
  readonly shortMethods?: boolean | undefined;
  /** Partial inlining: a recursive call decides in place whether the callee would return at once. Default true. */
  readonly partialInlining?: boolean | undefined;
  /**
   * If a closure's callee cannot change, its body is looked up once, when the closure is created. Callbacks that are only called are
   * passed as bodies. Default true.
   */
  readonly directCallbacks?: boolean | undefined;
  /** Functions that make at most one call on each path spend no budget at their start. Default true. */
  readonly singleCalls?: boolean | undefined;
  /** Functions without loops, with a bounded number of calls below them, have no point at their start. Default true. */
  readonly fewCalls?: boolean | undefined;
  /** Strip mining: a loop that suspends nothing inside ends by its condition when the budget is used up. Default true. */
  readonly stripMining?: boolean | undefined;
  /** In such loops over a counter, the counter itself shows when the budget is used up. Default true. */
  readonly countedLoops?: boolean | undefined;
  /** If the bound of such a loop does not change, one comparison ends it, at the bound or at the end of the budget. Default true. */
  readonly jointBounds?: boolean | undefined;
  /** If a round of such a loop is a few operations, eight rounds count as one preemption point. Default true. */
  readonly lightRounds?: boolean | undefined;
  /**
   * Nested loops share one budget if nothing else in them is suspended. An inner loop of a few short rounds is part of the round
   * around it. Default true.
   */
  readonly loopNests?: boolean | undefined;
  /** Type guards show engines which variables of such loops are numbers. Default true. */
  readonly numbers?: boolean | undefined;
}

/** "speed" (default): all of them. "size": generators, which are shorter. Or single switches, to measure each. */
export type Optimize = "speed" | "size" | Optimizations;

const all: Required<Optimizations> = {
  plainBodies: true,
  startBodies: true,
  shortMethods: true,
  partialInlining: true,
  directCallbacks: true,
  singleCalls: true,
  fewCalls: true,
  stripMining: true,
  countedLoops: true,
  jointBounds: true,
  lightRounds: true,
  loopNests: true,
  numbers: true,
};
export const optimizationSwitches: readonly string[] = Object.keys(all);

export function optimizationsOf(optimize: Optimize = "speed"): Required<Optimizations> {
  if (optimize === "speed") return all;
  if (optimize === "size") return { ...all, plainBodies: false, stripMining: false };
  const given = Object.entries(optimize).filter(([, value]) => value !== undefined);
  return { ...all, ...Object.fromEntries(given) };
}

/** Whether loops count for those in them: where each round is a point, theirs are, too. */
export function hasNests({ stripMining, loopNests }: Required<Optimizations>): boolean {
  return stripMining === true && loopNests === true;
}
