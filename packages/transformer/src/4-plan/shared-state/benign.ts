/**
 * State that may be shared, whatever the order in which jobs use it.
 *
 *   counter         id++                                               only ever stepped in one direction: two jobs get two numbers
 *   lazy constant   if (table === undefined) table = makeTable();      whoever is second makes it again, and it is the same
 *   cache           cache.get(key) … cache.set(key, value)             by key only, for values that follow from the key
 */
import ts from "typescript";
import { isLikelyBuiltin } from "../../1-resolve/language/builtins.ts";
import { isReference } from "../../1-resolve/scopes.ts";
import { isMember, memberName } from "../../1-resolve/target.ts";
import { functionAround, outward, unwrap } from "../../syntax/nodes.ts";
import type { Access, Accesses } from "./accesses.ts";
import { mayWrite } from "./accesses.ts";
import { hasFreshKey } from "./fresh-keys.ts";
import { isWeak, overlap, type Places, type Root } from "./places.ts";
import type { WindowFound } from "./state-effects.ts";
import type { Variables } from "./variables.ts";

/** Why it does no harm that jobs interleave. */
export type BenignReason = "cache" | "counter" | "lazy constant";

export function benignReason(
  { root, part, write, read }: Pick<WindowFound, "root" | "part" | "write" | "read">,
  accesses: Accesses,
  places: Places,
): BenignReason | undefined {
  if (isWeak(root) && isKeyedCall(write) && isKeyedCall(read)) return "cache";
  // What a method of the object does, or the language, stands in no list.
  if (part === "lastIndex" || (part !== "=" && !accesses.of(root).some(({ node }) => node === write))) return undefined;
  const all = accesses.of(root).filter((access) => !access.isLoading);
  const isNamed = !part.startsWith("*");
  // What is done to the whole object is not known to concern a property that has a name.
  const isAboutWhole = ({ part: other, kind }: Access) => other === "*" && (kind === "given" || kind === "method");
  const own = all.filter((a) => overlap(a.part, part) && !(isNamed && isAboutWhole(a)));
  const changes = own.filter(mayWrite);
  const writes = changes.filter((write) => !(part === "=" && isReset(write)));
  if (writes.length === 0)
    return changes.length === 0 ? undefined : changes.every(({ node }) => isEmptyObject(node)) ? "cache" : "counter";
  if (writes.every(isStep) && isOneWay(writes)) return "counter";
  const isHandled = all.some(
    ({ kind, method }) => kind === "method" && method !== undefined && !isLikelyBuiltin(method),
  );
  if (!isHandled && writes.every((write) => isSameConstant(write, writes[0] as Access))) return "lazy constant";
  if (writes.every((write) => isLazy(write, root, places))) return part === "=" ? "lazy constant" : "cache";
  if (!isNamed && isCache(root, all, accesses, places)) return "cache";
  return undefined;
}

/** Nothing but keys leads to what is in there. */
function isKeyedCall(node: ts.Node): boolean {
  return (
    ts.isCallExpression(node) &&
    isMember(node.expression) &&
    /^(get|has|set|add)$/.test(memberName(node.expression) ?? "")
  );
}

