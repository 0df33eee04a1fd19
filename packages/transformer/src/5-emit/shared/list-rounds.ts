/** How loops walk a list by index, as its iterator does: what they ask of it is reported where that iterator is asked. */
import type ts from "typescript";
import { placedAt } from "./positions.ts";

/** `$i + 1 <= +$list.length`: a proxy of an array may give any length, which the iterator makes an integer. */
export function hasItem(f: ts.NodeFactory, list: ts.Identifier, i: ts.Identifier, step: number): ts.Expression {
  const length = f.createPrefixPlus(placedAt(f.createPropertyAccessExpression(list, "length"), step));
  return f.createLessThanEquals(f.createAdd(i, f.createNumericLiteral(1)), length);
}

/** `$list[$i]` */
export function itemOf(f: ts.NodeFactory, list: ts.Identifier, i: ts.Identifier, step: number): ts.Expression {
  return placedAt(f.createElementAccessExpression(list, i), step);
}
