/** Optional chains, link by link. */
import * as ts from "typescript";
import { outward, unwrap } from "../syntax/nodes.ts";
import { isMember, type Member } from "./target.ts";

export interface Link {
  readonly node: ts.CallExpression | Member;
  readonly optional: boolean;
}

/** An optional chain from its base outwards; undefined where only the engine can express it. */
export function chainLinks(node: ts.Expression): { base: ts.Expression; items: Link[] } | undefined {
  const items: Link[] = [];
  let e: ts.Expression = node;
  for (;;) {
    if (ts.isNonNullExpression(e)) {
      e = e.expression;
      continue;
    }
    if (ts.isOptionalChain(e)) {
      const link = e as Link["node"];
      items.unshift({ node: link, optional: link.questionDotToken !== undefined });
    } else {
      // `o.m?.()`: the member before an optional call is not part of the chain, but gives it its `this`.
      const target = unwrap(e);
      const givesThis = items[0] !== undefined && ts.isCallExpression(items[0].node) && isMember(target);
      if (!givesThis) break;
      if (ts.isOptionalChain(target)) return undefined;
      items.unshift({ node: target, optional: false });
    }
    e = (items[0] as Link).node.expression;
    if (e.kind === ts.SyntaxKind.SuperKeyword) return undefined;
  }
  return { base: e, items };
}

/** Whether the place of an optional chain takes more than its value: `delete o?.x`, `(o?.m)()`. */
export function isReferenceNeeded(node: ts.Expression): boolean {
  const whole = outward(node);
  const { parent } = whole;
  if (ts.isDeleteExpression(parent)) return true;
  if (ts.isCallExpression(parent)) return parent.expression === whole;
  return ts.isTaggedTemplateExpression(parent);
}
