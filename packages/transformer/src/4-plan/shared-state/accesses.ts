/** Each place of a file where state is mentioned, and what is done with it there. */
import * as ts from "typescript";
import { isReference } from "../../1-resolve/scopes.ts";
import { isMember } from "../../1-resolve/target.ts";
import { memo } from "../../shared/memo.ts";
import { isAssigned } from "../../syntax/assignments.ts";
import { isErased, isWalk, outward, unwrap } from "../../syntax/nodes.ts";
import { effectOfMethod, effectOnArgument } from "./builtin-effects.ts";
import { isHandOver } from "./hand-overs.ts";
import { nameOfElement, partName, partOf, type Root } from "./place.ts";
import type { Places } from "./places.ts";
import { isSharedRegex } from "./shared-regexes.ts";
import type { ShownCalls } from "./shown-calls.ts";
import type { Variables } from "./variables.ts";

/**
 * `step`: `++` and its like. `method`: one is called on the object. `given`: the object is handed to a call; `lists`: to one that only
 * looks through it. `out`: it is returned, stored, or given another name.
 */
export type AccessKind = "read" | "write" | "step" | "delete" | "method" | "given" | "lists" | "out";

export interface Access {
  readonly root: Root;
  readonly part: string;
  readonly kind: AccessKind;
  /** The variable, or the member. Of a method and a call that it is handed to: the call. */
  readonly node: ts.Expression | ts.BindingElement;
  /** Of a method. */
  readonly method: string | undefined;
  /** It runs once, while the module is loaded. */
  readonly isLoading: boolean;
}

export interface Accesses {
  of(root: Root): readonly Access[];
  readonly roots: Iterable<Root>;
}

export function accessesIn(
  sourceFile: ts.SourceFile,
  {
    places,
    variables,
    calls,
    isLoading,
  }: { places: Places; variables: Variables; calls: ShownCalls; isLoading: (node: ts.Node) => boolean },
): Accesses {
  const found = new Map<Root, Access[]>();
  visit(sourceFile);
  return { of: (root) => found.get(root) ?? [], roots: found.keys() };

  function visit(node: ts.Node): void {
    if (node.kind < ts.SyntaxKind.FirstNode) {
      if (ts.isIdentifier(node) && isReference(node)) name(node);
      return;
    }
    if (isErased(node)) return;
    if (isMember(node)) member(node);
    else if (ts.isBindingElement(node)) {
      for (const place of places.objectsOf(node)) {
        if (place.root.kind !== "formal") add(place.root, partOf(place, nameOfElement(node)), "read", node);
      }
    }
    ts.forEachChild(node, visit);
  }

  function name(node: ts.Identifier): void {
    const [place] = places.of(node);
    if (place === undefined || place.root.kind === "formal") return;
    const variable = variables.of(node);
    const isItself = place.root.kind === "variable" && place.root.variable === variable && place.path === "";
    if (isItself) add(place.root, "=", kindOf(node), node);
    if (place.path === "") content(node, place.root);
  }

  function member(node: ts.PropertyAccessExpression | ts.ElementAccessExpression): void {
    const part = partName(node);
    if (part === "prototype" || part === "constructor") return;
    if (isCallee(node)) {
      const call = outward(node).parent as ts.CallExpression;
      const isOwn = calls.of(call).functions.length > 0;
      for (const { root, path } of places.of(node.expression)) {
        if (root.kind === "formal") continue;
        // What is called on something that hangs from the object may change that.
        const around = path === "" ? "*" : partOf({ root, path, exact: false }, undefined);
        add(root, around, "method", call, isOwn ? undefined : part);
      }
      return;
    }
    for (const place of places.of(node.expression)) {
      const { root, path } = place;
      if (root.kind === "formal") continue;
      add(root, partOf(place, part), kindOf(node), node);
      if (path === "" && part !== undefined && isRegexHandedOver(node, root, part))
        add(root, `${part}/`, "given", node);
    }
  }

  /** Code that the file does not show may run it. */
  function isRegexHandedOver(node: ts.Expression, root: Root, path: string): boolean {
    const whole = outward(node);
    const { parent } = whole;
    if (!ts.isCallExpression(parent) && !ts.isNewExpression(parent)) return false;
    if (!parent.arguments?.includes(whole as ts.Expression) || !isHandOver(parent, calls.of(parent), variables))
      return false;
    return isSharedRegex({ root, path }, variables);
  }

  /** What becomes of the object that the variable holds. */
  function content(node: ts.Identifier, root: Root): void {
    const whole = outward(node);
    const { parent } = whole;
    if (isAssigned(node) || (isMember(parent) && parent.expression === whole)) return;
    if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
      const index = parent.arguments?.indexOf(whole as ts.Expression) ?? -1;
      if (index < 0) return;
      const full = parent.expression.getText();
      const isListed =
        calls.of(parent).functions.length === 0 &&
        effectOnArgument(full, index) === "reads" &&
        !isRegexHandedOver(node, root, "");
      add(root, "*", isListed ? "lists" : "given", parent);
    } else if (isWalk(parent) && parent.expression === whole) add(root, "*", "lists", node);
    else if (ts.isReturnStatement(parent) || ts.isArrowFunction(parent)) add(root, "*", "out", node);
    else if (ts.isPropertyAssignment(parent) || ts.isArrayLiteralExpression(parent)) add(root, "*", "out", node);
    else if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      add(root, "*", "out", node);
    }
  }

  function add(root: Root, part: string, kind: AccessKind, node: Access["node"], method?: string): void {
    memo(found, root, () => []).push({ root, part, kind, node, method, isLoading: isLoading(node) });
  }
}

/** Whether it may change what the object holds. */
export function mayWrite({ kind, method, part }: Access): boolean {
  if (kind === "write" || kind === "step" || kind === "delete" || kind === "given") return true;
  if (kind !== "method" || part === "=") return false;
  return method === undefined || effectOfMethod(method) !== "reads" || method === "exec" || method === "test";
}

function kindOf(node: ts.Expression): AccessKind {
  const { parent } = outward(node);
  if (ts.isDeleteExpression(parent)) return "delete";
  if (!isAssigned(node)) return "read";
  if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) return "step";
  return "write";
}

/** `o.m` in `o.m()` */
function isCallee(node: ts.Expression): boolean {
  const whole = outward(node);
  const { parent } = whole;
  return ts.isCallExpression(parent) && parent.expression === whole && !isOptionalOther(parent, node);
}

function isOptionalOther(call: ts.CallExpression, node: ts.Expression): boolean {
  return unwrap(call.expression) !== node;
}
