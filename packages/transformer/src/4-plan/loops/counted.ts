/**
 * `for (let i = 0; …; i++)` where nothing else changes i, which is surely an integer: the counter says when the budget is used up, and
 * the rounds need no counting.
 *
 *   strip-mined, local tally   ⇒   counted by i
 */
import * as ts from "typescript";
import type { Binding } from "../../1-resolve/binding.ts";
import type { Scopes } from "../../1-resolve/scopes.ts";
import { isAssigned } from "../../syntax/assignments.ts";
import { isWalk, isWithin, unwrap } from "../../syntax/nodes.ts";
import { because } from "../reason.ts";
import type { Locals } from "../variables/locals.ts";
import { stepOf } from "./ascents.ts";
import type { LoopPlan, PlainLoopsBody } from "./loop-plan.ts";

export function countByCounter(
  plan: LoopPlan,
  loop: ts.IterationStatement,
  { locals, scopes }: PlainLoopsBody,
): LoopPlan {
  if (plan.kind !== "strip-mined" || plan.tally !== "local" || !ts.isForStatement(loop)) return plan;
  const counter = counterOf(loop, locals, scopes);
  if (counter === undefined) return { ...plan, reason: because("no_counter") };
  const { tally, reason, ...others } = plan;
  return { ...others, kind: "counted", counter };
}

/** The counter of the loop, if it has one. */
function counterOf(loop: ts.ForStatement, locals: Locals, scopes: Scopes): ts.Identifier | undefined {
  const step = loop.incrementor && stepOf(loop.incrementor);
  const counter = step?.by === undefined ? step?.of : undefined;
  const binding = counter && scopes.resolve(counter);
  if (counter === undefined || binding === undefined || !isCounterOf(loop, counter, locals, scopes)) return undefined;
  return isInteger(binding, scopes, new Set()) && hasValue(binding, counter) ? counter : undefined;
}

/** Whether it is a variable that nothing but the loop's head changes while the loop runs. */
export function isCounterOf(loop: ts.ForStatement, name: ts.Identifier, locals: Locals, scopes: Scopes): boolean {
  const binding = scopes.resolve(name);
  if (binding === undefined || binding.isOpen || locals.captured.has(binding)) return false;
  if (!locals.hoisted.includes(binding) && !locals.vars.includes(binding)) return false;
  // `var i = 5` assigns, and `let i` hides it where the loop is left and has to count.
  if (isDeclaredIn(loop.statement, name.text)) return false;
  const changes = binding.references.filter((r) => isAssigned(r) && isWithin(r, loop));
  // The incrementor, and the initializer where it is an assignment.
  return !changes.some((r) => isWithin(r, loop.statement) || (loop.condition && isWithin(r, loop.condition)));
}

/** `for (let i = 0; …)`, `for (i = 0; …)` */
export function beginsAtLiteral({ initializer }: ts.ForStatement, counter: ts.Identifier): boolean {
  if (initializer === undefined) return false;
  if (ts.isVariableDeclarationList(initializer))
    return initializer.declarations.some(
      ({ name, initializer: value }) =>
        ts.isIdentifier(name) && name.text === counter.text && value !== undefined && isSmall(value),
    );
  const e = unwrap(initializer);
  if (!ts.isBinaryExpression(e) || e.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return false;
  return ts.isIdentifier(e.left) && e.left.text === counter.text && isSmall(e.right);
}

/** Whether the code declares a variable of that name, in whatever block. */
function isDeclaredIn(node: ts.Node, name: string): boolean {
  if (ts.isFunctionLike(node)) return false;
  const isDeclaration = ts.isVariableDeclaration(node) || ts.isBindingElement(node);
  if (isDeclaration && ts.isIdentifier(node.name) && node.name.text === name) return true;
  return ts.forEachChild(node, (child) => isDeclaredIn(child, name) || undefined) ?? false;
}

/** A `var` is undefined until its declaration is passed; here that is surely before the reference is reached. */
function hasValue(binding: Binding, reference: ts.Node): boolean {
  return binding.declarations.some((d) => {
    const list = d.parent;
    if (!ts.isVariableDeclarationList(list)) return false;
    if ((list.flags & ts.NodeFlags.BlockScoped) !== 0) return true;
    const holder = ts.isVariableStatement(list.parent) ? list.parent.parent : list.parent;
    // `if (x) var i = 0; else …`
    if (ts.isIfStatement(holder) || d.end > reference.pos || !isWithin(reference, holder)) return false;
    for (let n = reference; n !== holder; n = n.parent) if (ts.isFunctionLike(n)) return false;
    return true;
  });
}

/** Whether all that a variable ever holds are integers far from where counting fails. */
function isInteger(binding: Binding, scopes: Scopes, open: Set<Binding>): boolean {
  if (binding.isOpen) return false;
  if (open.has(binding)) return true;
  open.add(binding);
  const given = binding.declarations.every((d) => {
    // `for (var i = 0 in o)` gives it keys.
    if (!ts.isVariableDeclaration(d) || !ts.isIdentifier(d.name) || isWalk(d.parent.parent)) return false;
    // Without an initializer it is undefined at first, but then a loop's own initializer assigns it.
    return d.initializer !== undefined && isIntegerValue(d.initializer, scopes, open);
  });
  return given && binding.references.every((r) => !isAssigned(r) || isIntegerChange(r, scopes, open));
}

function isIntegerChange(reference: ts.Identifier, scopes: Scopes, open: Set<Binding>): boolean {
  const { parent } = reference;
  if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) return true;
  if (!ts.isBinaryExpression(parent) || parent.left !== reference) return false;
  const operator = parent.operatorToken.kind;
  if (operator === ts.SyntaxKind.EqualsToken) return isIntegerValue(parent.right, scopes, open);
  const isStep = operator === ts.SyntaxKind.PlusEqualsToken || operator === ts.SyntaxKind.MinusEqualsToken;
  return isStep && isSmall(parent.right);
}

function isIntegerValue(e: ts.Expression, scopes: Scopes, open: Set<Binding>): boolean {
  const inner = unwrap(e);
  if (isSmall(inner)) return true;
  if (ts.isPrefixUnaryExpression(inner)) return inner.operator === ts.SyntaxKind.MinusToken && isSmall(inner.operand);
  if (ts.isIdentifier(inner)) {
    const binding = scopes.resolve(inner);
    if (binding?.declarations.every(ts.isVariableDeclaration) !== true) return false;
    return isInteger(binding, scopes, open) && hasValue(binding, inner);
  }
  if (!ts.isBinaryExpression(inner)) return false;
  const { kind } = inner.operatorToken;
  if (kind === ts.SyntaxKind.GreaterThanGreaterThanGreaterThanToken) return true;
  if (kind === ts.SyntaxKind.PlusToken || kind === ts.SyntaxKind.MinusToken) {
    // One step from another integer; sums of sums could grow without end.
    return isSmall(inner.right) && isIntegerValue(inner.left, scopes, open);
  }
  const isBits =
    kind === ts.SyntaxKind.BarToken ||
    kind === ts.SyntaxKind.GreaterThanGreaterThanToken ||
    kind === ts.SyntaxKind.AmpersandToken;
  // With a number on one side neither side can be a BigInt.
  return isBits && isSmall(inner.right);
}

/** A whole number from 0 that is written out. */
export function isSmall(e: ts.Expression): boolean {
  const inner = unwrap(e);
  return ts.isNumericLiteral(inner) && Number.isInteger(Number(inner.text)) && Number(inner.text) < 2 ** 30;
}
