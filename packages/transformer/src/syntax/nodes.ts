/** Small questions about syntax nodes that several phases ask. */
import * as ts from "typescript";
import { kindsOf } from "./kinds.ts";

/** A function that can carry code and be annotated. */
export type Preemptable =
  | ts.FunctionDeclaration
  | ts.FunctionExpression
  | ts.ArrowFunction
  | ts.ConstructorDeclaration
  | Method;

/** What stands in a class or an object literal as a function of its own. */
export type Method = ts.MethodDeclaration | ts.AccessorDeclaration;

export function isPreemptable(node: ts.Node): node is Preemptable {
  return preemptable[node.kind] === true;
}

const preemptable = kindsOf(
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.FunctionExpression,
  ts.SyntaxKind.ArrowFunction,
  ts.SyntaxKind.Constructor,
  ts.SyntaxKind.MethodDeclaration,
  ts.SyntaxKind.GetAccessor,
  ts.SyntaxKind.SetAccessor,
);

export function isMethod(node: ts.Node): node is Method {
  return ts.isMethodDeclaration(node) || ts.isAccessor(node);
}

/** The class that the constructor belongs to, where `this` comes from another one. */
export function isDerived(node: ts.ClassLikeDeclaration): boolean {
  return node.heritageClauses?.some((h) => h.token === ts.SyntaxKind.ExtendsKeyword) ?? false;
}

/** What calls or constructs. */
export type Call = ts.CallExpression | ts.NewExpression;

export function isCall(node: ts.Node): node is Call {
  return ts.isCallExpression(node) || ts.isNewExpression(node);
}

type SuperCall = ts.CallExpression & { readonly expression: ts.SuperExpression };

/** `super(…)` */
export function isSuperCall(node: ts.Node): node is SuperCall {
  return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword;
}

/** A name, keyword, literal or punctuation: nothing stands inside. */
export function isToken(node: ts.Node): boolean {
  return node.kind <= lastToken;
}

const lastToken = ts.SyntaxKind.LastToken;

export function isAsync(node: Preemptable): boolean {
  return node.modifiers?.some((m) => m.kind === ts.SyntaxKind.AsyncKeyword) ?? false;
}

export function isGenerator(node: ts.Node): boolean {
  return (node as { asteriskToken?: ts.Node }).asteriskToken !== undefined;
}

/** Whether the declaration, or the statement that it is part of, is marked as exported. */
export function isExported(declaration: ts.Node): boolean {
  return (ts.getCombinedModifierFlags(declaration as ts.Declaration) & ts.ModifierFlags.Export) !== 0;
}

/** Whether the variable is a `const`. */
export function isConst(declaration: ts.Node): boolean {
  return (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.BlockScoped) === ts.NodeFlags.Const;
}

/** The parameters that leave code: TypeScript's `this` leaves none. */
export function runtimeParameters({
  parameters,
}: Pick<ts.SignatureDeclaration, "parameters">): ts.ParameterDeclaration[] {
  return parameters.filter((p) => !(ts.isIdentifier(p.name) && p.name.text === "this"));
}

export function isStaticMember(node: ts.Node): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node)?.some(isStaticWord) ?? false);
}

function isStaticWord(modifier: ts.Modifier): boolean {
  return modifier.kind === ts.SyntaxKind.StaticKeyword;
}

export function isLoop(node: ts.Node): node is ts.IterationStatement {
  return ts.isIterationStatement(node, false);
}

/** Whether `node` stands in a loop of `f`, which it is in. */
export function isInLoop(node: ts.Node, f: ts.Node): boolean {
  for (let n = node; n !== f; n = n.parent) if (isLoop(n)) return true;
  return false;
}

/** A loop over values or keys. */
export type Walk = ts.ForOfStatement | ts.ForInStatement;

/** What a loop asks before, or behind, each round; undefined for walks and endless loops. */
export function conditionOf(loop: ts.IterationStatement): ts.Expression | undefined {
  if (ts.isForStatement(loop)) return loop.condition;
  return ts.isWhileStatement(loop) || ts.isDoStatement(loop) ? loop.expression : undefined;
}

