/**
 * Which functions may stand behind a callee, as far as the source tells. Two answer: `targets-by-scope.ts` knows one
 * file, `targets-by-type.ts` asks TypeScript's checker about a whole program.
 */
import * as ts from "typescript";
import { unwrap } from "../syntax/nodes.ts";

/** A function with a body. Constructors, accessors and generators are among them. */
export type FunctionNode = ts.FunctionLikeDeclaration;

export interface Target {
  /** What the declarations that the callee names come to. */
  readonly declared: readonly FunctionNode[];
  /** What else may stand there: overriding and implementing methods, members of the same name. */
  readonly others: readonly FunctionNode[];
  /** Nothing but these can, as long as nobody replaces members at run time. */
  readonly exact: boolean;
}

export interface Targets {
  /** What `expression` may be when it is called; undefined where nothing is known of it. */
  of(expression: ts.Expression): Target | undefined;
  /** What runs when `new expression()` or, for what a class is derived from, `super()` does, as far as the source tells. */
  constructed(expression: ts.Expression): readonly FunctionNode[];
}

export type Member = ts.PropertyAccessExpression | ts.ElementAccessExpression;

/** `o.m`, `o["m"]`, `o[m]`. */
export function isMember(node: ts.Node): node is Member {
  return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
}

/** The name of the member where it is written out. */
export function memberName(node: Member): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  const key = unwrap(node.argumentExpression);
  return ts.isStringLiteralLike(key) ? key.text : undefined;
}

/** `expression` as a function written on the spot. */
export function functionLiteral(expression: ts.Expression | undefined): FunctionNode | undefined {
  const inner = expression && unwrap(expression);
  return inner && (ts.isFunctionExpression(inner) || ts.isArrowFunction(inner)) ? inner : undefined;
}

export function exactly(f: FunctionNode): Target {
  return { declared: [f], others: [], exact: true };
}

/** Everything that may stand there. */
export function allOf(target: Target | undefined): readonly FunctionNode[] {
  return target === undefined ? [] : [...target.declared, ...target.others];
}

/** The member of the class around `name` that declares this private name. */
export function privateMember(name: ts.PrivateIdentifier): ts.ClassElement | undefined {
  for (let node: ts.Node = name; node !== undefined; node = node.parent) {
    if (!ts.isClassLike(node)) continue;
    const member = node.members.find(
      (m) => m.name !== undefined && ts.isPrivateIdentifier(m.name) && m.name.text === name.text,
    );
    if (member !== undefined) return member;
  }
  return undefined;
}

/** What a private name means: always the one member that declares it. */
export function privateTarget(name: ts.PrivateIdentifier): Target | undefined {
  const member = privateMember(name);
  if (member === undefined) return undefined;
  if (ts.isMethodDeclaration(member)) return exactly(member);
  const value = ts.isPropertyDeclaration(member) ? functionLiteral(member.initializer) : undefined;
  return { declared: value ? [value] : [], others: [], exact: false };
}
