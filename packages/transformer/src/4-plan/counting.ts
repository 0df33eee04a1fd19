/**
 * Where plain bodies count: which loops need no point of their own, and which functions none where they begin. What one
 * function does depends on those it calls, so that all of a file are asked together.
 */
import type ts from "typescript";
import type { Callees } from "../1-resolve/calls.ts";
import { loopsOf } from "../1-resolve/own-code.ts";
import type { Scopes } from "../1-resolve/scopes.ts";
import { memo } from "../shared/memo.ts";
import type { Optimizations } from "../shared/optimize.ts";
import type { Preemptable } from "../syntax/nodes.ts";
import { hasSurePoint, type Known, startsWithPoint } from "./loops/sure-points.ts";
import type { PlainForm } from "./plain-form.ts";
import { isReason, type Reason } from "./reason.ts";
import { type Start, startsOfAll } from "./starts/start-checks.ts";

export interface Counting {
  /** Whether the loop of a plain body needs no point of its own. */
  hasSurePoint(loop: ts.IterationStatement, form: PlainForm): boolean;
  /** What a function does where it begins. */
  startOf(node: Preemptable, form: PlainForm): Start;
}

interface CountingOptions {
  readonly optimize: Optimizations;
  readonly callees: Callees;
  readonly scopes: Scopes;
  readonly kept: ReadonlyMap<Preemptable, unknown>;
  /** Its plain form, or why it has none. */
  plainForm(node: Preemptable): PlainForm | Reason;
}

export function createCounting({ optimize, callees, scopes, kept, plainForm }: CountingOptions): Counting {
  const surePoints = new Map<ts.Node, boolean>();
  const passing = new Map<ts.Node, boolean>();
  const starts = new Map<ts.Node, Start>();
  const singleCalls = optimize.singleCalls === true;
  let allStarts: ReadonlyMap<Preemptable, Start> | undefined;
  return { hasSurePoint: isSure, startOf };

  function isSure(loop: ts.IterationStatement, { points }: PlainForm): boolean {
    if (optimize.stripMining !== true) return false;
    return memo(surePoints, loop, () => {
      const found = hasSurePoint(loop, known(points, passes));
      // Functions that call each other in their loops lead back here: what was found first stays, since others stand on it.
      return surePoints.get(loop) ?? found;
    });
  }

  function startOf(node: Preemptable, form: PlainForm): Start {
    const { entryPoint } = form;
    if (entryPoint === undefined) return "goes on";
    return memo(starts, node, () => {
      const start = fewCalls(node) ?? (singleCalls && entryPoint.isOfSingleCalls ? "asks" : "counts");
      // The last round of a loop without a point may make more calls.
      return start === "asks" && loopsOf(node).some((loop) => isSure(loop, form)) ? "counts" : start;
    });
  }

  function fewCalls(node: Preemptable): Start | undefined {
    if (optimize.fewCalls !== true) return undefined;
    allStarts ??= startsOfAll({ callees, kept, singleCalls, plainForm });
    return allStarts.get(node);
  }

  /** Whether the call is of a known function that begins with a point. */
  function passes(call: ts.CallExpression): boolean {
    const callee = callees.of(call, false);
    if (callee.kind !== "yes") return false;
    const { target } = callee;
    return memo(passing, target, () => {
      // Functions that call each other in their loops: until it is known, no.
      passing.set(target, false);
      const form = plainForm(target);
      if (isReason(form)) return false;
      if (form.entryPoint?.isFirst && startOf(target, form) === "counts") return true;
      return startsWithPoint(
        target.body as ts.ConciseBody,
        known(form.points, () => false),
      );
    });
  }

  function known(points: PlainForm["points"], passes: Known["passes"]): Known {
    return { points, scopes, passes };
  }
}