export function isWalk(node: ts.Node): node is Walk {
  return ts.isForOfStatement(node) || ts.isForInStatement(node);
}

/** Whether the node has a `this`, `arguments` and `new.target` of its own. */
export function hasOwnThis(node: ts.Node): boolean {
  return (
    (ts.isFunctionLike(node) && !ts.isArrowFunction(node)) ||
    ts.isClassStaticBlockDeclaration(node) ||
    ts.isPropertyDeclaration(node)
  );
}

/** Where statements stand one after the other, and another one can be put beside them. */
export function isStatementList(node: ts.Node): boolean {
  return ts.isSourceFile(node) || ts.isBlock(node) || ts.isModuleBlock(node) || ts.isCaseOrDefaultClause(node);
}

/** `"use strict"` and its like, where they stand first. */
export function isPrologueDirective(node: ts.Node): boolean {
  return ts.isExpressionStatement(node) && ts.isStringLiteral(node.expression);
}

/** Whether code at `node` is surely strict: in a module, a class, or under "use strict". */
export function isStrict(node: ts.Node): boolean {
  for (let n: ts.Node | undefined = node; n !== undefined; n = n.parent) {
    if (ts.isClassLike(n)) return true;
    // A program for Node takes every file for a module, also what the name says is CommonJS.
    if (ts.isSourceFile(n))
      return (ts.isExternalModule(n) && !n.fileName.endsWith(".cjs")) || hasUseStrict(n.statements);
    if (isPreemptable(n) && n.body && ts.isBlock(n.body) && hasUseStrict(n.body.statements)) return true;
  }
  return false;
}

function hasUseStrict(statements: readonly ts.Statement[]): boolean {
  for (const s of statements) {
    if (!ts.isExpressionStatement(s) || !ts.isStringLiteral(s.expression)) return false;
    // With an escape or a line continuation in it, it is no directive.
    const isAsWritten = s.pos < 0 || s.expression.end - s.expression.getStart() === '"use strict"'.length;
    if (s.expression.text === "use strict" && isAsWritten) return true;
  }
  return false;
}

/** `import(…)` */
export function isImportCall(node: ts.Node): boolean {
  return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
}

/** `eval(e)`, also with parentheses around its name; `(0, eval)(e)` is another one. */
export function isDirectEval(node: ts.Node): boolean {
  if (!ts.isCallExpression(node)) return false;
  const callee = unwrap(node.expression);
  return ts.isIdentifier(callee) && callee.text === "eval";
}

/** `(e)`, `e as T`, `e!`, `e satisfies T`, `e<T>`: what stands inside. */
export function unwrap(node: ts.Expression): ts.Expression {
  let inner = node;
  while (wrapping.has(inner.kind)) inner = (inner as ts.ParenthesizedExpression).expression;
  return inner;
}

const wrapping: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ParenthesizedExpression,
  ts.SyntaxKind.AsExpression,
  ts.SyntaxKind.NonNullExpression,
  ts.SyntaxKind.SatisfiesExpression,
  ts.SyntaxKind.TypeAssertionExpression,
  ts.SyntaxKind.ExpressionWithTypeArguments,
]);

/** The node that `node` is the value of, looking through parentheses and type assertions. */
export function outward(node: ts.Node): ts.Node {
  let outer = node;
  while (
    outer.parent !== undefined &&
    ts.isExpression(outer.parent) &&
    unwrap(outer.parent) === unwrap(node as ts.Expression)
  ) {
    outer = outer.parent;
  }
  return outer;
}

/** Whether `node` is `outer`, or somewhere inside. */
export function isWithin(node: ts.Node, outer: ts.Node): boolean {
  for (let n: ts.Node | undefined = node; n !== undefined; n = n.parent) if (n === outer) return true;
  return false;
}

