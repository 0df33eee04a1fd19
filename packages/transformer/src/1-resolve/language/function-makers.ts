/**
 * Places where code makes a callable of a function: `f.bind(o)`, `new Proxy(f, handler)`, `Proxy.revocable(f, handler)`. What they
 * give is to be preemptable where `f` is, in plain code as well: a constructor that binds its methods is plain.
 */
import * as ts from "typescript";
import { type Preemptable, unwrap } from "../../syntax/nodes.ts";
import { nodesOf } from "../../syntax/nodes-of.ts";
import type { Scopes } from "../scopes.ts";
import { bindsPreemptable } from "./builtin-callbacks.ts";

/** What is emitted around an expression: `$bindable(f, "f.bind")` before `.bind(o)`, `$proxies(Proxy)` in the place of `Proxy`. */
export type FunctionMaker =
  | { readonly kind: "bindable"; readonly call: ts.CallExpression }
  | { readonly kind: "proxies" };

/** The expressions that emission wraps. */
export type FunctionMakers = ReadonlyMap<ts.Node, FunctionMaker>;

export function functionMakers(
  sourceFile: ts.SourceFile,
  scopes: Scopes,
  kept: ReadonlyMap<Preemptable, unknown>,
): FunctionMakers {
  const makers = new Map<ts.Node, FunctionMaker>();
  if (!/\bbind\b|\bProxy\b/.test(sourceFile.text)) return makers;
  for (const node of nodesOf(sourceFile)) {
    if (ts.isCallExpression(node)) visitCall(node);
    else if (ts.isNewExpression(node) && isProxy(node.expression)) makers.set(node.expression, { kind: "proxies" });
  }
  return makers;

  function visitCall(call: ts.CallExpression): void {
    const callee = unwrap(call.expression);
    if (!ts.isPropertyAccessExpression(callee) || call.questionDotToken !== undefined) return;
    const { expression } = callee;
    if (callee.name.text === "revocable" && isProxy(expression)) makers.set(expression, { kind: "proxies" });
    // `this` and `super` are no functions, or next to never; within an optional chain nothing can stand before a part of it.
    const isWhole = !ts.isOptionalChain(expression) && ts.isExpression(unwrap(expression));
    const isObject = expression.kind === ts.SyntaxKind.ThisKeyword || expression.kind === ts.SyntaxKind.SuperKeyword;
    if (isWhole && !isObject && bindsPreemptable(call, scopes, kept))
      makers.set(expression, { kind: "bindable", call });
  }

  function isProxy(e: ts.Expression): boolean {
    return ts.isIdentifier(e) && e.text === "Proxy" && scopes.isGlobal(e);
  }
}
