/**
 * What a function does first, where that may be to return: tests of its parameters that run nobody's code and cannot fail.
 *
 *   function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }     n < 2, if n is a number: n
 *   function sum(tree) { if (tree === undefined) return 0; … }          tree === undefined: 0
 */
import * as ts from "typescript";
import { isGlobal, type Scopes } from "../../1-resolve/scopes.ts";
import { isPrologueDirective, type Preemptable, unwrap } from "../../syntax/nodes.ts";
import { isHarmless } from "../plain-parameters.ts";
import { isComparison, isNumericOperator } from "../variables/numeric.ts";

/** It returns the value, or nothing, where the test says yes; no, if it is negated. */
interface Choice {
  readonly test: ts.Expression;
  readonly isNegated: boolean;
  readonly value: ts.Expression | undefined;
}

export interface EarlyReturn extends Choice {
  /** The parameters that it asks. */
  readonly parameters: ReadonlySet<ts.ParameterDeclaration>;
  /** Those which have to be numbers before the test is made, and before its value: others might run code, or throw. */
  readonly numbers: { readonly tested: Numbers; readonly valued: Numbers };
}

type Numbers = ReadonlySet<ts.ParameterDeclaration>;

/** More would make a call larger than it is worth. */
const maxReturns = 2;
const maxNodes = 16;

/** In their order. */
export function earlyReturnsOf(f: Preemptable, scopes: Scopes): EarlyReturn[] {
  if (f.body === undefined || !f.parameters.every(isHarmless)) return [];
  const found: EarlyReturn[] = [];
  for (const either of choicesOf(f.body)) {
    const early = either.map((choice) => simple(choice, f, scopes)).find((e) => e !== undefined);
    if (early === undefined) break;
    found.push(early);
    // If one of these is no number, nobody knows what the function does next.
    if (early.numbers.tested.size + early.numbers.valued.size > 0 || found.length === maxReturns) break;
  }
  return found;
}

/** The decisions with which the body begins; each as what may be returned there, or there. */
function choicesOf(body: ts.ConciseBody): Choice[][] {
  if (!ts.isBlock(body)) return [inValue(body)];
  const choices: Choice[][] = [];
  for (const s of body.statements) {
    if (isPrologueDirective(s)) continue;
    if (ts.isReturnStatement(s)) return [...choices, inValue(s.expression)];
    if (!ts.isIfStatement(s)) return choices;
    const returned = returnIn(s.thenStatement);
    if (returned === undefined) return choices;
    choices.push([{ test: s.expression, isNegated: false, value: returned.expression }]);
    if (s.elseStatement !== undefined) return choices;
  }
  return choices;
}

function inValue(value: ts.Expression | undefined): Choice[] {
  const e = value && unwrap(value);
  if (e === undefined || !ts.isConditionalExpression(e)) return [];
  const { condition: test, whenTrue, whenFalse } = e;
  return [
    { test, isNegated: false, value: whenTrue },
    { test, isNegated: true, value: whenFalse },
  ];
}

function returnIn(statement: ts.Statement): ts.ReturnStatement | undefined {
  const only = ts.isBlock(statement) && statement.statements.length === 1 ? statement.statements[0] : statement;
  return only !== undefined && ts.isReturnStatement(only) ? only : undefined;
}

