/**
 * What the later phases need to know of each function, found in one walk over it. Arrow functions inside count
 * where they share the function's `this`, `arguments`, `super` and `new.target`.
 */
import * as ts from "typescript";
import { isAssigned, isAssignmentOperator } from "../syntax/assignments.ts";
import { hasOwnThis, isDirectEval, isLoop, isWalk, type Preemptable } from "../syntax/nodes.ts";
import { isReference } from "./scopes.ts";

export interface Facts {
  readonly usesThis: boolean;
  readonly usesArguments: boolean;
  readonly usesSuper: boolean;
  readonly usesNewTarget: boolean;
  /** Uses `super` in a way that closures cannot stand in for. */
  readonly superStaysPut: boolean;
  /** The first mention of `arguments`. */
  readonly argumentsReference: ts.Identifier | undefined;
  readonly assignsArguments: boolean;
  /** Someone may ask its `arguments` object which function it is of. */
  readonly showsCallee: boolean;
  /** Anywhere inside, nested functions included. */
  readonly directEval: boolean;
  readonly withStatement: boolean;
  readonly yieldName: boolean;
  /** In its own code only. */
  readonly awaitUsing: ts.VariableDeclarationList[];
  readonly hasUsing: boolean;
  readonly hasLoop: boolean;
  readonly hasAwait: boolean;
  /** It has a `for await` loop. */
  readonly hasAwaitingLoop: boolean;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export function factsOf(f: Preemptable): Facts {
  const facts: Mutable<Facts> = {
    usesThis: false,
    usesArguments: false,
    usesSuper: false,
    usesNewTarget: false,
    superStaysPut: false,
    argumentsReference: undefined,
    assignsArguments: false,
    showsCallee: false,
    directEval: false,
    withStatement: false,
    yieldName: false,
    awaitUsing: [],
    hasUsing: false,
    hasLoop: false,
    hasAwait: false,
    hasAwaitingLoop: false,
  };
  for (const p of f.parameters) visit(p, true, true);
  if (f.body) visit(f.body, true, true);
  if (f.name && ts.isIdentifier(f.name) && f.name.text === "yield") facts.yieldName = true;
  return facts;

  /** `lexical`: `this` here is that of `f`. `own`: this code belongs to `f` and to no function inside. */
  function visit(node: ts.Node, lexical: boolean, own: boolean): void {
    if (lexical) {
      if (node.kind === ts.SyntaxKind.ThisKeyword) facts.usesThis = true;
      else if (node.kind === ts.SyntaxKind.SuperKeyword) {
        facts.usesSuper = true;
        facts.usesThis = true;
        if (!isPlainSuperProperty(node)) facts.superStaysPut = true;
      } else if (ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.NewKeyword) facts.usesNewTarget = true;
      else if (ts.isIdentifier(node) && node.text === "arguments" && isReference(node)) usesArguments(node);
    }
    if (ts.isIdentifier(node) && node.text === "yield" && isReserved(node)) facts.yieldName = true;
    if (isDirectEval(node)) facts.directEval = true;
    if (ts.isWithStatement(node)) facts.withStatement = true;
    if (own) {
      if (isLoop(node)) facts.hasLoop = true;
      if (ts.isForOfStatement(node) && node.awaitModifier) facts.hasAwaitingLoop = true;
      if (ts.isAwaitExpression(node) || facts.hasAwaitingLoop) facts.hasAwait = true;
      if (ts.isVariableDeclarationList(node)) {
        const kind = node.flags & ts.NodeFlags.BlockScoped;
        if (kind === ts.NodeFlags.AwaitUsing) {
          facts.awaitUsing.push(node);
          facts.hasAwait = true;
        }
        if (kind === ts.NodeFlags.Using || kind === ts.NodeFlags.AwaitUsing) facts.hasUsing = true;
      }
    }
    const inside = ts.isFunctionLike(node) || ts.isClassStaticBlockDeclaration(node) || ts.isPropertyDeclaration(node);
    ts.forEachChild(node, (child) => {
      // A computed key or decorator belongs to the code around it.
      const outer = ts.isComputedPropertyName(child) || ts.isDecorator(child);
      visit(child, lexical && (outer || !hasOwnThis(node)), own && (outer || !inside));
    });
  }

  function usesArguments(node: ts.Identifier): void {
    facts.usesArguments = true;
    facts.argumentsReference ??= node;
    const parent = node.parent;
    if (ts.isElementAccessExpression(parent) && parent.expression === node) {
      if (!ts.isNumericLiteral(parent.argumentExpression)) facts.showsCallee = true;
      return;
    }
    if (ts.isPropertyAccessExpression(parent) && parent.expression === node) {
      if (parent.name.text !== "length") facts.showsCallee = true;
      return;
    }
    if (ts.isBinaryExpression(parent) && parent.left === node && isAssignmentOperator(parent.operatorToken.kind)) {
      facts.assignsArguments = true;
    } else if (!isOnlyRead(node)) facts.showsCallee = true;
  }
}

/** `...arguments`, `typeof arguments`, `for (const x of arguments)`. */
function isOnlyRead(node: ts.Identifier): boolean {
  const parent = node.parent;
  if (ts.isSpreadElement(parent) || ts.isTypeOfExpression(parent)) return true;
  return isWalk(parent) && parent.expression === node;
}

/** `super.x` and `super[x]` read, assigned or called: not `super()`, `super.x?.()`, ``super.x`…` ``, `delete super.x`, `super[x] += 1`. */
function isPlainSuperProperty(node: ts.Node): boolean {
  const property = node.parent;
  if (!ts.isPropertyAccessExpression(property) && !ts.isElementAccessExpression(property)) return false;
  const { parent } = property;
  if (ts.isDeleteExpression(parent) || ts.isTaggedTemplateExpression(parent)) return false;
  if (ts.isOptionalChain(property) || (ts.isOptionalChain(parent) && parent.expression === property)) return false;
  if (ts.isParenthesizedExpression(parent)) return false;
  if (ts.isPropertyAccessExpression(property)) return true;
  const isUpdated = ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent);
  const isCompound = ts.isBinaryExpression(parent) && parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken;
  return !(isUpdated || isCompound) || !isAssigned(property);
}

function isReserved(node: ts.Identifier): boolean {
  const parent = node.parent;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent) || ts.isPropertyDeclaration(parent)) {
    return parent.name !== node;
  }
  return !(ts.isBindingElement(parent) && parent.propertyName === node);
}
