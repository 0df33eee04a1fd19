/** The functions of an exclusive unit as they are called without preemption, with their questions. */
import * as ts from "typescript";
import type { FunctionNode } from "../1-resolve/target.ts";
import { isAsync, isGenerator, isPrologueDirective, type Preemptable } from "../syntax/nodes.ts";
import { askingAgain } from "./asking-again.ts";
import * as js from "./shared/build.ts";
import { waitHere } from "./shared/questions.ts";
import type { Unit } from "./shared/unit.ts";

/** `made`, which is what became of the function `node`, with its questions. */
export function withQuestion<F extends FunctionNode>(unit: Unit, node: FunctionNode, made: F): F {
  if (!unit.asks(node) || made.body === undefined) return made;
  const isLeft = isAsync(node as Preemptable) || isGenerator(node);
  const asking = questioned(unit, made.body);
  const body = isLeft ? askingAgain(unit, asking) : asking;
  return ts.visitEachChild(made, (child) => (child === made.body ? body : child), undefined);
}

function questioned(unit: Unit, body: ts.ConciseBody): ts.Block {
  const { f } = unit;
  if (!ts.isBlock(body)) {
    const returned = ts.setTextRange(js.returned(body), body);
    return ts.setTextRange(js.lines(waitHere(unit), returned), body);
  }
  const own = body.statements;
  const at = own.findIndex((s) => !isPrologueDirective(s));
  const start = at < 0 ? own.length : at;
  const list = f.createNodeArray([...own.slice(0, start), waitHere(unit), ...own.slice(start)]);
  return f.updateBlock(body, ts.setTextRange(list, own));
}