/** `id = 0` where it has become too large; `cache = {}` where that has become too full. */
function isReset({ node }: Access): boolean {
  const { parent } = outward(node);
  if (!ts.isBinaryExpression(parent) || parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return false;
  if (!ts.isNumericLiteral(unwrap(parent.right)) && !isEmptyObject(node)) return false;
  for (let n: ts.Node = parent; n.parent !== undefined && !ts.isFunctionLike(n); n = n.parent) {
    if (ts.isIfStatement(n.parent) && n === n.parent.thenStatement) {
      const condition = n.parent.expression.getText();
      if (condition.includes(node.getText()) || /size|length|count|max/i.test(condition)) return true;
    }
    // id > most && (id = 0)
    if (ts.isBinaryExpression(n.parent) && n === n.parent.right) {
      const { left, operatorToken } = n.parent;
      if (operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken && left.getText().includes(node.getText()))
        return true;
    }
  }
  return false;
}

function isEmptyObject(node: ts.Node): boolean {
  const { parent } = outward(node);
  const value = ts.isBinaryExpression(parent) ? unwrap(parent.right) : undefined;
  if (value === undefined) return false;
  if (ts.isObjectLiteralExpression(value)) return value.properties.length === 0;
  return /^(new (Weak)?(Map|Set)\(\)|Object\.create\(null\))$/.test(value.getText());
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

/**
 * A constant that is made where it is not there, and that a function of its own gives up: all its writes are such. Not a sign
 * that something is under way, as `current = current ?? new Scope()` and `current = null` are.
 */
export function isMadeAgain(root: Root, accesses: Accesses, places: Places, variables: Variables): boolean {
  const writes = accesses.of(root).filter((access) => access.part === "=" && mayWrite(access));
  const given = writes.filter((write) => isNothing(assignedTo(write) ?? (write.node as ts.Expression)));
  const made = writes.filter((write) => !given.includes(write) && !write.isLoading);
  const resets = given.filter(({ isLoading }) => !isLoading);
  if (
    resets.length === 0 ||
    !resets.every(({ node }) => /^(reset|clear|purge|flush|invalidate)/i.test(nameAround(node)))
  )
    return false;
  return made.length > 0 && made.every((write) => isLazy(write, root, places) && isSameForAll(write, variables));
}

/** What is made of arguments or local variables is what one call wants: after another reset, it is another call's. */
function isSameForAll(write: Access, variables: Variables): boolean {
  const value = assignedTo(write);
  const home = write.root.variable?.owner;
  return value !== undefined && home !== undefined && isFree(value, value, home, variables);
}

/** Whether all that it mentions lives as long as what is kept in `home`, or is its own. */
function isFree(node: ts.Node, whole: ts.Node, home: ts.Node, variables: Variables): boolean {
  if (node.kind === ts.SyntaxKind.ThisKeyword || ts.isAwaitExpression(node) || ts.isYieldExpression(node)) return false;
  if (ts.isIdentifier(node) && isReference(node)) {
    const variable = variables.of(node);
    if (variable === undefined) return node.text !== "arguments";
    return isInside(home, variable.owner) || isInside(variable.owner, whole);
  }
  return !ts.forEachChild(node, (child) => !isFree(child, whole, home, variables) || undefined);
}

function isInside(inner: ts.Node, outer: ts.Node): boolean {
  return outer.pos <= inner.pos && inner.end <= outer.end;
}

function nameAround(node: ts.Node): string {
  const around = functionAround(node);
  return ts.isFunctionDeclaration(around) || ts.isMethodDeclaration(around) ? (around.name?.getText() ?? "") : "";
}

/** Whether the name stands in a condition that asks whether there is anything. */
export function isAsking(name: ts.Identifier): boolean {
  const whole = outward(name);
  const { parent } = whole;
  if (ts.isPrefixUnaryExpression(parent)) return parent.operator === ts.SyntaxKind.ExclamationToken;
  if (ts.isIfStatement(parent) || ts.isConditionalExpression(parent))
    return (ts.isIfStatement(parent) ? parent.expression : parent.condition) === whole;
  if (!ts.isBinaryExpression(parent)) return false;
  const { kind } = parent.operatorToken;
  return (isEqual(kind) || isUnequal(kind)) && (isNothing(unwrap(parent.left)) || isNothing(unwrap(parent.right)));
}

function isStep({ kind, node }: Access): boolean {
  return kind === "step" || stepOf(node) !== undefined;
}

function isOneWay(writes: readonly Access[]): boolean {
  const [first, ...rest] = writes.map(({ node }) => stepOf(node));
  return first !== undefined && rest.every((step) => step === first);
}

/** Whether the assignment adds something, or takes something away. */
function stepOf(node: ts.Node): "up" | "down" | undefined {
  const { parent } = outward(node);
  if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) {
    return parent.operator === ts.SyntaxKind.PlusPlusToken ? "up" : "down";
  }
  if (!ts.isBinaryExpression(parent)) return undefined;
  const right = unwrap(parent.right);
  const { kind } = parent.operatorToken;
  if (kind === ts.SyntaxKind.PlusEqualsToken && ts.isNumericLiteral(right)) return "up";
  if (kind === ts.SyntaxKind.MinusEqualsToken && ts.isNumericLiteral(right)) return "down";
  if (kind !== ts.SyntaxKind.EqualsToken) return undefined;
  // `id = (id + 1) % 1000`, `id = id + 1 | 0`
  let sum = right;
  while (ts.isBinaryExpression(sum) && /^[%&|]$/.test(sum.operatorToken.getText())) sum = unwrap(sum.left);
  if (!ts.isBinaryExpression(sum) || sum.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  return sum.left.getText() === node.getText() && ts.isNumericLiteral(sum.right) ? "up" : undefined;
}

/** `warned = true`, and nothing else is ever written. */
function isSameConstant(write: Access, first: Access): boolean {
  const value = assignedTo(write);
  const other = assignedTo(first);
  if (value === undefined || other === undefined || !isLiteral(value)) return false;
  return value.getText() === other.getText() && !isNothing(value);
}

function assignedTo({ node }: Access): ts.Expression | undefined {
  const { parent } = outward(node);
  if (!ts.isBinaryExpression(parent) || parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return undefined;
  return unwrap(parent.right);
}

function isLiteral(e: ts.Expression): boolean {
  if (ts.isPrefixUnaryExpression(e)) return isLiteral(e.operand);
  return ts.isLiteralExpression(e) || e.kind === ts.SyntaxKind.TrueKeyword || e.kind === ts.SyntaxKind.FalseKeyword;
}

function isNothing(e: ts.Expression): boolean {
  if (ts.isVoidExpression(e) || e.kind === ts.SyntaxKind.NullKeyword) return true;
  return ts.isIdentifier(e) && e.text === "undefined";
}

/** Whether it is only written where it is not there yet. */
function isLazy(write: Access, root: Root, places: Places): boolean {
  const { kind, node, method, part } = write;
  if (kind === "method" && method !== "set" && method !== "add") return false;
  if (kind !== "write" && kind !== "method") return false;
  const whole = kind === "method" ? node : outward(node).parent;
  if (kind === "write") {
    if (!ts.isBinaryExpression(whole)) return false;
    const operator = whole.operatorToken.kind;
    if (operator === ts.SyntaxKind.QuestionQuestionEqualsToken || operator === ts.SyntaxKind.BarBarEqualsToken) {
      return true;
    }
    if (operator !== ts.SyntaxKind.EqualsToken) return false;
    const right = unwrap(whole.right);
    if (isNothing(right) || right.kind === ts.SyntaxKind.FalseKeyword) return false;
    // `table = table || makeTable()`
    if (ts.isBinaryExpression(right) && isOr(right.operatorToken.kind) && isThere(right.left)) return true;
  }
  for (let n: ts.Node = whole; n.parent !== undefined && !ts.isFunctionLike(n); n = n.parent) {
    const { parent } = n;
    if (ts.isIfStatement(parent)) {
      if (
        n === parent.thenStatement
          ? isMissing(parent.expression)
          : n === parent.elseStatement && isThere(parent.expression)
      )
        return true;
    } else if (ts.isConditionalExpression(parent)) {
      if (n === parent.whenTrue ? isMissing(parent.condition) : n === parent.whenFalse && isThere(parent.condition))
        return true;
    } else if (ts.isBinaryExpression(parent) && n === parent.right) {
      const { kind: operator } = parent.operatorToken;
      if (isOr(operator) && isThere(parent.left)) return true;
      if (operator === ts.SyntaxKind.AmpersandAmpersandToken && isMissing(parent.left)) return true;
    } else if (ts.isBlock(parent) || ts.isSourceFile(parent)) {
      const before = parent.statements.slice(0, parent.statements.indexOf(n as ts.Statement));
      if (before.some((s) => ts.isIfStatement(s) && leaves(s.thenStatement) && isThere(s.expression))) return true;
    }
  }
  return false;

  /** Whether the condition is only true where there is something. */
  function isThere(condition: ts.Expression): boolean {
    const e = unwrap(condition);
    if (ts.isPrefixUnaryExpression(e)) return e.operator === ts.SyntaxKind.ExclamationToken && isMissing(e.operand);
    if (ts.isBinaryExpression(e)) {
      const { kind: operator } = e.operatorToken;
      if (operator === ts.SyntaxKind.AmpersandAmpersandToken) return isThere(e.left) || isThere(e.right);
      if (operator === ts.SyntaxKind.InKeyword) return isIt(e.right) || isHeld(e.right);
      return isUnequal(operator) && isComparedWithNothing(e);
    }
    return isIt(e) || isAsked(e);
  }

  function isMissing(condition: ts.Expression): boolean {
    const e = unwrap(condition);
    if (ts.isPrefixUnaryExpression(e)) return e.operator === ts.SyntaxKind.ExclamationToken && isThere(e.operand);
    if (!ts.isBinaryExpression(e)) return false;
    const { kind: operator } = e.operatorToken;
    if (operator === ts.SyntaxKind.AmpersandAmpersandToken) return isMissing(e.left) || isMissing(e.right);
    return isEqual(operator) && isComparedWithNothing(e);
  }

  function isComparedWithNothing({ left, right }: ts.BinaryExpression): boolean {
    const [l, r] = [unwrap(left), unwrap(right)];
    const isNone = (e: ts.Expression) => isNothing(e) || (ts.isStringLiteral(e) && e.text === "undefined");
    const value = (e: ts.Expression) => (ts.isTypeOfExpression(e) ? unwrap(e.expression) : e);
    return (isNone(r) && isIt(value(l))) || (isNone(l) && isIt(value(r)));
  }

  /** `cache.has(key)`, `hasOwnProperty.call(cache, key)` */
  function isAsked(e: ts.Expression): boolean {
    if (!ts.isCallExpression(e) || !isMember(e.expression)) return false;
    return isHeld(e.expression.expression) || e.arguments.some(isHeld);
  }

  /** The object that has the keys. */
  function isHeld(e: ts.Expression): boolean {
    return part.startsWith("*") && places.of(e).some((place) => place.root === root && place.path === "");
  }

  /** What is written: by the same words; or, of what is kept by key, what was found there. */
  function isIt(e: ts.Expression): boolean {
    if (e.getText() === node.getText()) return true;
    return part.startsWith("*") && places.of(e).some((place) => place.root === root && place.path.startsWith("*"));
  }
}

function isOr(operator: ts.SyntaxKind): boolean {
  return operator === ts.SyntaxKind.BarBarToken || operator === ts.SyntaxKind.QuestionQuestionToken;
}

function isEqual(operator: ts.SyntaxKind): boolean {
  return operator === ts.SyntaxKind.EqualsEqualsToken || operator === ts.SyntaxKind.EqualsEqualsEqualsToken;
}

function isUnequal(operator: ts.SyntaxKind): boolean {
  return operator === ts.SyntaxKind.ExclamationEqualsToken || operator === ts.SyntaxKind.ExclamationEqualsEqualsToken;
}

function leaves(s: ts.Statement): boolean {
  if (ts.isBlock(s)) return s.statements.some(leaves);
  return ts.isReturnStatement(s) || ts.isThrowStatement(s) || ts.isContinueStatement(s) || ts.isBreakStatement(s);
}

const keyed = new Set(["get", "has", "set", "add", "hasOwnProperty", "keys", "values", "entries", "forEach"]);

/** Whether it is only asked and filled by key. */
function isCache(root: Root, all: readonly Access[], accesses: Accesses, places: Places): boolean {
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
  const declaration = variable?.declaration;
  if (declaration === undefined || !ts.isVariableDeclaration(declaration) || variable?.binding.assigned) return false;
  const value = declaration.initializer && unwrap(declaration.initializer);
  if (value === undefined || !ts.isCallExpression(value) || value.arguments.length > 0) return false;
  return content.every(({ kind, method, node }) => {
    if (kind !== "method" || method === undefined || !ts.isCallExpression(node)) return false;
    const [key] = node.arguments;
    return /^(get|has|set)$/.test(method) && key !== undefined && !ts.isLiteralExpression(unwrap(key));
  });
}

/** It begins as an empty object, map or set. */
function isTable({ variable }: Root): boolean {
  const declaration = variable?.declaration;
  const value =
    declaration && ts.isVariableDeclaration(declaration)
      ? declaration.initializer && unwrap(declaration.initializer)
      : undefined;
  if (value === undefined) return false;
  if (ts.isObjectLiteralExpression(value)) return true;
  return /^(new (Weak)?(Map|Set)\b|Object\.create\()/.test(value.getText());
}
