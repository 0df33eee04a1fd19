/** How loops walk a list by index, as its iterator does: what they ask of it is reported where that iterator is asked. */
import type ts from "typescript";
import * as js from "./build.ts";
import { placedAt } from "./positions.ts";

/** `$i + 1 <= +$list.length`: a proxy of an array may give any length, which the iterator makes an integer. */
export function hasItem(list: ts.Identifier, i: ts.Identifier, step: number): ts.Expression {
  const length = js.plus(placedAt(js.member(list, "length"), step));
  return js.atMost(js.sum(i, js.number(1)), length);
}

/** `$list[$i]` */
export function itemOf(list: ts.Identifier, i: ts.Identifier, step: number): ts.Expression {
  return placedAt(js.element(list, i), step);
}
