/** Functions whose calls all stand in their file: nothing mentions them but to call them. */
import * as ts from "typescript";
import { isExported, outward, runtimeParameters, unwrap } from "../syntax/nodes.ts";
import type { Scopes } from "./scopes.ts";

/**
 * What `parameter` is given by all calls of its function, and by default; unseen where another call may give it something else.
 * A call that gives it nothing adds nothing.
 *
 * @param isScript Whether other files may call what the file declares at its top
 */
export function argumentsFor(
  parameter: ts.ParameterDeclaration,
  scopes: Scopes,
  isScript: boolean,
): readonly ts.Expression[] | "unseen" {
  if (parameter.dotDotDotToken !== undefined) return "unseen";
  const f = parameter.parent;
  const calls = callsOf(f, scopes, isScript);
  const at = runtimeParameters(f).indexOf(parameter);
  if (calls?.every((call) => !call.arguments.slice(0, at + 1).some(ts.isSpreadElement)) !== true) return "unseen";
  return [...calls.map((call) => call.arguments[at]), parameter.initializer].filter((e) => e !== undefined);
}

function callsOf(f: ts.SignatureDeclaration, scopes: Scopes, isScript: boolean): ts.CallExpression[] | undefined {
  const declaration = nameOf(f);
  const binding = declaration && scopes.declaredBy(declaration);
  if (binding === undefined || binding.assigned || binding.isOpen || binding.declarations.length > 1) return undefined;
  if (isExported(declaration as ts.Node)) return undefined;
  if (isScript && ts.findAncestor(declaration?.parent, isScope) === f.getSourceFile()) return undefined;
  const calls = binding.references.map((name) => outward(name).parent);
  const isCall = (node: ts.Node, i: number): node is ts.CallExpression =>
    ts.isCallExpression(node) && unwrap(node.expression) === binding.references[i];
  // One that nobody calls is called by whom nobody sees.
  return calls.length > 0 && calls.every(isCall) ? calls : undefined;
}

/** What declares the only name by which `f` can be called. */
function nameOf(f: ts.SignatureDeclaration): ts.Declaration | undefined {
  if (ts.isFunctionDeclaration(f)) return f;
  if (!ts.isArrowFunction(f) && !(ts.isFunctionExpression(f) && f.name === undefined)) return undefined;
  const { parent } = outward(f);
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent : undefined;
}

function isScope(node: ts.Node): boolean {
  return ts.isFunctionLike(node) || ts.isBlock(node) || ts.isSourceFile(node);
}
