/**
 * The keys of members of classes and object literals: known from the text, or only when the code runs.
 */
import * as ts from "typescript";
import { isStaticMember, type Method, staticName } from "../syntax/nodes.ts";
import type { Scopes } from "./scopes.ts";

const wellKnownSymbols = new Set([
  "asyncDispose",
  "asyncIterator",
  "dispose",
  "hasInstance",
  "isConcatSpreadable",
  "iterator",
  "match",
  "matchAll",
  "replace",
  "search",
  "species",
  "split",
  "toPrimitive",
  "toStringTag",
  "unscopables",
]);

/** A key that can be compared with others: a name, a literal, or a well-known symbol. Undefined: only known at run time. */
export function knownKey(name: ts.PropertyName, scopes: Scopes): string | undefined {
  const key = staticName(name);
  if (key !== undefined) return key;
  if (!ts.isComputedPropertyName(name)) return undefined;
  const e = name.expression;
  if (!ts.isPropertyAccessExpression(e) || !ts.isIdentifier(e.expression) || e.expression.text !== "Symbol") {
    return undefined;
  }
  return scopes.isGlobal(e.expression) && wellKnownSymbols.has(e.name.text) ? `@@${e.name.text}` : undefined;
}

/** Whether the member is put on the class or its prototype before static blocks run, as methods and accessors are. */
export function isDefinedEarly(member: ts.ClassElement): boolean {
  if (ts.isMethodDeclaration(member)) return member.body !== undefined;
  return ts.isAccessor(member) || ts.isAutoAccessorPropertyDeclaration(member);
}

/** The members that replace `method` if their keys turn out to be the same: those after it, beside it. */
export function laterMembers(method: Method): ts.ClassElement[] {
  const { members } = method.parent as ts.ClassLikeDeclaration;
  return members
    .slice(members.indexOf(method) + 1)
    .filter(
      (m) =>
        isDefinedEarly(m) &&
        isStaticMember(m) === isStaticMember(method) &&
        !isOtherHalf(m, method) &&
        !(m.name && ts.isPrivateIdentifier(m.name)),
    );
}

/** A getter and a setter of one name leave each other in place. */
function isOtherHalf(a: ts.Node, b: ts.Node): boolean {
  return ts.isAccessor(a) && ts.isAccessor(b) && a.kind !== b.kind;
}

/** Whether a statement list stands between `node` and the function around it, so that a variable of that list is the activation's own. */
export function hasListOfItsOwn(node: ts.Node): boolean {
  for (let n = node; n.parent !== undefined; n = n.parent) {
    const { parent } = n;
    if (ts.isBlock(parent) || ts.isModuleBlock(parent) || ts.isSourceFile(parent) || ts.isCaseOrDefaultClause(parent)) {
      return true;
    }
    if (ts.isFunctionLike(parent) || ts.isPropertyDeclaration(parent)) return false;
  }
  return false;
}
