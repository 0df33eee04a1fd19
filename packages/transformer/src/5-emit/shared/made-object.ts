/** How the resumable body of a constructor has its class make the object: see constructors.ts. */
import type ts from "typescript";
import { isDerived } from "../../syntax/nodes.ts";
import * as js from "./build.ts";
import type { ConstructorNames, Unit } from "./unit.ts";

/** `$this = $this === $class ? new $class($bare) : $construct($class, [$bare], $this);` */
export function madeObject(unit: Unit, f: ts.ConstructorDeclaration, self: ts.Identifier): ts.Expression {
  const { itself } = unit.constructorNames.get(f) as ConstructorNames;
  const given = f.parameters.filter((p) => p.dotDotDotToken === undefined);
  const one = given.length === 0 ? [unit.runtime("bare")] : [];
  const bares = [...given.map(() => unit.runtime("bare")), ...one];
  const plain = unit.f.createNewExpression(itself, undefined, bares);
  // In a derived class: as `new`, for an engine that looks into it.
  const derived = unit.callRuntime("construct", [
    itself,
    js.list(...given.map(() => unit.runtime("bare")), ...one),
    self,
  ]);
  return js.assign(self, js.choice(js.equal(self, itself), plain, derived));
}

/** `$this = $begun($made, $this);`: where `this` may not be there yet, or somebody asks for `new.target`, both are in a box. */
export function boxed(unit: Unit, f: ts.ConstructorDeclaration, self: ts.Identifier): ts.Expression {
  const { made } = unit.constructorNames.get(f) as ConstructorNames;
  return js.assign(self, unit.callRuntime("begun", [made, self, js.truth(isDerived(f.parent))]));
}
