/**
 * Statement lists: where a preemptable function declaration gets its resumable body beside it.
 *
 *   function f(a) { … }      ⇒   $attach(f, f$resumable);          first in the list: f is hoisted, so is this
 *                                function f(a) { … }               the original
 *                                function* f$resumable(a) { … }
 */
import ts from "typescript";
import { isPrologueDirective } from "../2-analyze/nodes.ts";
import type { Unit } from "./unit.ts";

export interface Declared {
  readonly statements: ts.Statement[];
  readonly attach: ts.Statement;
}

export type DeclareFunction = (node: ts.FunctionDeclaration) => Declared;

export function rewriteStatements(
  unit: Unit,
  statements: ts.NodeArray<ts.Statement>,
  visit: (node: ts.Node) => ts.VisitResult<ts.Node | undefined>,
  declareFunction: DeclareFunction,
): ts.NodeArray<ts.Statement> {
  const { f } = unit;
  for (const s of statements) {
    if (ts.isFunctionDeclaration(s) && s.name && unit.kept.has(s)) {
      unit.bodyNames.set(s, unit.freshName(`${s.name.text}$resumable`));
    }
  }
  const head: ts.Statement[] = [];
  const attached: ts.Statement[] = [];
  const rest: ts.Statement[] = [];
  for (const s of statements) {
    const atTop = rest.length === 0 && (isPrologueDirective(s) || ts.isImportDeclaration(s));
    if (ts.isFunctionDeclaration(s) && unit.kept.has(s)) {
      const declared = declareFunction(s);
      attached.push(declared.attach);
      rest.push(...declared.statements);
    } else {
      const visited = visit(s);
      const list = visited === undefined ? [] : Array.isArray(visited) ? visited : [visited];
      (atTop ? head : rest).push(...(list as ts.Statement[]));
    }
  }
  return ts.setTextRange(f.createNodeArray([...head, ...attached, ...rest]), statements);
}
