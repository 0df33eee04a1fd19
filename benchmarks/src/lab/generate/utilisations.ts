/** Which algorithm gives the tasks of a set their utilisations; what it cannot do is said before it starts. */
import { LabError } from "../errors.ts";
import { type Bounds, convolutionalFixedSum, mostBounded } from "./convolutional-fixed-sum.ts";
import { type Independent, independentUpTo, independentUtilisation } from "./independent.ts";
import { randFixedSum } from "./rand-fixed-sum.ts";
import type { Random } from "./random.ts";
import { uunifast, uunifastDiscard } from "./uunifast.ts";

export type Utilisations = FixedSum | Independent;

/** Utilisations that share a sum, all vectors equally likely. */
export type FixedSum =
  | { readonly kind: "uunifast" | "uunifast-discard" | "randfixedsum" }
  /** One pair for all tasks, or one for each. */
  | { readonly kind: "bounded"; readonly bounds: readonly Bounds[] };

export function isIndependent(of: Utilisations): of is Independent {
  return of.kind === "exponential" || of.kind === "uniform" || of.kind === "log-uniform";
}

/** Its table has n² numbers. */
const mostFixedSum = 500;

/**
 * The utilisations of sets of `n` tasks.
 *
 * @param n Where independent utilisations have a sum, it is not looked at
 * @param sum Undefined: independent utilisations only
 * @throws LabError if there are no such utilisations
 */
export function utilisationsOf(of: Utilisations, n: number, sum: number | undefined): (random: Random) => number[] {
  if (isIndependent(of)) {
    if (sum === undefined) return (random) => Array.from({ length: n }, () => independentUtilisation(random, of));
    return (random) => independentUpTo(random, of, sum);
  }
  if (sum === undefined) {
    const words = `${of.kind} shares a utilisation among tasks, and none is given`;
    throw new LabError("utilisation_missing", `${words}. Give one, as in --utilisation 0.5.`);
  }
  if (sum > n) {
    throw new LabError(
      "utilisation_above_tasks",
      `the utilisation ${sum} is more than ${n} tasks can have, which is 1 each. Give more tasks or less utilisation.`,
    );
  }
  return withSum(of, n, sum);
}

function withSum(of: FixedSum, n: number, sum: number): (random: Random) => number[] {
  switch (of.kind) {
    case "uunifast":
      if (sum <= 1) return (random) => uunifast(random, n, sum);
      throw new LabError(
        "utilisation_above_one",
        `the utilisation ${sum} is above 1, where uunifast makes tasks with more than 1. Take randfixedsum.`,
      );
    case "uunifast-discard":
      return (random) => uunifastDiscard(random, n, sum);
    case "randfixedsum":
      checkCount(of.kind, n, mostFixedSum);
      return randFixedSum(n, sum);
    case "bounded": {
      checkCount(of.kind, n, mostBounded);
      const [first] = of.bounds;
      const bounds = of.bounds.length === 1 && first !== undefined ? new Array<Bounds>(n).fill(first) : of.bounds;
      if (bounds.length === n) return convolutionalFixedSum(bounds, sum);
      const words = `there are bounds for ${bounds.length} tasks, and a set has ${n}`;
      throw new LabError("bounds_count", `${words}. Give bounds for all tasks, or one pair for each.`);
    }
  }
}

function checkCount(kind: string, n: number, most: number): void {
  if (n <= most) return;
  throw new LabError(
    "tasks_too_many",
    `${kind} is for at most ${most} tasks, and ${n} are asked for. Give fewer, or another generator.`,
  );
}
