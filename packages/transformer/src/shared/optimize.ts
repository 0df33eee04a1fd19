/** Which of the ways to make emitted code fast are taken. */

/** How calls between preemptable functions are made: run or capture, or the paper's `yield*`. */
export type Strategy = "capture" | "paper";

export interface Optimizations {
  /** Resumable bodies that are no generators, where a function allows it. Default true. */
  readonly plainBodies?: boolean | undefined;
  /** Functions that call others have two of them: one that starts, close to the original, and one that goes on. Default true. */
  readonly startBodies?: boolean | undefined;
  /** Short methods that preemptable functions call get a body of their own, which engines put into its callers. Default true. */
  readonly shortMethods?: boolean | undefined;
  /** A function that calls itself decides at the call whether that would return at once. Default true. */
  readonly partialInlining?: boolean | undefined;
  /**
   * What a closure calls and never changes is asked once, when the closure is made; callbacks that are only called are handed on as
   * their bodies. Default true.
   */
  readonly directCallbacks?: boolean | undefined;
  /** Functions that make one call at most, on each way through them, count nothing where they begin. Default true. */
  readonly singleCalls?: boolean | undefined;
  /** Functions without loops that call a few others of their file, and are in no circle, do nothing at all there. Default true. */
  readonly fewCalls?: boolean | undefined;
  /** Loops in which nothing else is suspended are left by their condition when the budget is used up. Default true. */
  readonly stripMining?: boolean | undefined;
  /** In such loops over a counter, the counter itself says when that is. Default true. */
  readonly countedLoops?: boolean | undefined;
  /** Such loops whose bound stays as it is end at that or where the budget does: one comparison. Default true. */
  readonly jointBounds?: boolean | undefined;
  /** Where a round of such a loop is a few operations, eight of them count as one preemption point. Default true. */
  readonly lightRounds?: boolean | undefined;
  /**
   * Loops count for those in them, where nothing else in them is suspended; and those in any that make a few short rounds are part of
   * its own. Default true.
   */
  readonly loopNests?: boolean | undefined;
  /** Engines are shown which variables of such loops are numbers. Default true. */
  readonly numbers?: boolean | undefined;
}

/** "speed" (default): all of them. "size": generators, which are shorter. Or each by name, to see what it brings. */
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
const names = Object.keys(all);

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

/** @throws TypeError if it is not what {@link Optimize} says */
export function checkOptimize(optimize: unknown): void {
  if (optimize === undefined || optimize === "speed" || optimize === "size") return;
  if (typeof optimize !== "object" || optimize === null) {
    throw new TypeError(`transform_optimize: optimize is ${String(optimize)}. Give "speed", "size" or an object.`);
  }
  for (const [name, value] of Object.entries(optimize)) {
    if (names.includes(name) && (value === undefined || typeof value === "boolean")) continue;
    throw new TypeError(
      `transform_optimize: optimize.${name} is ${String(value)}. Give true or false for ${names.join(", ")}.`,
    );
  }
}
