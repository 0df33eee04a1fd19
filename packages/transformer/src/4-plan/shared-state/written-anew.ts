/**
 * State that is written anew before it is read, though no single assignment shows it:
 *
 *   for (let i = 0; i < 16; i++) scratch[i] = …;                            a list of 16 elements, filled from end to end
 *   const re = x ? a : b; re.lastIndex = at; return re.test(text);          whichever it is, it was set just before
 */
import * as ts from "typescript";
import { isMember, memberName } from "../../1-resolve/target.ts";
import { isAssigned } from "../../syntax/assignments.ts";
import { isLoop, unwrap } from "../../syntax/nodes.ts";
import type { Place, Root } from "./place.ts";
import type { Places } from "./places.ts";
import type { Step } from "./steps.ts";
import { initialValue, type Variables } from "./variables.ts";

/** The lists that the loop fills with something new, in the order of their elements. */
export function filledBy(
  { initializer, condition, incrementor, statement }: ts.ForStatement,
  places: Places,
  variables: Variables,
): readonly Place[] {
  if (initializer === undefined || !ts.isVariableDeclarationList(initializer)) return [];
  const [counter] = initializer.declarations;
  if (counter === undefined || !ts.isIdentifier(counter.name) || !isZero(counter.initializer)) return [];
  if (condition === undefined || incrementor === undefined || !/^(\w+\+\+|\+\+\w+)$/.test(incrementor.getText()))
    return [];
  const i = counter.name.text;
  if (incrementor.getText().replace("++", "") !== i || !ts.isBinaryExpression(condition)) return [];
  if (condition.operatorToken.kind !== ts.SyntaxKind.LessThanToken || condition.left.getText() !== i) return [];
  // Only the head steps the counter.
  const steps = variables.declaredBy(counter)?.binding.references.filter(isAssigned) ?? [];
  if (steps.length !== 1) return [];
  const rest = ts.isBlock(statement) ? statement.statements : [statement];
  const [only, ...others] = rest;
  if (only === undefined || others.length > 0 || !ts.isExpressionStatement(only)) return [];
  const assignment = unwrap(only.expression);
  if (!ts.isBinaryExpression(assignment) || assignment.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return [];
  const left = unwrap(assignment.left);
  if (!ts.isElementAccessExpression(left) || left.argumentExpression.getText() !== i) return [];
  const [list, ...more] = places.of(left.expression);
  if (list === undefined || more.length > 0 || !list.exact || list.path !== "") return [];
  const length = lengthOf(list);
  return length !== undefined && length === unwrap(condition.right).getText() ? [list] : [];
}

/** How many elements it has always. */
function lengthOf({ root }: Place): string | undefined {
  const value = initialValue(root.variable);
  if (value === undefined || root.variable?.binding.assigned) return undefined;
  if (!ts.isNewExpression(value) || value.arguments?.length !== 1) return undefined;
  if (!/^\w+(8|16|32|64)(Clamped)?Array$/.test(value.expression.getText())) return undefined;
  const length = unwrap(value.arguments[0] as ts.Expression);
  return ts.isNumericLiteral(length) ? length.getText() : undefined;
}

function isZero(e: ts.Expression | undefined): boolean {
  return e !== undefined && ts.isNumericLiteral(e) && e.text === "0";
}

/** Whether a job may be suspended there, or code runs that is looked at elsewhere. */
export function mayPause(step: Step): boolean {
  return step.kind !== "touch";
}

export function isReadOf(root: Root, step: Step): boolean {
  return step.kind === "touch" && step.root === root && step.effect.read !== undefined;
}

/** Whether what runs just before gave the same name its `lastIndex`, and nothing else runs in between. */
export function isJustSet(node: ts.Node): boolean {
  const member = ts.isCallExpression(node) ? unwrap(node.expression) : node;
  const used = isMember(member as ts.Expression) ? (member as ts.PropertyAccessExpression).expression : undefined;
  if (used === undefined || !ts.isIdentifier(used)) return false;
  const name = used.text;
  for (let n = node; ; n = n.parent) {
    const { parent } = n;
    if (parent === undefined || ts.isFunctionLike(parent) || isLoop(parent)) return false;
    // re.lastIndex = at, re.test(text)
    if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.CommaToken && parent.right === n)
      return runsNothingElse(n, name) && isSetting(lastOf(parent.left), name);
    if (!ts.isBlock(parent)) continue;
    const looked = ts.isIfStatement(n) ? n.expression : n;
    if (node.pos < looked.pos || node.end > looked.end || !runsNothingElse(looked, name)) return false;
    const before = parent.statements[parent.statements.indexOf(n as ts.Statement) - 1];
    return before !== undefined && ts.isExpressionStatement(before) && isSetting(lastOf(before.expression), name);
  }
}

function lastOf(expression: ts.Expression): ts.Expression {
  const e = unwrap(expression);
  return ts.isBinaryExpression(e) && e.operatorToken.kind === ts.SyntaxKind.CommaToken ? lastOf(e.right) : e;
}

/** `re.lastIndex = at` */
function isSetting(e: ts.Expression, name: string): boolean {
  if (!ts.isBinaryExpression(e) || e.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return false;
  const set = unwrap(e.left);
  if (!isMember(set) || memberName(set) !== "lastIndex") return false;
  return set.expression.getText() === name && runsNothingElse(e.right, name);
}

/** No call but those that run the regular expression, and nothing twice. */
function runsNothingElse(node: ts.Node, name: string): boolean {
  if (isLoop(node) || ts.isAwaitExpression(node) || ts.isNewExpression(node)) return false;
  if (ts.isCallExpression(node)) {
    const { expression } = node;
    if (!ts.isPropertyAccessExpression(expression) || expression.expression.getText() !== name) return false;
    if (!/^(test|exec)$/.test(expression.name.text)) return false;
  }
  return !ts.forEachChild(node, (child) => !runsNothingElse(child, name) || undefined);
}
