/** What becomes of each loop of a function: decided here, emitted by 5-emit/plain/loops.ts and 5-emit/generator/strip-loops.ts. */
import ts from "typescript";
import type { Callees } from "../../1-resolve/calls.ts";
import { loopsOf } from "../../1-resolve/own-code.ts";
import type { Scopes } from "../../1-resolve/scopes.ts";
import type { Candidate } from "../../2-find/candidates.ts";
import { hasNests, type Optimizations } from "../../shared/optimize.ts";
import type { PlainForm } from "../plain-form.ts";
import { findPoints } from "../points.ts";
import { because, isReason, type Reason } from "../reason.ts";
import { isCounted } from "./counted.ts";
import { type JointBound, jointBoundOf } from "./joint-bounds.ts";
import { type Leaf, leafOf } from "./leaf.ts";
import { isLightWalk } from "./light-walks.ts";
import { type Nest, nestOf } from "./nests.ts";
import { turnsOf, whyNoLeaf } from "./strip-mining.ts";

export type LoopPlan = InRound | Counted | Strip | NestHead | WithPoints;
export type Loops = ReadonlyMap<ts.IterationStatement, LoopPlan>;

/** It is no place to be suspended, but part of what stands around it. */
interface InRound {
  readonly kind: "in round";
}

/** Strip mining where the counter itself says when the budget is used up. */
export interface Counted {
  readonly kind: "counted";
  readonly leaf: Leaf;
  readonly counter: ts.Identifier;
  /** Given where one comparison ends it, at its bound or where the budget does. */
  readonly joint: JointBound | undefined;
}

/** Strip mining: the loop is left by its condition when the budget is used up. */
export interface Strip {
  readonly kind: "strip";
  readonly leaf: Leaf;
  readonly joint: JointBound | undefined;
}

/** It keeps what is left of the budget in a variable, for itself and the loops inside. Each round has a point. */
export interface NestHead {
  readonly kind: "nest head";
  readonly nest: Nest;
  readonly isImplied: boolean;
}

/** Each round has a point; in a nest it counts in the variable of the nest's head. */
export interface WithPoints {
  readonly kind: "points";
  readonly reason: Reason;
  readonly isInNest: boolean;
  /** Each round passes a point of something inside, so that the loop needs none of its own. */
  readonly isImplied: boolean;
}

interface PlainLoopOptions {
  readonly optimize: Optimizations;
  readonly scopes: Scopes;
  readonly callees: Callees;
  /** Whether there is a body that only starts: the others count in `$state`. */
  readonly mayNest: boolean;
  /** Whether each round of the loop passes a point inside. */
  isImplied(loop: ts.IterationStatement): boolean;
}

/** The loops of a plain body. */
export function plainLoops(f: Candidate["node"], { points, locals }: PlainForm, options: PlainLoopOptions): Loops {
  const { optimize, scopes, callees, mayNest, isImplied } = options;
  const plans = new Map<ts.IterationStatement, LoopPlan>();
  for (const loop of loopsOf(f)) plans.set(loop, planOf(loop));
  return plans;

  function planOf(loop: ts.IterationStatement): LoopPlan {
    if (!optimize.stripMining) return withPoints(because("by_options"));
    if (!points.has(loop)) return { kind: "in round" };
    const leaf = ts.isDoStatement(loop) ? undefined : leafOf(loop, points, scopes);
    if (leaf !== undefined) return ofLeaf(loop, leaf);
    if (isInNest(loop)) return withPoints(whyNoLeaf(loop), loop, true);
    const nest = mayNest ? nestOf(loop, points, scopes, callees) : undefined;
    return nest === undefined
      ? withPoints(whyNoLeaf(loop), loop)
      : { kind: "nest head", nest, isImplied: isImplied(loop) };
  }

  function ofLeaf(loop: ts.IterationStatement, leaf: Leaf): Counted | Strip {
    if (!ts.isForStatement(loop)) return { kind: "strip", leaf, joint: undefined };
    const counter = leaf.isQuiet && optimize.countedLoops ? isCounted(loop, locals, scopes) : undefined;
    const joint = optimize.jointBounds ? jointBoundOf(loop, leaf, counter !== undefined, locals, scopes) : undefined;
    return counter === undefined ? { kind: "strip", leaf, joint } : { kind: "counted", leaf, counter, joint };
  }

  /** Outer loops come first. */
  function isInNest(loop: ts.IterationStatement): boolean {
    for (let n: ts.Node = loop.parent; n !== f; n = n.parent) {
      if (plans.get(n as ts.IterationStatement)?.kind === "nest head") return true;
    }
    return false;
  }

  function withPoints(reason: Reason, loop?: ts.IterationStatement, isInNest = false): WithPoints {
    return { kind: "points", reason, isInNest, isImplied: loop !== undefined && isImplied(loop) };
  }
}

interface GeneratorLoopOptions {
  readonly isCapturing: boolean;
  readonly optimize: Required<Optimizations>;
  readonly scopes: Scopes;
  readonly callees: Callees;
}

/** The loops of a generator. */
export function generatorLoops({ node, facts }: Candidate, options: GeneratorLoopOptions): Loops {
  const { isCapturing, optimize, scopes, callees } = options;
  const loops = loopsOf(node);
  if (!isCapturing || !optimize.stripMining) return all(because("by_options"));
  if (facts.directEval) return all(because("seen_by_eval"));
  const points = findPoints(node, callees, (loop) => hasNests(optimize) && isLightWalk(loop, scopes));
  return new Map(loops.map((loop) => [loop, planOf(loop)]));

  function planOf(loop: ts.IterationStatement): LoopPlan {
    if (ts.isForInStatement(loop) && !points.has(loop)) return { kind: "in round" };
    const leaf = turnsOf(loop, points, scopes);
    return isReason(leaf) ? withPoints(leaf) : { kind: "strip", leaf, joint: undefined };
  }

  function all(reason: Reason): Loops {
    return new Map(loops.map((loop) => [loop, withPoints(reason)]));
  }

  function withPoints(reason: Reason): WithPoints {
    return { kind: "points", reason, isInNest: false, isImplied: false };
  }
}
