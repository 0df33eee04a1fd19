/** Which expressions give the objects of generator functions: calls of these, and constants that hold what such a call gave. */
import * as ts from "typescript";
import { isConst, unwrap } from "../syntax/nodes.ts";
import type { Scopes } from "./scopes.ts";
import { allOf, type FunctionNode, type Targets } from "./target.ts";

export interface Sources {
  readonly scopes: Scopes;
  readonly targets: Targets;
  isWanted(f: FunctionNode): boolean;
  readonly isWantedImport: ((declaration: ts.ImportSpecifier | ts.ImportClause) => boolean) | undefined;
}

export function givesGenerator(value: ts.Expression, sources: Sources): boolean {
  const e = unwrap(value);
  if (ts.isCallExpression(e)) return isGeneratorFunction(unwrap(e.expression), sources);
  if (ts.isConditionalExpression(e)) return [e.whenTrue, e.whenFalse].some((part) => givesGenerator(part, sources));
  const declaration = onlyDeclaration(e, sources);
  if (declaration === undefined || !ts.isVariableDeclaration(declaration) || !isConst(declaration)) return false;
  return declaration.initializer !== undefined && givesGenerator(declaration.initializer, sources);
}

function isGeneratorFunction(callee: ts.Expression, sources: Sources): boolean {
  if (allOf(sources.targets.of(callee)).some((f) => sources.isWanted(f))) return true;
  const declaration = onlyDeclaration(callee, sources);
  if (declaration === undefined || !(ts.isImportSpecifier(declaration) || ts.isImportClause(declaration))) return false;
  return sources.isWantedImport?.(declaration) === true;
}

function onlyDeclaration(e: ts.Expression, { scopes }: Sources): ts.Node | undefined {
  const [declaration, ...others] = (ts.isIdentifier(e) && scopes.resolve(e)?.declarations) || [];
  return others.length > 0 ? undefined : declaration;
}
