/**
 * Caches: state that is asked and filled by key only, for values that follow from the key. Two jobs with one key store the same.
 *
 *   cache.get(key) … cache.set(key, value)     this.cache[key] = value     table[key] || (table[key] = make(key))
 */
import * as ts from "typescript";
import { isMember, memberName } from "../../1-resolve/target.ts";
import { outward, unwrap } from "../../syntax/nodes.ts";
import { type Access, type Accesses, mayWrite } from "./accesses.ts";
import { hasFreshKey } from "./fresh-keys.ts";
import { isLazy } from "./lazy-constants.ts";
import type { Root } from "./place.ts";
import type { Places } from "./places.ts";
import { initialValue } from "./variables.ts";

/** Nothing but keys leads to what is in there. */
export function isKeyedCall(node: ts.Node): boolean {
  return (
    ts.isCallExpression(node) &&
    isMember(node.expression) &&
    /^(get|has|set|add)$/.test(memberName(node.expression) ?? "")
  );
}

/** `this.cache[key] = value` and `this.cache[key]`, of an object that has a cache. */
export function isKeyedCache(write: ts.Node, read: ts.Node): boolean {
  const [a, b] = [cacheOf(write), cacheOf(read)];
  return a !== undefined && a === b;
}

function cacheOf(node: ts.Node): string | undefined {
  const text = cachedIn(node)?.getText();
  return text !== undefined && /(cache|memo)\w*$/i.test(text) ? text : undefined;
}

/** The object whose entry the element, or the call of a method, is about. */
export function cachedIn(node: ts.Node): ts.Expression | undefined {
  if (ts.isElementAccessExpression(node)) return node.expression;
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  return keyed.has(node.expression.name.text) ? node.expression.expression : undefined;
}

/** `cache[key] = value`, `cache.set(key, value)`: what is stored is complete, and is not written again through this. */
export function isKeyedCacheWrite(node: ts.Node): boolean {
  if (cacheOf(node) === undefined) return false;
  const [key, value] = ts.isElementAccessExpression(node)
    ? [node.argumentExpression, storedIn(node)]
    : ts.isCallExpression(node)
      ? [node.arguments[0], node.arguments[1]]
      : [];
  if (key === undefined || value === undefined || ts.isLiteralExpression(unwrap(key))) return false;
  return !isToBeFilled(unwrap(value));
}

function storedIn(node: ts.Expression): ts.Expression | undefined {
  const { parent } = outward(node);
  return ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
    ? parent.right
    : undefined;
}

/** `cache[key] = []` */
function isToBeFilled(e: ts.Expression): boolean {
  if (ts.isArrayLiteralExpression(e)) return e.elements.length === 0;
  return ts.isObjectLiteralExpression(e) ? e.properties.length === 0 : ts.isNewExpression(e);
}

const keyed = new Set(["get", "has", "set", "add", "hasOwnProperty", "keys", "values", "entries", "forEach"]);

/** Whether it is only asked and filled by key. */
export function isCache(root: Root, all: readonly Access[], accesses: Accesses, places: Places): boolean {
  const content = all.filter(({ part }) => part !== "=");
  const stored = content.filter(({ kind }) => kind === "write");
  const areKeysFresh = stored.length > 0 && stored.every(({ node }) => hasFreshKey(node, accesses, places));
  const isKeyed = content.every((access) => {
    const { kind, node, method, part } = access;
    if (part.endsWith("/")) return kind !== "write" && kind !== "step" && kind !== "delete";
    if (kind === "method") {
      if (method === "clear" || method === "delete") return isWhenFull(node);
      return method !== undefined && keyed.has(method);
    }
    if (kind === "lists") return true;
    if (kind === "delete") return isWhenFull(node) || areKeysFresh;
    if (kind === "read") return part === "*" || part === "size" || part === "length";
    return kind === "write" && part === "*";
  });
  if (!isKeyed) return false;
  const writes = content.filter(mayWrite).filter(({ method }) => method !== "clear" && method !== "delete");
  return isTable(root) || isChannel(root, content) || writes.every((write) => isLazy(write, root, places));
}

/** Under a condition about how many there are. */
function isWhenFull(node: ts.Node): boolean {
  for (let n = node; n.parent !== undefined && !ts.isFunctionLike(n); n = n.parent) {
    const { parent } = n;
    if (
      ts.isIfStatement(parent) &&
      parent.expression !== n &&
      /size|length|>|count|max/i.test(parent.expression.getText())
    )
      return true;
    if (ts.isWhileStatement(parent) && /size|length/.test(parent.expression.getText())) return true;
    if (ts.isBinaryExpression(parent) && parent.right === n && /size|length|>/.test(parent.left.getText())) return true;
  }
  return false;
}

/** What another package makes, without a word, and is only asked and told by what callers have: a map of objects. */
function isChannel({ variable }: Root, content: readonly Access[]): boolean {
  const value = initialValue(variable);
  if (value === undefined || variable?.binding.assigned) return false;
  if (!ts.isCallExpression(value) || value.arguments.length > 0) return false;
  return content.every(({ kind, method, node }) => {
    if (kind !== "method" || method === undefined || !ts.isCallExpression(node)) return false;
    const [key] = node.arguments;
    return /^(get|has|set)$/.test(method) && key !== undefined && !ts.isLiteralExpression(unwrap(key));
  });
}

/** It begins as an empty object, map or set. */
function isTable({ variable }: Root): boolean {
  const value = initialValue(variable);
  if (value === undefined) return false;
  if (ts.isObjectLiteralExpression(value)) return true;
  return /^(new (Weak)?(Map|Set)\b|Object\.create\()/.test(value.getText());
}
