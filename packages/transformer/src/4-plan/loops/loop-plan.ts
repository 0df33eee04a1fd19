/**
 * What becomes of a loop, as plain data: plan-loops.ts decides it, emission dispatches on the kind (5-emit/plain/loops.ts,
 * 5-emit/generator/loops.ts), and show-loop-plan.ts prints it on one line.
 */
import type ts from "typescript";
import type { Binding } from "../../1-resolve/binding.ts";
import type { Callees } from "../../1-resolve/calls.ts";
import type { Scopes } from "../../1-resolve/scopes.ts";
import type { Optimizations } from "../../shared/optimize.ts";
import type { Preemptable } from "../../syntax/nodes.ts";
import type { Points } from "../points.ts";
import type { Reason } from "../reason.ts";
import type { Locals } from "../variables/locals.ts";
import type { Ascent } from "./ascents.ts";

export type LoopPlan = PartOfRound | LoopWithPoints;
export type LoopWithPoints = PointEachRound | NestHead | StripMined | Counted;

/** The loops of one body, outer ones first. */
export type Loops = ReadonlyMap<ts.IterationStatement, LoopPlan>;

/** It is no place to be suspended, but part of the round or the statements around it: see short-loops.ts and light-walks.ts. */
export interface PartOfRound {
  readonly kind: "part of round";
}

interface Emitted {
  /** Variables that an engine is shown to be numbers. */
  readonly numbers: readonly Binding[];
}

/** Each round begins with a preemption point. */
export interface PointEachRound extends Emitted {
  readonly kind: "point each round";
  /** Why it is not strip-mined. */
  readonly reason: Reason;
  /** Each round passes a point inside, so that the loop needs none of its own. */
  readonly isImplied: boolean;
  /** The condition or the increment has points, so that both move into the round: `for (;;) { point; if (!a) break; S b; }` */
  readonly isHeadOpen: boolean;
  /** The loop in whose variable it counts. */
  readonly nest: ts.IterationStatement | undefined;
}

/** It keeps what is left of the budget in a variable, for itself and the loops inside. Each of its own rounds has a point. */
export interface NestHead extends Emitted {
  readonly kind: "nest head";
  /** How many rounds use up one point of the budget, in all loops of the nest. */
  readonly roundsPerPoint: number;
  /** Rounds are a few operations each. */
  readonly isShort: boolean;
  readonly isImplied: boolean;
}

/** What strip-mined loops have in common: they are left by their condition when the budget is used up. */
interface Stripped extends Emitted {
  /** A round is a few operations. */
  readonly isShort: boolean;
  /** How many rounds use up one point of the budget. */
  readonly roundsPerPoint: number;
  /** Given where one comparison ends the loop, at its bound or where the budget does. */
  readonly bound: JointBound | undefined;
  /** The loop from whose variable it takes the budget. */
  readonly nest: ts.IterationStatement | undefined;
}

/** Each round counts what is left of the budget down. */
export interface StripMined extends Stripped {
  readonly kind: "strip-mined";
  /** A variable of the loop's own; or `$state.budget` itself, which what the loop calls may take away. */
  readonly tally: "local" | "state";
  /** Why nothing better became of it: why the tally is in `$state`, or why no counter says when the budget is used up. */
  readonly reason: Reason | undefined;
}

/** The counter of the loop says when the budget is used up: rounds count nothing. */
export interface Counted extends Stripped {
  readonly kind: "counted";
  readonly counter: ts.Identifier;
}

/** The end of a loop that goes up to a bound. Bound and step stay as they are while the loop runs. */
export interface JointBound extends Ascent {
  /** Nothing has to be checked while the code runs. */
  readonly isSure: boolean;
}

/** What the passes know of a body. */
export interface LoopsBody {
  readonly node: Preemptable;
  readonly points: Points;
  readonly scopes: Scopes;
  readonly callees: Callees;
  readonly optimize: Optimizations;
}

export interface PlainLoopsBody extends LoopsBody {
  readonly kind: "plain";
  readonly locals: Locals;
  /** Whether one body starts and another one resumes: only then can loops count for those inside, in the body that starts. */
  readonly isSplit: boolean;
  /** Whether each round of the loop passes a point inside. */
  hasSurePoint(loop: ts.IterationStatement): boolean;
}

export interface GeneratorLoopsBody extends LoopsBody {
  readonly kind: "generator";
}
