/**
 * A function that calls itself decides at the call what it would decide first, where it may return at once.
 *
 *   fib(n - 1)   ⇒   ($argument = n - 1, typeof $argument === "number" && $argument < 2)
 *                      ? $argument : fib$resumable($depth + 1, void 0, $argument)
 *
 * Half of the calls in a walk of a tree, or in a recursion of two calls, are such. Engines put functions into others, and not into
 * themselves.
 */
import * as ts from "typescript";
import { type EarlyReturn, earlyReturnsOf } from "../../4-plan/starts/early-returns.ts";
import { isWithin, type Preemptable, runtimeParameters, unwrap } from "../../syntax/nodes.ts";
import { putAside } from "./anonymous.ts";
import * as js from "./build.ts";
import type { Unit } from "./unit.ts";

interface Place {
  /** A variable that nothing else assigns. */
  temp(): ts.Identifier;
  /** The call with these arguments. */
  make(args: readonly ts.Expression[]): ts.Expression;
  /** Maps what is made to the call. */
  located<T extends ts.Node>(made: T): T;
}

/** What stands for `call`, a call of `target`, whose arguments `args` are visited. */
export function inlinedInPart(
  unit: Unit,
  call: ts.CallExpression,
  target: Preemptable,
  args: readonly ts.Expression[],
  { temp, make, located }: Place,
): ts.Expression {
  const { f, scopes } = unit;
  if (!unit.optimize.partialInlining || !isWithin(call, target) || args.some(ts.isSpreadElement)) return make(args);
  const given = argumentsOf(target, call);
  const returns = earlyReturnsOf(target, scopes);
  const settled = returns.findIndex((early) => !isOpen(early));
  if (settled >= 0) returns.length = settled;
  if (returns.length === 0) return make(args);
  const assigned: ts.Expression[] = [];
  const held = args.map((arg, i) => {
    if (isConstant(unwrap(call.arguments[i] as ts.Expression), arg)) return arg;
    const name = temp();
    assigned.push(putAside(f, name, arg));
    return name;
  });
  const values = new Map([...given.keys()].map((p, i) => [p, held[i]]));
  const branches = returns.map((early) => ({ condition: condition(early), value: substituted(early.value) }));
  return branches.reduceRight((otherwise, { condition: own, value }, i) => {
    const isFirst = i === 0 && assigned.length > 0;
    const whole = isFirst ? f.createCommaListExpression([...assigned, own]) : own;
    return located(js.choice(whole, value, otherwise));
  }, make(held));

  /** Whether the call gives all that is asked, and does not answer it already. */
  function isOpen({ parameters }: EarlyReturn): boolean {
    const all = [...parameters].map((p) => given.get(p));
    return !all.includes(undefined) && all.some((e) => !ts.isLiteralExpression(e as ts.Expression));
  }

  function condition({ test, isNegated, numbers }: EarlyReturn): ts.Expression {
    const own = substituted(test);
    const whole = isNegated ? js.not(own) : own;
    const later = [...numbers.valued].filter((p) => !numbers.tested.has(p));
    const parts = [...[...numbers.tested].flatMap(isNumber), whole, ...later.flatMap(isNumber)];
    return parts.reduce((left, right) => js.and(left, right));
  }

  function isNumber(parameter: ts.ParameterDeclaration): ts.Expression[] {
    const value = values.get(parameter) as ts.Expression;
    if (ts.isNumericLiteral(value)) return [];
    return [js.isOfType(value, "number")];
  }

  /** The expression with what the call gives in place of the parameters. */
  function substituted(expression: ts.Expression | undefined): ts.Expression {
    const e = expression && unwrap(expression);
    if (e === undefined) return js.nothing();
    // The only other name is `undefined`.
    if (ts.isIdentifier(e)) return values.get(parameterOf(e)) ?? js.nothing();
    if (ts.isPrefixUnaryExpression(e)) return f.createPrefixUnaryExpression(e.operator, substituted(e.operand));
    if (ts.isTypeOfExpression(e)) return f.createTypeOfExpression(substituted(e.expression));
    if (ts.isBinaryExpression(e))
      return f.createBinaryExpression(substituted(e.left), e.operatorToken.kind, substituted(e.right));
    return literal(e);
  }

  /** Written anew: nothing that stands beside it in the source comes along. */
  function literal(e: ts.Expression): ts.Expression {
    if (ts.isNumericLiteral(e)) return js.number(e.text);
    if (ts.isStringLiteralLike(e)) return js.text(e.text);
    if (ts.isArrayLiteralExpression(e)) return f.createArrayLiteralExpression();
    if (ts.isObjectLiteralExpression(e)) return f.createObjectLiteralExpression();
    if (e.kind === ts.SyntaxKind.NullKeyword) return f.createNull();
    return e.kind === ts.SyntaxKind.TrueKeyword ? js.truth(true) : js.truth(false);
  }

  function parameterOf(name: ts.Identifier): ts.ParameterDeclaration {
    return scopes.resolve(name)?.declarations[0] as ts.ParameterDeclaration;
  }

  /** Whether it has the same value wherever it is evaluated until the call is made. */
  function isConstant(e: ts.Expression, visited: ts.Expression): boolean {
    if (ts.isLiteralExpression(e)) return true;
    // What was taken out is in a variable of ours.
    if (!ts.isIdentifier(e)) return ts.isIdentifier(visited);
    const binding = scopes.resolve(e);
    const isParameter = binding?.declarations.length === 1 && ts.isParameter(binding.declarations[0] as ts.Node);
    return isParameter && !binding.assigned && !binding.isOpen;
  }
}

/** What the call gives to each parameter. */
function argumentsOf(
  target: Preemptable,
  call: ts.CallExpression,
): Map<ts.ParameterDeclaration, ts.Expression | undefined> {
  const args = call.arguments.map((a) => unwrap(a));
  return new Map(runtimeParameters(target).map((p, i) => [p, args[i]]));
}