/** The function, or the file, that the node stands in. */
export function functionAround(node: ts.Node): ts.Node {
  let around = node.parent;
  while (!ts.isFunctionLike(around) && !ts.isSourceFile(around)) around = around.parent;
  return around;
}

/** A type, or a declaration that leaves no code. */
export function isErased(node: ts.Node): boolean {
  let by = erasure[node.kind];
  if (by === undefined) {
    by = erasureOf(node);
    erasure[node.kind] = by;
  }
  return by === "declare" ? (ts.getModifiers(node as ts.HasModifiers)?.some(isDeclareWord) ?? false) : by === "always";
}

type Erasure = "always" | "never" | "declare";

/** By the kind of node. Every walk over a file asks for each node: to ask TypeScript each time took a tenth of a transform. */
const erasure: (Erasure | undefined)[] = [];

function erasureOf(node: ts.Node): Erasure {
  const isType =
    (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isTypeParameterDeclaration(node);
  if (isType) return "always";
  return ts.canHaveModifiers(node) ? "declare" : "never";
}

function isDeclareWord(modifier: ts.Modifier): boolean {
  return modifier.kind === ts.SyntaxKind.DeclareKeyword;
}

/** The name of a property, method or field where it is known without running anything. */
export function staticName(name: ts.PropertyName | ts.Node): string | undefined {
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isPrivateIdentifier(name)) return name.text;
  if (ts.isNumericLiteral(name)) return String(Number(name.text));
  if (ts.isBigIntLiteral(name)) return String(BigInt(name.text.slice(0, -1)));
  if (ts.isComputedPropertyName(name) && ts.isStringLiteralLike(name.expression)) return name.expression.text;
  return undefined;
}

/** Whether `this` may not be there yet when the arrow function is made. */
export function isInDerivedConstructor(arrow: ts.Node): boolean {
  for (let n: ts.Node | undefined = arrow.parent; n !== undefined; n = n.parent) {
    if (ts.isConstructorDeclaration(n)) return isDerived(n.parent);
    if (ts.isFunctionLike(n) && !ts.isArrowFunction(n)) return false;
  }
  return false;
}

/** Whether an `arguments` object of the function knows the function, as `arguments.callee`. */
export function hasCallee(node: Preemptable): boolean {
  return !ts.isArrowFunction(node) && hasSimpleParameters(node) && !isStrict(node);
}

function hasSimpleParameters(node: Preemptable): boolean {
  return node.parameters.every((p) => ts.isIdentifier(p.name) && !p.initializer && !p.dotDotDotToken);
}

/** A string or number written out, with its kind in front. */
export function literalText(e: ts.Expression): string | undefined {
  const inner = unwrap(e);
  if (ts.isStringLiteralLike(inner)) return `s${inner.text}`;
  if (ts.isNumericLiteral(inner)) return `n${Number(inner.text)}`;
  return undefined;
}

/** The statement that a `break` ends, or the loop that a `continue` goes on with. */
export function targetOf(jump: ts.BreakOrContinueStatement): ts.Node {
  for (let n: ts.Node = jump.parent; n !== undefined; n = n.parent) {
    if (jump.label !== undefined) {
      if (!ts.isLabeledStatement(n) || n.label.text !== jump.label.text) continue;
      let target: ts.Statement = n;
      while (ts.isLabeledStatement(target)) target = target.statement;
      return ts.isContinueStatement(jump) || isLoop(target) ? target : n;
    }
    if (isLoop(n) || (ts.isBreakStatement(jump) && ts.isSwitchStatement(n))) return n;
    if (ts.isFunctionLike(n)) break;
  }
  return jump;
}

/** `using x = …` or `await using x = …`. */
export function isUsingList(node: ts.Node | undefined): node is ts.VariableDeclarationList {
  if (node === undefined || !ts.isVariableDeclarationList(node)) return false;
  const kind = node.flags & ts.NodeFlags.BlockScoped;
  return kind === ts.NodeFlags.Using || kind === ts.NodeFlags.AwaitUsing;
}
