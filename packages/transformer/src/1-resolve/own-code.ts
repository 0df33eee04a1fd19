/** The code that runs as part of a function, and not as part of one inside it. */
import * as ts from "typescript";
import { isErased, isLoop } from "../syntax/nodes.ts";
import type { FunctionNode } from "./target.ts";

export function eachOwnNode(f: FunctionNode, look: (node: ts.Node) => void): void {
  for (const parameter of f.parameters) visit(parameter);
  if (f.body) visit(f.body);

  function visit(node: ts.Node): void {
    if (isErased(node)) return;
    look(node);
    if (ts.isFunctionLike(node)) return;
    ts.forEachChild(node, visit);
  }
}

/** The function's own loops, outer ones first. */
export function loopsOf(f: FunctionNode): ts.IterationStatement[] {
  const loops: ts.IterationStatement[] = [];
  eachOwnNode(f, (node) => {
    if (isLoop(node)) loops.push(node);
  });
  return loops;
}

/** The functions around `node`, from the inside out. */
export function functionsAround(node: ts.Node): FunctionNode[] {
  const around: FunctionNode[] = [];
  for (let n: ts.Node | undefined = node.parent; n !== undefined; n = n.parent) {
    if (ts.isFunctionLike(n)) around.push(n as FunctionNode);
  }
  return around;
}
