/** How the resumable body of a constructor has its class make the object: see constructors.ts. */
import * as ts from "typescript";
import { hasFields, isAssigned, parameterProperties } from "../../syntax/fields.ts";
import { isDerived } from "../../syntax/nodes.ts";
import * as js from "./build.ts";
import type { ConstructorNames, Unit } from "./unit.ts";

/** `$this = $this === $class ? new $class($bare) : $construct($class, [$bare], $this);` */
export function madeObject(unit: Unit, f: ts.ConstructorDeclaration, self: ts.Identifier): ts.Expression {
  if (unit.plan.byField.has(f.parent)) return js.assign(self, unit.callRuntime("objectOf", [self]));
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

/** What gives the parameters of a base class that are properties their values, where the body of its constructor begins. */
export function givenParameters(unit: Unit, node: ts.Node, self: ts.Expression): ts.Statement[] {
  if (!ts.isConstructorDeclaration(node) || isDerived(node.parent)) return [];
  const options = unit.context.getCompilerOptions();
  return parameterProperties(node).map(({ name }) =>
    isAssigned(options) || areDeclared(options)
      ? js.statement(js.assign(js.member(self, name.text), js.word(name.text)))
      : defined(unit, self, name.text, js.word(name.text)),
  );
}

/** Whether properties that are parameters are fields as well, which have no value before the constructor's code begins. */
export function areDeclared(options: ts.CompilerOptions): boolean {
  return !isAssigned(options) && hasFields(options);
}

/** `$define(this, "a", VALUE);` */
export function defined(unit: Unit, self: ts.Expression, key: string, value: ts.Expression): ts.Statement {
  return js.statement(unit.callRuntime("define", [self, js.text(key), value]));
}
