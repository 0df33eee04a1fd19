/**
 * Callees that are asked once, and callbacks that are bodies: see 4-plan/closures/direct-callbacks.ts.
 *
 *   const sequence = (first, second) => (text, at, rest) => first(text, at, (next) => second(text, next, rest))
 *
 * becomes, where the third argument of either is a body,
 *
 *   const sequence = (first, second) => (() => {
 *     const $first = $held(first, 4, "first"), $second = …;
 *     const f$body = function f$resumable($depth, $this, text, at, rest) {
 *       … return $first($depth + 1, undefined, text, at, function f$resumable_1($depth, $this, next) { … });
 *     };
 *     return $attachDirect(…, f$body, 4, true);
 *   })()
 */
import * as ts from "typescript";
import type { Binding } from "../../1-resolve/binding.ts";
import type { Preemptable } from "../../syntax/nodes.ts";
import * as js from "./build.ts";
import type { Unit } from "./unit.ts";

/** @param make Makes the closure. Gets what comes before: `const $first = $held(first, 4, "first");` for what it holds */
export function holding<T>(unit: Unit, closure: ts.Node, make: (held: readonly ts.Statement[]) => T): T {
  const { f, heldNames } = unit;
  const all = unit.direct?.heldBy(closure) ?? [];
  const declared = all.map(({ binding, name, bits }) => {
    const local = unit.freshName(`$${name.text}`);
    heldNames.set(binding, local);
    return js.declaration(local, asked(unit, name, bits));
  });
  const list = f.createVariableDeclarationList(declared, ts.NodeFlags.Const);
  const made = make(declared.length === 0 ? [] : [f.createVariableStatement(undefined, list)]);
  for (const { binding } of all) heldNames.delete(binding);
  return made;
}

/** `$first`, or `($first || ($first = $held(first, 4, "first")))` for a variable of the file. */
export function heldCallee(unit: Unit, binding: Binding): ts.Expression {
  const { heldNames, sourceFile } = unit;
  const ofFile = unit.direct?.heldBy(sourceFile).find((held) => held.binding === binding);
  if (ofFile === undefined) return heldNames.get(binding) as ts.Identifier;
  let name = heldNames.get(binding);
  if (name === undefined) {
    name = unit.topName(`$${binding.name}`);
    heldNames.set(binding, name);
    unit.fileVariables.push(name);
  }
  return js.or(name, js.assign(name, asked(unit, ofFile.name, ofFile.bits)));
}

function asked(unit: Unit, name: ts.Identifier, bits: number): ts.Expression {
  return unit.callRuntime("held", [name, js.number(bits), js.text(name.text)]);
}

/** An arrow function that is not preemptable, as a body: what bodies are told first is nothing to it. */
export function ownBody(unit: Unit, arrow: ts.ArrowFunction): ts.ArrowFunction {
  const { f } = unit;
  const told = ["$depth", "$this"].map((name) => js.parameter(unit.freshName(name)));
  const { modifiers, parameters, equalsGreaterThanToken, body } = arrow;
  return f.updateArrowFunction(
    arrow,
    modifiers,
    undefined,
    [...told, ...parameters],
    undefined,
    equalsGreaterThanToken,
    body,
  );
}

/** Which arguments the function's body takes as bodies. */
export function bitsOf(unit: Unit, node: Preemptable): number {
  return unit.planOf(node).closure.bits;
}
