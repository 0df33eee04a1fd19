/** One place where state is kept: a root, which lives from call to call, and a path from there. See places.ts. */
import * as ts from "typescript";
import { type FunctionNode, type Member, memberName } from "../../1-resolve/target.ts";
import { staticName, unwrap } from "../../syntax/nodes.ts";
import { initialValue, type Variable } from "./variables.ts";

/**
 * A formal is what a function is given: `this`, or a parameter. What is done to it is done to what a call hands over.
 * Statics are the properties of functions and classes, which are also reached as `x.constructor.P`.
 */
export interface Root {
  readonly kind: "variable" | "statics" | "exports" | "expression" | "formal";
  readonly name: string;
  readonly declared: ts.Node;
  /** Of a formal: the function. */
  readonly of?: FunctionNode;
  readonly variable?: Variable;
}

export interface Place {
  readonly root: Root;
  /** Empty for the object of the root. */
  readonly path: string;
  /** Nothing else can stand there. */
  readonly exact: boolean;
}

/** The part of the state that a member of `place` is. */
export function partOf({ path }: Place, name: string | undefined): string {
  if (path === "") return name ?? "*";
  return path.endsWith("/") ? path : `${path}/`;
}

/** The name of the property; of `list[0]`, too. */
export function partName(member: Member): string | undefined {
  const name = memberName(member);
  if (name !== undefined || !ts.isElementAccessExpression(member)) return name;
  const key = unwrap(member.argumentExpression);
  return ts.isNumericLiteral(key) ? String(Number(key.text)) : undefined;
}

/** Whether two paths may mean the same. */
export function overlap(a: string, b: string): boolean {
  if (a === b) return true;
  if (a === "=" || b === "=") return false;
  if (a.endsWith("/") !== b.endsWith("/")) return false;
  return a.startsWith("*") || b.startsWith("*");
}

/** The property that an element of a pattern takes. */
export function nameOfElement({ propertyName, name }: ts.BindingElement): string | undefined {
  return staticName(propertyName ?? name);
}

/** A map from objects that callers have: two jobs have two. */
export function isWeak({ variable }: Root): boolean {
  const value = initialValue(variable);
  return value !== undefined && ts.isNewExpression(value) && /^Weak(Map|Set)$/.test(value.expression.getText());
}

/** All of them; exact only where there is one. */
export function either(...lists: (readonly Place[])[]): readonly Place[] {
  const filled = lists.filter((list) => list.length > 0);
  const [only] = filled;
  if (only === undefined) return [];
  if (lists.length === 1) return only;
  const places: Place[] = [];
  for (const list of filled) {
    for (const place of list) {
      if (places.length >= 6) break;
      if (!places.some((p) => p.root === place.root && p.path === place.path)) places.push(place);
    }
  }
  const isOne = places.length === 1 && filled.length === lists.length;
  return isOne ? places : places.map((place) => ({ ...place, exact: false }));
}
