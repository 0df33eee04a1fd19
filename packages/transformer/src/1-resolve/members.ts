/**
 * Methods, and other properties that hold functions, by name: what a call of `o.m()` may reach when nothing is known
 * of `o`.
 */
import * as ts from "typescript";
import { memo } from "../shared/memo.ts";
import { isStaticMember, staticName } from "../syntax/nodes.ts";
import { nodesOf } from "../syntax/nodes-of.ts";
import { type FunctionNode, functionLiteral, isMember, memberName } from "./target.ts";

/** The class or object literal that a member stands in; undefined for `o.m = …`. */
export type Owner = ts.ClassLikeDeclaration | ts.ObjectLiteralExpression;

export interface NamedMember {
  readonly owner: Owner | undefined;
  readonly isStatic: boolean;
  /** The member, where it is a function written on the spot. */
  readonly function: FunctionNode | undefined;
  /** Else what is assigned to it. */
  readonly value: ts.Expression | undefined;
}

export type Members = ReadonlyMap<string, readonly NamedMember[]>;

const ofFiles = new WeakMap<ts.SourceFile, Members>();

/** Those of one file, for which several analyses ask. */
export function membersOf(file: ts.SourceFile): Members {
  return memo(ofFiles, file, () => indexMembers([file]));
}

export function indexMembers(files: Iterable<ts.SourceFile>): Members {
  const members = new Map<string, NamedMember[]>();
  for (const file of files) for (const node of nodesOf(file)) look(node);
  return members;

  function look(node: ts.Node): void {
    if (ts.isMethodDeclaration(node) && node.body) add(node.name, node, node);
    else if (ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node)) add(node.name, node, node.initializer);
    else if (ts.isShorthandPropertyAssignment(node)) add(node.name, node, node.name);
    else if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      const name = isMember(node.left) ? memberName(node.left) : undefined;
      if (name !== undefined) put(name, undefined, false, node.right);
    }
  }

  function add(name: ts.PropertyName, node: ts.ClassElement | ts.ObjectLiteralElement, value: ts.Node | undefined) {
    const text = ts.isPrivateIdentifier(name) ? undefined : staticName(name);
    if (text === undefined || value === undefined) return;
    put(text, node.parent as Owner, isStaticMember(node), value);
  }

  function put(name: string, owner: Owner | undefined, isStatic: boolean, value: ts.Node): void {
    const f = ts.isMethodDeclaration(value) ? value : functionLiteral(value as ts.Expression);
    if (f === undefined && cannotBeFunction(value)) return;
    const list = members.get(name) ?? [];
    list.push({ owner, isStatic, function: f, value: f ? undefined : (value as ts.Expression) });
    members.set(name, list);
  }
}

function cannotBeFunction(value: ts.Node): boolean {
  return (
    ts.isLiteralExpression(value) ||
    ts.isTemplateExpression(value) ||
    ts.isObjectLiteralExpression(value) ||
    ts.isArrayLiteralExpression(value) ||
    ts.isPrefixUnaryExpression(value) ||
    value.kind === ts.SyntaxKind.TrueKeyword ||
    value.kind === ts.SyntaxKind.FalseKeyword ||
    value.kind === ts.SyntaxKind.NullKeyword
  );
}
