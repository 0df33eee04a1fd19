/** Targets in one file, by its scopes, and by method names where scopes say nothing. */
import * as ts from "typescript";
import { isStaticMember, unwrap } from "../syntax/nodes.ts";
import { constructingFunctions, constructorLiteral } from "./constructed.ts";
import { builtinMethods } from "./language/builtins.ts";
import { membersOf } from "./members.ts";
import { isReference, type Scopes } from "./scopes.ts";
import {
  exactly,
  type FunctionNode,
  functionLiteral,
  isMember,
  memberName,
  privateTarget,
  type Target,
  type Targets,
} from "./target.ts";

export function targetsByScope(sourceFile: ts.SourceFile, scopes: Scopes): Targets {
  return { of, constructed };

  function constructed(expression: ts.Expression): readonly FunctionNode[] {
    const classAt = (e: ts.Expression) => constructorLiteral(e, scopes);
    return constructingFunctions(classAt(unwrap(expression)), classAt);
  }

  function of(expression: ts.Expression): Target | undefined {
    const e = unwrap(expression);
    const literal = functionLiteral(e);
    if (literal) return exactly(literal);
    if (ts.isIdentifier(e)) return isReference(e) ? byName(e) : undefined;
    if (!isMember(e)) return undefined;
    if (ts.isPropertyAccessExpression(e) && ts.isPrivateIdentifier(e.name)) return privateTarget(e.name);
    return byMemberName(e);
  }

  function byName(name: ts.Identifier): Target | undefined {
    const binding = scopes.resolve(name);
    if (binding === undefined) return undefined;
    const declared = binding.declarations.flatMap(functionDeclaredBy);
    if (binding.declarations.length !== 1) return { declared, others: [], exact: false };
    const [declaration] = binding.declarations as [ts.Node];
    const known = ts.isClassLike(declaration) || declared.length === 1;
    return { declared, others: [], exact: known && !binding.assigned };
  }

  function byMemberName(access: ts.PropertyAccessExpression | ts.ElementAccessExpression): Target | undefined {
    const name = memberName(access);
    if (name === undefined) return undefined;
    const named = (membersOf(sourceFile).get(name) ?? []).flatMap((m) => m.function ?? []);
    const own = access.expression.kind === ts.SyntaxKind.ThisKeyword ? named.filter((f) => sharesThis(f, access)) : [];
    if (own.length > 0) return { declared: own, others: named.filter((f) => !own.includes(f)), exact: false };
    return builtinMethods.has(name) ? undefined : { declared: [], others: named, exact: false };
  }
}

/** The function, if it declares one; at most one. */
export function functionDeclaredBy(declaration: ts.Node): FunctionNode[] {
  if (ts.isFunctionDeclaration(declaration)) return declaration.body ? [declaration] : [];
  if (ts.isFunctionExpression(declaration)) return [declaration];
  const value = ts.isVariableDeclaration(declaration) ? functionLiteral(declaration.initializer) : undefined;
  return value ? [value] : [];
}

/** Whether `this` at `access` may be the object that has the member `f`. */
function sharesThis(f: FunctionNode, access: ts.Node): boolean {
  const owner = ts.isMethodDeclaration(f) ? f.parent : f.parent.parent;
  for (let node = access.parent; node !== undefined; node = node.parent) {
    if (node.parent !== owner || !(ts.isClassElement(node) || ts.isObjectLiteralElement(node))) continue;
    return !ts.isClassElement(node) || !ts.isMethodDeclaration(f) || isStaticMember(node) === isStaticMember(f);
  }
  return false;
}
