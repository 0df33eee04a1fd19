/**
 * Declarations that take apart what a preemptable generator gives, or an object with preemptable getters. The values are fetched one after
 * the other, each step of which may be suspended, and taken apart then. That is exact where nobody can see that all are there at once:
 * the pattern has names alone, without defaults, and no function inside of the one around it mentions them.
 */
import ts from "typescript";
import type { Scopes } from "../1-resolve/scopes.ts";
import { unwrap } from "../syntax/nodes.ts";

/** How many values `const [x, y] = rows()` takes, Infinity with `...rest`; undefined for other declarations. */
export function namesTaken({ name, initializer }: ts.VariableDeclaration): number | undefined {
  if (!ts.isArrayBindingPattern(name) || initializer === undefined || !hasHiddenNames(name)) return undefined;
  const isRest = name.elements.some((e) => ts.isBindingElement(e) && e.dotDotDotToken !== undefined);
  return isRest ? Infinity : name.elements.length;
}

/**
 * The keys of `const { total, n } = o`, if one of them may be a preemptable getter's; undefined for other declarations. What is taken apart
 * is a variable or `this`: it is mentioned twice.
 */
export function keysTaken(
  { name, initializer }: ts.VariableDeclaration,
  scopes: Scopes,
  isGetter: (name: string) => boolean,
): string[] | undefined {
  if (!ts.isObjectBindingPattern(name) || initializer === undefined || !isMentionable(unwrap(initializer), scopes))
    return undefined;
  const keys = name.elements.map((element) => (element.dotDotDotToken === undefined ? keyOf(element) : undefined));
  const isPlain = keys.every((key) => key !== undefined) && new Set(keys).size === keys.length;
  if (!isPlain || !keys.some((key) => isGetter(key))) return undefined;
  return hasHiddenNames(name) ? keys : undefined;
}

/** A global variable may be a getter. */
function isMentionable(e: ts.Expression, scopes: Scopes): boolean {
  return ts.isIdentifier(e) ? !scopes.isGlobal(e) : e.kind === ts.SyntaxKind.ThisKeyword;
}

function keyOf({ name, propertyName }: ts.BindingElement): string | undefined {
  const key = propertyName ?? name;
  return ts.isIdentifier(key) || ts.isStringLiteral(key) ? key.text : undefined;
}

function hasHiddenNames(pattern: ts.BindingPattern): boolean {
  const names = new Set<string>();
  for (const element of pattern.elements) {
    if (!ts.isBindingElement(element)) continue;
    if (!ts.isIdentifier(element.name) || element.initializer !== undefined) return false;
    names.add(element.name.text);
  }
  // A `var` is seen behind a `try` that the declaration leaves, and as an element of `arguments`.
  if ((ts.getCombinedNodeFlags(pattern.parent as ts.VariableDeclaration) & ts.NodeFlags.BlockScoped) === 0)
    return false;
  const around = ts.findAncestor(pattern, ts.isFunctionLike);
  return around === undefined || !isMentionedInside(around, names, false);
}

/** Whether a function inside of `f` has one of the names, whatever it means by it. */
function isMentionedInside(f: ts.Node, names: ReadonlySet<string>, isInside: boolean): boolean {
  const found = ts.forEachChild(f, (node) => {
    if (isInside && ts.isIdentifier(node) && names.has(node.text)) return true;
    return isMentionedInside(node, names, isInside || ts.isFunctionLike(node) || ts.isClassLike(node)) || undefined;
  });
  return found ?? false;
}
