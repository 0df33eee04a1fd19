/** Where variables are declared, and what their mentions say by where they stand. */
import * as ts from "typescript";
import type { Binding } from "../../1-resolve/binding.ts";
import { inferredName } from "../../1-resolve/inferred-name.ts";
import { isAssigned } from "../../syntax/assignments.ts";
import { functionAround, isLoop, isWithin, outward, unwrap } from "../../syntax/nodes.ts";

/** `for (let i = 0; …; i++)`: the variable of a round keeps its value, and the next round begins with another one. */
export function changesBetweenRounds(
  { references }: Binding,
  holder: ts.VariableDeclaration,
  users: readonly ts.Node[],
): boolean {
  const loop = holder.parent.parent;
  if (!ts.isForStatement(loop)) return false;
  const { condition, incrementor, statement } = loop;
  const isIn = (node: ts.Node, part: ts.Node | undefined) => part !== undefined && isWithin(node, part);
  return (
    references.every((r) => !isAssigned(r) || isIn(r, incrementor)) &&
    users.every((user) => isIn(user, statement) || isIn(user, condition))
  );
}

/** Whether there is a way to hand the function a value where it is made: it has its name also where it stands in a call. */
export function canBeGiven(user: ts.Node): boolean {
  return isFunctionValue(user) && inferredName(user) !== undefined;
}

/** `for (var i = 0; …)` */
export function isOnlyInHead({ parent }: ts.VariableDeclaration): boolean {
  return ts.isForStatement(parent.parent) && (parent as ts.VariableDeclarationList).declarations.length === 1;
}

export function eachName(name: ts.BindingName, declaration: ts.Node, take: (declaration: ts.Node) => void): void {
  if (ts.isIdentifier(name)) take(declaration);
  else for (const e of name.elements) if (ts.isBindingElement(e)) eachName(e.name, e, take);
}

/** The function whose variable it is; a function expression's name is its own. */
export function functionOf(declaration: ts.Node): ts.Node {
  return ts.isFunctionExpression(declaration) ? declaration : functionAround(declaration);
}

export function variableOf(declaration: ts.Node): ts.VariableDeclaration {
  let node = declaration;
  while (!ts.isVariableDeclaration(node)) node = node.parent;
  return node;
}

/** Whether the reference stands before the variable has its value. A function that is its value is not called before that. */
export function isEarly(reference: ts.Node, declaration: ts.Node): boolean {
  const holder = variableOf(declaration);
  if (reference.pos >= holder.end || isInPattern(reference, declaration)) return false;
  const value = holder.initializer && unwrap(holder.initializer);
  return value === undefined || !isFunctionValue(value) || !isWithin(reference, value);
}

/** `const { a, b = a } = o`: whether the variable is used by the pattern that gave it its value. */
export function isInPattern(reference: ts.Node, declaration: ts.Node): boolean {
  return reference.pos >= declaration.end && isWithin(reference, variableOf(declaration).name);
}

function isFunctionValue(node: ts.Node): node is ts.ArrowFunction | ts.FunctionExpression {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node);
}

/** `const f = () => {}`: the declaration of the variable, known where the function is, that has the function as its value. */
export function holderOf(user: ts.Node): ts.VariableDeclaration | undefined {
  if (!isFunctionValue(user)) return undefined;
  const { parent } = outward(user);
  if (!ts.isVariableDeclaration(parent) || !ts.isIdentifier(parent.name)) return undefined;
  return (parent.parent.flags & ts.NodeFlags.BlockScoped) !== 0 ? parent : undefined;
}

/** The node within which the variable is known. */
export function scopeOf(declaration: ts.Node): ts.Node {
  let node = declaration;
  while (!isScope(node)) node = node.parent;
  return node;
}

function isScope(node: ts.Node): boolean {
  return ts.isBlock(node) || ts.isCaseBlock(node) || ts.isCatchClause(node) || isLoop(node) || ts.isFunctionLike(node);
}

export function clauseOf(holder: ts.VariableDeclaration): ts.Node | undefined {
  const list = holder.parent.parent.parent;
  return list !== undefined && ts.isCaseOrDefaultClause(list) ? list : undefined;
}

/** Whether a member of an object cannot stand there in place of the variable. */
export function isNoExpression(reference: ts.Identifier): boolean {
  const { parent } = outward(reference);
  return ts.isForInStatement(parent) || ts.isForOfStatement(parent) || isNameAlone(reference);
}

/** Whether nothing else can stand there: a tag of JSX, or what is deleted, which deletes nothing and does not look at the variable. */
export function isNameAlone(reference: ts.Identifier): boolean {
  const { parent } = reference;
  return (
    ts.isDeleteExpression(outward(reference).parent) ||
    ts.isJsxOpeningLikeElement(parent) ||
    ts.isJsxClosingElement(parent)
  );
}
