/**
 * Functions that need no budget where they begin: on each way through them they make one call at most, but for those in the rounds
 * of loops, which have points of their own.
 *
 *   fullCharCodeAtPos() { return this.fullCharCodeAt(this.pos); }        if ($depth > 2000) …, in place of
 *                                                                        if (--$state.budget < 0 || $depth > 2000) …
 *
 * Between two points such functions only call each other in a row, which their depth ends; what is left then counts frame by frame.
 */
import type { Callees } from "../../1-resolve/calls.ts";
import type { Preemptable } from "../../syntax/nodes.ts";
import { isPointCall, type Points } from "../points.ts";
import { mostOnAnyWay } from "./path-weights.ts";

export function makesOneCallAtMost(f: Preemptable, points: Points, callees: Callees): boolean {
  return mostOnAnyWay(f, points, (call) => (isPointCall(call, callees) ? 1 : 0)) <= 1;
}