/** The choice with what it uses; undefined if to make it may do something. */
function simple(choice: Choice, f: Preemptable, scopes: Scopes): EarlyReturn | undefined {
  const { test, value } = choice;
  const parameters = new Set<ts.ParameterDeclaration>();
  const numbers = { tested: new Set<ts.ParameterDeclaration>(), valued: new Set<ts.ParameterDeclaration>() };
  let met = numbers.tested;
  let nodes = 0;
  if (!isTest(test) || parameters.size === 0) return undefined;
  met = numbers.valued;
  const isSimple = value === undefined || isEmpty(value) || isTest(value) || isNumber(value);
  return isSimple && nodes <= maxNodes ? { ...choice, parameters, numbers } : undefined;

  /** Whether the expression has a value, and evaluating it does nothing. */
  function isTest(expression: ts.Expression): boolean {
    const e = next(expression);
    if (ts.isPrefixUnaryExpression(e) && e.operator === ts.SyntaxKind.ExclamationToken) return isTest(e.operand);
    if (!ts.isBinaryExpression(e)) return isOperand(e);
    const { left, right } = e;
    switch (e.operatorToken.kind) {
      case ts.SyntaxKind.AmpersandAmpersandToken:
      case ts.SyntaxKind.BarBarToken:
        return isTest(left) && isTest(right);
      case ts.SyntaxKind.EqualsEqualsEqualsToken:
      case ts.SyntaxKind.ExclamationEqualsEqualsToken:
        return isSide(left) && isSide(right);
      // Others would ask objects for a value.
      case ts.SyntaxKind.EqualsEqualsToken:
      case ts.SyntaxKind.ExclamationEqualsToken:
        return isSide(left) && isSide(right) && (isNothing(unwrap(left)) || isNothing(unwrap(right)));
      default:
        return isComparison(e.operatorToken.kind) && isNumber(left) && isNumber(right);
    }
  }

  function isSide(expression: ts.Expression): boolean {
    const e = next(expression);
    return ts.isTypeOfExpression(e) ? isOperand(unwrap(e.expression)) : isOperand(e) || isNumber(e);
  }

  /** Whether the expression is a number as long as these parameters are. */
  function isNumber(expression: ts.Expression): boolean {
    const e = next(expression);
    if (ts.isPrefixUnaryExpression(e)) return signs.has(e.operator) && isNumber(e.operand);
    if (ts.isBinaryExpression(e)) return isArithmetic(e.operatorToken.kind) && isNumber(e.left) && isNumber(e.right);
    const parameter = parameterOf(e);
    if (parameter !== undefined) met.add(parameter);
    return parameter !== undefined || ts.isNumericLiteral(e);
  }

  function isOperand(e: ts.Expression): boolean {
    return (
      ts.isNumericLiteral(e) ||
      ts.isStringLiteralLike(e) ||
      e.kind === ts.SyntaxKind.TrueKeyword ||
      e.kind === ts.SyntaxKind.FalseKeyword ||
      isNothing(e) ||
      parameterOf(e) !== undefined
    );
  }

  function isNothing(e: ts.Expression): boolean {
    return e.kind === ts.SyntaxKind.NullKeyword || isGlobal(e, undefinedName, scopes);
  }

  /** The parameter that the name means, which is what it was given: it has no default value and no other declaration. */
  function parameterOf(e: ts.Expression): ts.ParameterDeclaration | undefined {
    const declarations = (ts.isIdentifier(e) && scopes.resolve(e)?.declarations) || [];
    const p = declarations.length === 1 ? declarations[0] : undefined;
    if (p === undefined || !ts.isParameter(p) || p.parent !== f) return undefined;
    if (p.initializer !== undefined || p.dotDotDotToken !== undefined) return undefined;
    parameters.add(p);
    return p;
  }

  function next(expression: ts.Expression): ts.Expression {
    nodes++;
    return unwrap(expression);
  }
}

/** `[]` or `{}` */
function isEmpty(value: ts.Expression): boolean {
  const e = unwrap(value);
  if (ts.isArrayLiteralExpression(e)) return e.elements.length === 0;
  return ts.isObjectLiteralExpression(e) && e.properties.length === 0;
}

/** `+` of numbers, too; powers apart. */
function isArithmetic(operator: ts.SyntaxKind): boolean {
  if (operator === ts.SyntaxKind.PlusToken) return true;
  return isNumericOperator(operator) && operator !== ts.SyntaxKind.AsteriskAsteriskToken;
}

const undefinedName = new Set(["undefined"]);
const signs = new Set<ts.SyntaxKind>([ts.SyntaxKind.MinusToken, ts.SyntaxKind.PlusToken, ts.SyntaxKind.TildeToken]);
