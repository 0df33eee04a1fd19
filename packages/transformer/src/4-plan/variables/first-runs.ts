/** Where functions inside a function may first run. */
import * as ts from "typescript";
import type { Scopes } from "../../1-resolve/scopes.ts";
import { memo } from "../../shared/memo.ts";
import type { Preemptable } from "../../syntax/nodes.ts";
import { holderOf } from "./declarations.ts";

/**
 * Where each function inside may first be called: not before it is made, unless it is declared; and those that are declared, or
 * the value of a variable, not before they are mentioned, by code that may run itself.
 */
export function firstRuns(
  f: Preemptable,
  outermosts: readonly ts.Node[],
  scopes: Scopes,
): ReadonlyMap<ts.Node, number> {
  const found = new Map<ts.Node, number>();
  const mentions = new Map<ts.Node, ts.Node[]>();
  for (const user of outermosts) found.set(user, Number.POSITIVE_INFINITY);
  for (const user of outermosts) {
    const holder = ts.isFunctionDeclaration(user) ? user : holderOf(user);
    const binding = holder && scopes.declaredBy(holder);
    if (binding === undefined) lower(user, user.pos);
    for (const reference of binding?.references ?? []) {
      const by = outermost(reference, f);
      if (by === undefined) lower(user, reference.pos);
      else memo(mentions, by, () => []).push(user);
    }
  }
  for (const user of outermosts) spread(user);
  return found;

  function lower(user: ts.Node, at: number): boolean {
    const first = ts.isFunctionDeclaration(user) ? at : Math.max(at, user.pos);
    if (first >= (found.get(user) as number)) return false;
    found.set(user, first);
    return true;
  }

  function spread(from: ts.Node): void {
    const lowered = [from];
    for (let by = lowered.pop(); by !== undefined; by = lowered.pop()) {
      const first = found.get(by) as number;
      lowered.push(...(mentions.get(by) ?? []).filter((user) => lower(user, first)));
    }
  }
}

/** The outermost function or class inside of `f` that the node stands in. */
export function outermost(node: ts.Node, f: Preemptable): ts.Node | undefined {
  let found: ts.Node | undefined;
  for (let n = node; n !== f; n = n.parent) if (ts.isFunctionLike(n) || ts.isClassLike(n)) found = n;
  return found;
}
