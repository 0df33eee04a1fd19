/** The heads of `for` loops that go up: `i < n; i++`, `i <= n; i += s`. */
import * as ts from "typescript";
import { unwrap } from "../../syntax/nodes.ts";

export interface Ascent {
  readonly counter: ts.Identifier;
  readonly bound: ts.Expression;
  /** `<=`, not `<` */
  readonly isInclusive: boolean;
  /** Undefined for one. */
  readonly step: ts.Expression | undefined;
}

export function ascentOf({ condition, incrementor }: ts.ForStatement): Ascent | undefined {
  const test = condition && unwrap(condition);
  const step = incrementor && stepOf(incrementor);
  if (test === undefined || step === undefined || !ts.isBinaryExpression(test)) return undefined;
  const { kind } = test.operatorToken;
  const isInclusive = kind === ts.SyntaxKind.LessThanEqualsToken;
  if (!isInclusive && kind !== ts.SyntaxKind.LessThanToken) return undefined;
  const counter = unwrap(test.left);
  if (!ts.isIdentifier(counter) || counter.text !== step.of.text) return undefined;
  return { counter, bound: unwrap(test.right), isInclusive, step: step.by };
}

/** What goes up, and by what; undefined for one. */
export interface Step {
  readonly of: ts.Identifier;
  readonly by: ts.Expression | undefined;
}

/** `i++`, `++i`, `i += 2` */
export function stepOf(incrementor: ts.Expression): Step | undefined {
  const e = unwrap(incrementor);
  if (ts.isPrefixUnaryExpression(e) || ts.isPostfixUnaryExpression(e)) {
    const { operand, operator } = e;
    if (operator !== ts.SyntaxKind.PlusPlusToken || !ts.isIdentifier(operand)) return undefined;
    return { of: operand, by: undefined };
  }
  if (!ts.isBinaryExpression(e) || e.operatorToken.kind !== ts.SyntaxKind.PlusEqualsToken) return undefined;
  if (!ts.isIdentifier(e.left)) return undefined;
  const by = unwrap(e.right);
  return { of: e.left, by: ts.isNumericLiteral(by) && by.text === "1" ? undefined : by };
}
