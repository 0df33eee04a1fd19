/**
 * Builders of nodes, so that code which emits reads like what it emits:
 *
 *   js.constant(end, js.member(list, "length"))      const $end = $list.length;
 *
 * All that is made here has no place in the source; see positions.ts for what has.
 */
import * as ts from "typescript";

const { factory: f } = ts;

// Values

export function number(value: number | string): ts.NumericLiteral {
  return f.createNumericLiteral(value);
}

export function text(value: string): ts.StringLiteral {
  return f.createStringLiteral(value);
}

export function truth(value: boolean): ts.BooleanLiteral {
  return value ? f.createTrue() : f.createFalse();
}

/** `void 0` */
export function nothing(): ts.VoidExpression {
  return f.createVoidZero();
}

/** A name that means itself wherever it stands, as that of a global. */
export function word(name: string): ts.Identifier {
  return f.createIdentifier(name);
}

/** `[a, b]` */
export function list(...elements: readonly ts.Expression[]): ts.ArrayLiteralExpression {
  return f.createArrayLiteralExpression(elements);
}

/** `{ a: 1, b }` */
export function object(...properties: readonly ts.ObjectLiteralElementLike[]): ts.ObjectLiteralExpression {
  return f.createObjectLiteralExpression(properties);
}

/** `name: value` */
export function property(name: string | ts.PropertyName, value: ts.Expression): ts.PropertyAssignment {
  return f.createPropertyAssignment(name, value);
}

/** `() => body` */
export function arrow(
  parameters: readonly ts.ParameterDeclaration[],
  body: ts.ConciseBody,
  modifiers?: readonly ts.Modifier[],
): ts.ArrowFunction {
  return f.createArrowFunction(modifiers, undefined, parameters, undefined, undefined, body);
}

/** `name`, or `name = initializer` */
export function parameter(name: string | ts.BindingName, initializer?: ts.Expression): ts.ParameterDeclaration {
  return f.createParameterDeclaration(undefined, undefined, name, undefined, undefined, initializer);
}

/** `...name` */
export function restParameter(name: ts.BindingName): ts.ParameterDeclaration {
  return f.createParameterDeclaration(undefined, f.createToken(ts.SyntaxKind.DotDotDotToken), name);
}

// Expressions

/** `object.name` */
export function member(object: ts.Expression, name: string | ts.MemberName): ts.PropertyAccessExpression {
  return f.createPropertyAccessExpression(object, name);
}

/** `object[key]` */
export function element(object: ts.Expression, key: number | ts.Expression): ts.ElementAccessExpression {
  return f.createElementAccessExpression(object, key);
}

export function call(callee: ts.Expression, ...args: readonly ts.Expression[]): ts.CallExpression {
  return f.createCallExpression(callee, undefined, args);
}

/** `target = value` */
export function assign(target: ts.Expression, value: ts.Expression): ts.BinaryExpression {
  return f.createAssignment(target, value);
}

/** `a === b` */
export function equal(a: ts.Expression, b: ts.Expression): ts.BinaryExpression {
  return f.createStrictEquality(a, b);
}

/** `a !== b` */
export function unequal(a: ts.Expression, b: ts.Expression): ts.BinaryExpression {
  return f.createStrictInequality(a, b);
}

/** `typeof e === "type"` */
export function isOfType(e: ts.Expression, type: string): ts.BinaryExpression {
  return equal(f.createTypeOfExpression(e), text(type));
}

/** `a <= b` */
export function atMost(a: ts.Expression, b: ts.Expression): ts.BinaryExpression {
  return f.createLessThanEquals(a, b);
}

/** `a + b` */
export function sum(a: ts.Expression, b: ts.Expression): ts.BinaryExpression {
  return f.createAdd(a, b);
}

/** `+e` */
export function plus(e: ts.Expression): ts.PrefixUnaryExpression {
  return f.createPrefixPlus(e);
}

/** `a && b && …` */
export function and(first: ts.Expression, ...others: readonly ts.Expression[]): ts.Expression {
  return others.reduce((a, b) => f.createLogicalAnd(a, b), first);
}

/** `a || b || …` */
export function or(first: ts.Expression, ...others: readonly ts.Expression[]): ts.Expression {
  return others.reduce((a, b) => f.createLogicalOr(a, b), first);
}

export function not(e: ts.Expression): ts.PrefixUnaryExpression {
  return f.createLogicalNot(e);
}

/** `a, b` */
export function comma(a: ts.Expression, b: ts.Expression): ts.BinaryExpression {
  return f.createComma(a, b);
}

/** `condition ? yes : no` */
export function choice(condition: ts.Expression, yes: ts.Expression, no: ts.Expression): ts.ConditionalExpression {
  return f.createConditionalExpression(condition, undefined, yes, undefined, no);
}

/** `(e)` */
export function parenthesized(e: ts.Expression): ts.ParenthesizedExpression {
  return f.createParenthesizedExpression(e);
}

// Statements

/** `expression;` of an expression that is made here, and begins with a name. */
export function statement(expression: ts.Expression): ts.ExpressionStatement {
  return f.createExpressionStatement(expression);
}

/** `const name = value;` */
export function constant(name: ts.BindingName, value: ts.Expression): ts.VariableStatement {
  return declarations(ts.NodeFlags.Const, declaration(name, value));
}

/** `var a, b = 1;`, or `let`, or `const`, by the flags */
export function declarations(
  flags: ts.NodeFlags,
  ...declared: readonly ts.VariableDeclaration[]
): ts.VariableStatement {
  return f.createVariableStatement(undefined, f.createVariableDeclarationList(declared, flags));
}

/** `name = value` in a declaration */
export function declaration(name: string | ts.BindingName, value?: ts.Expression): ts.VariableDeclaration {
  return f.createVariableDeclaration(name, undefined, undefined, value);
}

export function returned(value?: ts.Expression): ts.ReturnStatement {
  return f.createReturnStatement(value);
}

/** `if (condition) then else otherwise` */
export function when(condition: ts.Expression, then: ts.Statement, otherwise?: ts.Statement): ts.IfStatement {
  return f.createIfStatement(condition, then, otherwise);
}

/** `{ a; b; }` */
export function block(...statements: readonly ts.Statement[]): ts.Block {
  return f.createBlock(statements);
}

/** A block with a line for each statement. */
export function lines(...statements: readonly ts.Statement[]): ts.Block {
  return f.createBlock(statements, true);
}
