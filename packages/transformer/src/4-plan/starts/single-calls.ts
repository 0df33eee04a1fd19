/**
 * Functions that need no safepoint where they begin: on each path through them they make one call at most. Calls in the rounds of
 * loops do not count, since the rounds have points of their own.
 *
 *   fullCharCodeAtPos() { return this.fullCharCodeAt(this.pos); }        if ($depth > 2000) …, in place of
 *                                                                        if (--$state.budget < 0 || $depth > 2000) …
 *
 * Between two points such functions only call each other in a row, and the limit of their depth ends the row. While they return, each
 * frame counts.
 */
import type { Callees } from "../../1-resolve/calls.ts";
import type { Preemptable } from "../../syntax/nodes.ts";
import { isPointCall, type Points } from "../points.ts";
import { heaviestPath } from "./path-weights.ts";

export function makesOneCallAtMost(f: Preemptable, points: Points, callees: Callees): boolean {
  return heaviestPath(f, points, (call) => (isPointCall(call, callees) ? 1 : 0)) <= 1;
}
