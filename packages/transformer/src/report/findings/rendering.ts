/** An annotated React component, or a hook: the renderer calls it, plainly, and no job is there to be suspended. */
import * as ts from "typescript";
import { displayName } from "../../1-resolve/display-name.ts";
import { eachOwnNode } from "../../1-resolve/own-code.ts";
import { type Diagnostic, diagnose, spanOf } from "../../shared/diagnostics.ts";
import { outward, type Preemptable } from "../../syntax/nodes.ts";
import type { View } from "./view.ts";

export function findRendering({ kept, sourceFile }: View): Diagnostic[] {
  const findings: Diagnostic[] = [];
  for (const { node, annotated } of kept.values()) {
    const what = annotated ? renderedKind(node) : undefined;
    if (what === undefined) continue;
    const span = spanOf(ts.isFunctionDeclaration(node) ? node : outward(node).parent, sourceFile);
    findings.push(diagnose(sourceFile, span, "rendering", { name: displayName(node), what }));
  }
  return findings;
}

/** What a renderer calls; undefined for all others. */
export function renderedKind(f: Preemptable): string | undefined {
  const name = displayName(f);
  const isHook = /^use[A-Z]/.test(name);
  if (!isHook && !/^[A-Z]/.test(name)) return undefined;
  let renders = false;
  eachOwnNode(f, (node) => {
    if (isHook ? isHookCall(node) : makesElement(node)) renders = true;
  });
  if (!renders) return undefined;
  return isHook ? "a React hook" : "a React component";
}

function makesElement(node: ts.Node): boolean {
  return (
    ts.isJsxElement(node) ||
    ts.isJsxSelfClosingElement(node) ||
    ts.isJsxFragment(node) ||
    (ts.isCallExpression(node) && calledName(node) === "createElement")
  );
}

function isHookCall(node: ts.Node): boolean {
  return ts.isCallExpression(node) && /^use(?:[A-Z]|$)/.test(calledName(node));
}

function calledName({ expression }: ts.CallExpression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : "";
}
