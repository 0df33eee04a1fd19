/**
 * Parameters that are taken apart step by step. A generator evaluates its parameters before it can be suspended. So the first of these,
 * and all behind it, become the first variables of the body:
 *
 *   function* f(a, { total }, b = 1) { … }   ⇒   function* f(a, $given_1, $given_2) { let { total } = $given_1; let b = …; … }
 *
 * That is exact where nobody sees the difference: parameters and variables of the body have no name in common, and no default value means
 * a variable that would be another one there.
 */
import * as ts from "typescript";
import { factsOf } from "../1-resolve/facts.ts";
import { isErased, isGenerator, type Preemptable } from "../syntax/nodes.ts";
import { isObjectPattern, mentionsAny, namesIn } from "../syntax/patterns.ts";
import { isTold, parameterReads, type Steps } from "./taken-apart.ts";

/** The parameters that are moved; none where none is taken apart step by step, or where that is not exact. */
export function movedParameters(f: Preemptable, callees: Steps): readonly ts.ParameterDeclaration[] {
  const first = f.parameters.findIndex((p) => parameterReads(p, callees));
  if (first < 0 || f.body === undefined || ts.isConstructorDeclaration(f) || isGenerator(f)) return [];
  const { usesArguments, directEval } = factsOf(f);
  if (usesArguments || directEval) return [];
  const [before, moved] = [f.parameters.slice(0, first), f.parameters.slice(first)];
  if (!moved.every((p) => isAlike(p, callees))) return [];
  const own = new Set(moved.flatMap(({ name }) => [...namesIn(name)]));
  // A default value before it, or a function in one of those behind, would mean another variable.
  if (before.some((p) => mentionsAny(p, own))) return [];
  const declared = declaredIn(f.body);
  return moved.some((p) => mentionsAny(p, declared)) ? [] : moved;
}

/** Whether an engine says the same of what it cannot take apart where the parameter is a variable. */
function isAlike(parameter: ts.ParameterDeclaration, callees: Steps): boolean {
  const { name, dotDotDotToken } = parameter;
  if (ts.isIdentifier(name)) return true;
  return dotDotDotToken === undefined && (!isObjectPattern(name) || isTold(name, parameter, callees));
}

/** The names that the body declares for all of it. A function of a block may be one of these in sloppy code. */
function declaredIn(body: ts.ConciseBody): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (isErased(node)) return;
    const isOfBody = node.parent === body;
    if (ts.isVariableDeclarationList(node) && (isVar(node) || isStatementOf(body, node.parent)))
      for (const { name } of node.declarations) for (const text of namesIn(name)) names.add(text);
    const isBlockScoped = ts.isClassDeclaration(node) || ts.isEnumDeclaration(node);
    if (ts.isFunctionDeclaration(node) || (isOfBody && isBlockScoped))
      if (node.name !== undefined) names.add(node.name.text);
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  visit(body);
  return names;
}

function isVar(list: ts.VariableDeclarationList): boolean {
  return (list.flags & ts.NodeFlags.BlockScoped) === 0;
}

function isStatementOf(body: ts.ConciseBody, node: ts.Node): boolean {
  return ts.isVariableStatement(node) && node.parent === body;
}
