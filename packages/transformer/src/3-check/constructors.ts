/**
 * What of a constructor keeps it from being preemptable. A class makes its objects itself, also for the resumable body of its
 * constructor: so the constructor has to see what it is called for before anything else of it runs. See 5-emit/constructors.ts.
 */
import * as ts from "typescript";
import { memo } from "../shared/memo.ts";
import { isDecorated } from "../syntax/decorators.ts";
import { isMoved, parameterProperties } from "../syntax/fields.ts";
import { mayRunFields } from "../syntax/initialisers.ts";
import { someLexical } from "../syntax/lexical.ts";
import { isDerived, isSuperCall, unwrap } from "../syntax/nodes.ts";

export interface ConstructorChecks {
  readonly compilerOptions: ts.CompilerOptions;
  readonly erased: ReadonlySet<ts.Decorator>;
}

/** As the end of "The constructor of C …"; undefined if nothing does. */
export function problemOfConstructor(f: ts.ConstructorDeclaration, checks: ConstructorChecks): string | undefined {
  const cls = f.parent;
  if (isDecorated(cls, checks.erased)) return "belongs to a decorated class";
  if (isParameterFirst(f, checks)) {
    return "evaluates its parameters before the fields of its class, which TypeScript moves into it";
  }
  return mayRunFields(cls, checks.erased) ? undefined : problemOfBare(f, checks);
}

/** What keeps the class from making an object for the resumable body of its constructor. */
export function problemOfBare(f: ts.ConstructorDeclaration, checks: ConstructorChecks): string | undefined {
  const cls = f.parent;
  if (parameterProperties(f).length > 0)
    return isDerived(cls)
      ? "has parameters that are properties, in a derived class"
      : "has parameters that are properties, in a class with private names";
  // In a base class they come first, also for an object that is made for the resumable body.
  if (isDerived(cls) && cls.members.some((m) => isMoved(m, checks.compilerOptions)))
    return "belongs to a derived class with private names, where TypeScript moves fields into it";
  if (!f.parameters.every((p) => isUnseen(p.name))) return "takes a parameter apart in a way that could be seen";
  return undefined;
}

/** Whether somebody may see that parameters get their values before fields do, as they do in what TypeScript makes of a base class. */
function isParameterFirst(f: ts.ConstructorDeclaration, { compilerOptions }: ConstructorChecks): boolean {
  const { members } = f.parent;
  if (isDerived(f.parent)) return false;
  if (f.parameters.every(isUnseenParameter) && parameterProperties(f).length === 0) return false;
  return members.some((m) => isMoved(m, compilerOptions));
}

/** Whether nobody sees when the parameter gets its value. */
function isUnseenParameter({ name, initializer }: ts.ParameterDeclaration): boolean {
  return ts.isIdentifier(name) && (initializer === undefined || isValue(initializer));
}

/** Whether nobody sees that the parameter is given an object without properties. */
function isUnseen(name: ts.BindingName): boolean {
  if (ts.isIdentifier(name)) return true;
  if (ts.isArrayBindingPattern(name)) return false;
  return name.elements.every((e) => {
    const isKnown = e.propertyName === undefined || !ts.isComputedPropertyName(e.propertyName);
    return ts.isIdentifier(e.name) && isKnown && (e.initializer === undefined || isValue(e.initializer));
  });
}

function isValue(node: ts.Expression): boolean {
  const e = unwrap(node);
  if (ts.isArrayLiteralExpression(e)) return e.elements.length === 0;
  if (ts.isObjectLiteralExpression(e)) return e.properties.length === 0;
  if (ts.isPrefixUnaryExpression(e)) return ts.isNumericLiteral(e.operand);
  return ts.isLiteralExpression(e) || isKeyword(e) || ts.isArrowFunction(e) || ts.isFunctionExpression(e);
}

/** `true`, `false` or `null`. */
export function isKeyword({ kind }: ts.Node): boolean {
  return (
    kind === ts.SyntaxKind.TrueKeyword || kind === ts.SyntaxKind.FalseKeyword || kind === ts.SyntaxKind.NullKeyword
  );
}

/**
 * Whether `this` and `new.target` are in a box while the constructor runs: somebody asks for the latter, or the former may be asked for
 * before it is there. It surely is behind a `super(…)` that is one of the statements of the constructor, and the only one.
 */
export function isBoxed(f: ts.ConstructorDeclaration): boolean {
  return memo(boxes, f, () => isNewTargetAsked(f) || (isDerived(f.parent) && !isSimple(f)));
}

/** The same where the resumable body is a generator, whose own `this` never changes. */
export function isGeneratorBoxed(f: ts.ConstructorDeclaration): boolean {
  return isDerived(f.parent) || isBoxed(f);
}

const boxes = new WeakMap<ts.Node, boolean>();

function isSimple(f: ts.ConstructorDeclaration): boolean {
  const statements = f.body?.statements ?? [];
  const own = statements.find((s) => ts.isExpressionStatement(s) && isSuperCall(unwrap(s.expression)));
  if (own === undefined) return false;
  const call = unwrap((own as ts.ExpressionStatement).expression);
  return !someLexical(f, (node) => {
    if (isSuperCall(node)) return node !== call;
    // The word of the call itself is no property of the prototype.
    const isBefore = node.pos < own.end && node !== (call as ts.CallExpression).expression;
    if (node.kind === ts.SyntaxKind.ThisKeyword || node.kind === ts.SyntaxKind.SuperKeyword) return isBefore;
    return isBefore && ts.isReturnStatement(node);
  });
}

function isNewTargetAsked(f: ts.ConstructorDeclaration): boolean {
  return someLexical(f, (node) => ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.NewKeyword);
}

/**
 * Whether the constructor of a derived class returns from a `try` statement or a loop: where the class complains of what it returns,
 * that has been left.
 */
export function returnsTooEarly(f: ts.ConstructorDeclaration): boolean {
  const isComplaint = (node: ts.Node) =>
    ts.isReturnStatement(node) && (node.expression !== undefined || isBoxed(f)) && isInTryOrWalk(node, f);
  return isDerived(f.parent) && someOwn(f, isComplaint);
}

function someOwn(f: ts.Node, says: (node: ts.Node) => boolean): boolean {
  const visit = (node: ts.Node): boolean =>
    says(node) || (!ts.isFunctionLike(node) && (ts.forEachChild(node, (child) => visit(child) || undefined) ?? false));
  return ts.forEachChild(f, (child) => visit(child) || undefined) ?? false;
}

function isInTryOrWalk(node: ts.Node, f: ts.Node): boolean {
  for (let n = node; n !== f; n = n.parent) if (ts.isTryStatement(n) || ts.isForOfStatement(n)) return true;
  return false;
}
