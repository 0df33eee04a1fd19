/** `w.id = count++; workers[w.id] = w`: whoever stores has a key of its own, because a counter gives each number once. */
import * as ts from "typescript";
import { functionAround, unwrap } from "../../syntax/nodes.ts";
import { type Accesses, mayWrite } from "./accesses.ts";
import type { Places } from "./places.ts";

/** Whether the element that is written has such a key, on every path that leads there. */
export function hasFreshKey(node: ts.Node, accesses: Accesses, places: Places): boolean {
  if (!ts.isElementAccessExpression(node)) return false;
  const key = node.argumentExpression.getText();
  let fresh = 0;
  let others = 0;
  ts.forEachChild(functionAround(node), function visit(n): void {
    const given = givenTo(n, key);
    if (given !== undefined) {
      if (isGivenOnce(given, accesses, places) && isBefore(n, node)) fresh++;
      else others++;
    }
    ts.forEachChild(n, visit);
  });
  return fresh === 1 && others === 0;
}

/** The value of `key = value`, also in its declaration; or the step itself, of `key++` and `key += 2`. */
function givenTo(n: ts.Node, key: string): ts.Expression | undefined {
  if (ts.isVariableDeclaration(n)) return n.name.getText() === key ? n.initializer : undefined;
  if (ts.isPrefixUnaryExpression(n) || ts.isPostfixUnaryExpression(n)) {
    const isStep = n.operator === ts.SyntaxKind.PlusPlusToken || n.operator === ts.SyntaxKind.MinusMinusToken;
    return isStep && n.operand.getText() === key ? n : undefined;
  }
  if (!ts.isBinaryExpression(n) || n.left.getText() !== key) return undefined;
  const { kind } = n.operatorToken;
  if (kind === ts.SyntaxKind.EqualsToken) return n.right;
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment ? n : undefined;
}

/** `count++`, of a variable that outlives the call, and that nothing but such steps in one direction ever changes. */
function isGivenOnce(given: ts.Expression, accesses: Accesses, places: Places): boolean {
  const step = unwrap(given);
  if (!ts.isPostfixUnaryExpression(step) && !ts.isPrefixUnaryExpression(step)) return false;
  const counter = unwrap(step.operand);
  if (!ts.isIdentifier(counter)) return false;
  const [place, ...others] = places.of(counter);
  const { root, path } = place ?? {};
  if (root?.kind !== "variable" || path !== "" || others.length > 0 || root.name !== counter.text) return false;
  const changes = accesses.of(root).filter((access) => access.part === "=" && mayWrite(access) && !access.isLoading);
  return (
    changes.length > 0 &&
    changes.every(({ node }) => {
      const { parent } = node;
      const isStep = ts.isPostfixUnaryExpression(parent) || ts.isPrefixUnaryExpression(parent);
      return isStep && parent.operator === step.operator;
    })
  );
}

/** A statement of its own, in a block around the use: no path leads past it. */
function isBefore(n: ts.Node, use: ts.Node): boolean {
  const statement = ts.isVariableDeclaration(n) ? n.parent.parent : n.parent;
  if (!ts.isVariableStatement(statement) && !ts.isExpressionStatement(statement)) return false;
  const { parent } = statement;
  return ts.isBlock(parent) && statement.end <= use.pos && use.end <= parent.end;
}
