/**
 * The resumable body of a constructor as a generator whose `this` is a box (see the runtime's construction-box.ts):
 *
 *   constructor(x) { super(x); this.t = new.target; }   ⇒   function* (x) { const $box = this; … $selfOf($box).t = $box.newTarget; }
 */
import type { SharedBox } from "@preempt/abi";
import * as ts from "typescript";
import { hasOwnThis, isSuperCall } from "../../syntax/nodes.ts";
import * as js from "../shared/build.ts";
import type { Unit } from "../shared/unit.ts";

export function withBox(unit: Unit, block: ts.Block): ts.Block {
  const { f, context } = unit;
  const box = unit.name("$box");
  const made = ts.visitEachChild(block, visit, context);
  const own = js.constant(box, f.createThis());
  return f.updateBlock(made, ts.setTextRange(f.createNodeArray([own, ...made.statements]), block.statements));

  function visit(node: ts.Node): ts.Node {
    if (node.kind === ts.SyntaxKind.ThisKeyword) return unit.callRuntime("selfOf", [box]);
    if (ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.NewKeyword)
      return js.member(box, "newTarget" satisfies keyof SharedBox);
    if (isSuperCall(node)) {
      // In an arrow function, where nobody waits for a signal.
      const body = unit.callRuntime("superOf", [box, js.truth(false)]);
      const args = node.arguments.map((a) => ts.visitNode(a, visit) as ts.Expression);
      return unit.callRuntime("bound", [box, js.call(body, js.number(0), js.nothing(), ...args)]);
    }
    const isOutside = (child: ts.Node) => ts.isComputedPropertyName(child) || ts.isDecorator(child);
    const own = hasOwnThis(node);
    return ts.visitEachChild(node, (child) => (own && !isOutside(child) ? child : visit(child)), context);
  }
}
