/**
 * Where a callable is made of a function:
 *
 *   f.bind(o)          ⇒   $bindable(f, $last, "f.bind").bind(o)
 *   new Proxy(f, h)    ⇒   new ($proxies(Proxy))(f, h)
 *
 * Nothing else changes in the call: what stands in the place of `f` or `Proxy` knows what to make.
 */
import * as ts from "typescript";
import { calleeText } from "../../syntax/callee-text.ts";
import * as js from "./build.ts";
import type { Unit } from "./unit.ts";

/** `made`, which is what became of the expression `node`. */
export function asMaker(unit: Unit, node: ts.Node, made: ts.VisitResult<ts.Node | undefined>, isAsked = false) {
  const maker = unit.makers.get(node);
  if (maker === undefined) return made;
  const given = made as ts.Expression;
  if (maker.kind === "proxies") {
    const called = unit.callRuntime("proxies", [given]);
    return ts.isNewExpression(node.parent) ? js.parenthesized(called) : called;
  }
  const known = unit.bindSite(maker.call);
  // Where the call asks its callee for a body, it says itself what is no function.
  const isTold = !isAsked || unit.callees.of(maker.call, false).kind === "no";
  const text = isTold ? [js.text(calleeText(maker.call.expression))] : [];
  return unit.callRuntime("bindable", [given, known, ...text]);
}
