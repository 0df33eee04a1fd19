/** The steps in which a function reads or writes state: through a variable, a member, or a part of an object. */
import * as ts from "typescript";
import { type FunctionNode, isMember } from "../../1-resolve/target.ts";
import { cachedIn, isKeyedCacheWrite } from "./caches.ts";
import type { StepsBuilder } from "./control-steps.ts";
import { type Place, partName, partOf, type Root } from "./place.ts";
import type { Places } from "./places.ts";
import type { PartEffect } from "./state-effects.ts";
import type { Variables } from "./variables.ts";
import { isJustSet } from "./written-anew.ts";

export interface TouchOptions {
  readonly places: Places;
  readonly variables: Variables;
  /** Whether it is state that anybody writes. */
  isState(root: Root): boolean;
  isReassigned(root: Root): boolean;
  /** Whether the condition asks if a constant has been made, which is made where it has not. */
  isAskedFor(root: Root, node: ts.Identifier): boolean;
}

export interface Touches {
  expression(e: ts.Expression, kind: TouchKind, to: StepsBuilder): void;
  part(place: Place, name: string | undefined, kind: TouchKind, node: ts.Node, to: StepsBuilder): void;
  isFollowed(root: Root): boolean;
  isKeptByKey(node: ts.Expression): boolean;
}

export type TouchKind = "reads" | "writes" | "overwrites" | "changes";

export const partEffects: Record<TouchKind, (node: ts.Node) => PartEffect> = {
  reads: (read) => ({ read, isOverwritten: false }),
  writes: (write) => ({ write, isOverwritten: false }),
  overwrites: (write) => ({ write, isOverwritten: true }),
  changes: (node) => ({ read: node, write: node, isOverwritten: false }),
};

/** @param f The function whose code it is */
export function touchesIn(
  f: FunctionNode,
  { places, variables, isState, isReassigned, isAskedFor }: TouchOptions,
): Touches {
  return { expression, part, isFollowed, isKeptByKey };

  function expression(e: ts.Expression, kind: TouchKind, to: StepsBuilder): void {
    if (ts.isIdentifier(e)) variable(e, kind, to);
    else if (isMember(e)) member(e, kind, to);
  }

  function variable(node: ts.Identifier, kind: TouchKind, to: StepsBuilder): void {
    const [place] = places.of(node);
    if (place?.root.variable === undefined || place.path !== "" || !isReassigned(place.root)) return;
    if (place.root.variable !== variables.of(node)) return;
    // A test whether it is there finds what is used from there on.
    add(place.root, "=", kind === "reads" && isAskedFor(place.root, node) ? "overwrites" : kind, node, to);
  }

  function member(
    node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
    kind: TouchKind,
    to: StepsBuilder,
  ): void {
    const name = partName(node);
    if (name === "prototype" || name === "constructor") return;
    for (const place of places.of(node.expression)) part(place, name, kind, node, to);
  }

  function part(place: Place, name: string | undefined, kind: TouchKind, node: ts.Node, to: StepsBuilder): void {
    // A property of a function by a computed name: hardly ever state, and of any function at all.
    if (place.root.kind === "statics" && place.path === "" && name === undefined) return;
    if (name === "lastIndex" && kind === "reads" && !place.exact && isJustSet(node)) return;
    const isSure = place.exact && place.path === "" && name !== undefined;
    add(place.root, partOf(place, name), kind === "overwrites" && !isSure ? "writes" : kind, node, to);
  }

  function add(root: Root, part: string, kind: TouchKind, node: ts.Node, to: StepsBuilder): void {
    if (isFollowed(root)) to.add({ kind: "touch", root, part, effect: partEffects[kind](node) });
  }

  /** The code that makes the state sets it up. */
  function isFollowed(root: Root): boolean {
    return root.kind === "formal" || (isState(root) && root.variable?.owner !== f);
  }

  /** An entry of a cache that an object has: of others of its key it is the same. */
  function isKeptByKey(node: ts.Expression): boolean {
    const object = isKeyedCacheWrite(node) ? cachedIn(node) : undefined;
    return object !== undefined && places.of(object).every(({ root }) => root.kind === "formal");
  }
}
