/**
 * Who calls a function of the project: an event, as `addEventListener`, a property `onclick` or an attribute `onClick` says it; a job; a
 * renderer; a timer. It is read from the source, by names.
 */
import * as ts from "typescript";
import { displayName } from "../1-resolve/display-name.ts";
import { schedulerMethods } from "../2-find/job-methods.ts";
import { renderedKind } from "../report/findings/rendering.ts";
import { outward, type Preemptable } from "../syntax/nodes.ts";

export type Registration =
  /** `argument` is what is called on the event `event`. */
  | { readonly kind: "listener"; readonly event: string; readonly argument: ts.Expression; readonly isPlain: boolean }
  | { readonly kind: "job" }
  /** "a React component", "a React hook". */
  | { readonly kind: "rendering"; readonly what: string }
  /** "setTimeout", "then". */
  | { readonly kind: "callback"; readonly of: string };

const listening: ReadonlySet<string> = new Set(["addEventListener", "on", "addListener", "once"]);
const callbacks: ReadonlySet<string> = new Set(
  "setTimeout setInterval requestAnimationFrame requestIdleCallback queueMicrotask postTask then nextTick setImmediate".split(
    " ",
  ),
);
/** What they return calls what they were given. */
const wrapping: ReadonlySet<string> = new Set(["useCallback", "useEvent", "bind", "debounce", "throttle", "once"]);

/** @param others Further files of the project that mention the function's name, for one that is registered elsewhere */
export function registrationOf(
  f: Preemptable,
  others: (name: string) => Iterable<ts.SourceFile>,
): Registration | undefined {
  const written = ofValue(f);
  if (written !== undefined) return written;
  const what = renderedKind(f);
  if (what !== undefined) return { kind: "rendering", what };
  const name = shortName(f);
  if (name === undefined) return undefined;
  const own = byName(f.getSourceFile(), name);
  if (own !== undefined) return own;
  for (const file of others(name)) {
    const found = file === f.getSourceFile() ? undefined : byName(file, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The name by which others pass it on. */
function shortName(f: Preemptable): string | undefined {
  const name = displayName(f);
  const last = name.slice(name.lastIndexOf(".") + 1);
  return /^#?[\w$]+$/.test(last) && !ts.isConstructorDeclaration(f) && !ts.isAccessor(f) ? last : undefined;
}

function byName(file: ts.SourceFile, name: string): Registration | undefined {
  const visit = (node: ts.Node): Registration | undefined => {
    if ((ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) && node.text === name) {
      const isMember = ts.isPropertyAccessExpression(node.parent) && node.parent.name === node;
      return ofValue(isMember ? node.parent : node);
    }
    return ts.forEachChild(node, visit);
  };
  return visit(file);
}

/** What is done with a value, where it stands. */
function ofValue(node: ts.Node): Registration | undefined {
  const value = outward(node) as ts.Expression;
  const { parent } = value;
  if (parent === undefined) return undefined;
  if (ts.isPropertyAccessExpression(parent) && parent.name.text === "bind" && ts.isCallExpression(parent.parent)) {
    return ofValue(parent.parent);
  }
  if (ts.isCallExpression(parent) && parent.expression !== value) return ofArgument(parent, value);
  if (ts.isJsxExpression(parent) && ts.isJsxAttribute(parent.parent)) {
    const event = eventOf(parent.parent.name.getText());
    return event === undefined ? undefined : { kind: "listener", event, argument: value, isPlain: false };
  }
  if (ts.isBinaryExpression(parent) && parent.right === value && ts.isPropertyAccessExpression(parent.left)) {
    const event = /^on[a-z]+$/.test(parent.left.name.text) ? parent.left.name.text.slice(2) : undefined;
    const isAssigned = parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
    return event === undefined || !isAssigned ? undefined : { kind: "listener", event, argument: value, isPlain: true };
  }
  if (ts.isPropertyAssignment(parent) && parent.initializer === value) {
    const event = eventOf(parent.name.getText());
    return event === undefined ? undefined : { kind: "listener", event, argument: value, isPlain: false };
  }
  // `const f = useCallback(…)` and the like are found by their names.
  return undefined;
}

function ofArgument(call: ts.CallExpression, value: ts.Expression): Registration | undefined {
  const { expression, arguments: list } = call;
  const isMember = ts.isPropertyAccessExpression(expression);
  const name = isMember ? expression.name.text : ts.isIdentifier(expression) ? expression.text : "";
  const place = list.indexOf(value);
  const [first] = list;
  if (isMember && listening.has(name) && place === 1 && first !== undefined) {
    const event = ts.isStringLiteralLike(first) ? first.text : "";
    return { kind: "listener", event, argument: value, isPlain: true };
  }
  if (isMember && schedulerMethods.get(name) === place) return { kind: "job" };
  if (callbacks.has(name)) return { kind: "callback", of: name };
  return wrapping.has(name) && place === 0 ? (ofValue(call) ?? ofDeclared(call)) : undefined;
}

/** `const onInput = debounce(f)`, and then onInput is passed on. */
function ofDeclared(call: ts.CallExpression): Registration | undefined {
  const { parent } = outward(call);
  if (!ts.isVariableDeclaration(parent) || !ts.isIdentifier(parent.name)) return undefined;
  return byName(call.getSourceFile(), parent.name.text);
}

/** "onInput" → "input" */
function eventOf(attribute: string): string | undefined {
  return /^on[A-Z]/.test(attribute) ? attribute.slice(2).toLowerCase() : undefined;
}
