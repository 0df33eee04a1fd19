/**
 * The fields of a class as the runtime gives them their values: those with preemptable initialisers one by one, the others together.
 *
 *   a = f(); b = 1; c = () => this.a;
 *
 *   ⇒   $fieldsOf(true, false, "a", function a$resumable($depth, $this) { … },
 *         undefined, function () { $define(this, "b", 1); $define(this, "c", { c: () => this.a }.c); })
 */
import * as ts from "typescript";
import { compiledName } from "../1-resolve/inferred-name.ts";
import { isAssigned, isElement, ownConstructor, parameterProperties } from "../syntax/fields.ts";
import { madeInitialiser } from "../syntax/initialisers.ts";
import { isDerived, staticName, unwrap } from "../syntax/nodes.ts";
import { resumableExpression, withName } from "./functions.ts";
import * as js from "./shared/build.ts";
import { areDeclared, defined } from "./shared/made-object.ts";
import type { Unit } from "./shared/unit.ts";

/** The last argument of what attaches the constructor; none if the class makes its objects itself. */
export function fieldsOf(unit: Unit, node: ts.ClassLikeDeclaration): ts.Expression[] {
  const { f, context, kept, plan } = unit;
  if (!plan.byField.has(node)) return [];
  const options = context.getCompilerOptions();
  const steps: ts.Expression[] = [];
  const own = ownConstructor(node);
  const properties = own === undefined || !areDeclared(options) ? [] : parameterProperties(own);
  let others: ts.Statement[] = properties.map(({ name }) => defined(unit, f.createThis(), name.text, js.nothing()));
  for (const member of node.members) {
    if (!ts.isPropertyDeclaration(member) || !isElement(member, options)) continue;
    const initialiser = madeInitialiser(member);
    if (initialiser === undefined || !kept.has(initialiser)) {
      others.push(given(unit, member));
      continue;
    }
    flush();
    const body = resumableExpression(unit, initialiser);
    steps.push(keyOf(member), unit.isPlain(initialiser) ? body : unit.callRuntime("steppedField", [body]));
  }
  flush();
  return [unit.callRuntime("fieldsOf", [js.truth(!isAssigned(options)), js.truth(isDerived(node)), ...steps])];

  function flush(): void {
    if (others.length === 0) return;
    const block = js.block(...others);
    const made = f.createFunctionExpression(undefined, undefined, undefined, undefined, [], undefined, block);
    steps.push(js.nothing(), made);
    others = [];
  }
}

/** `$define(this, "a", VALUE);`, or `this.a = VALUE;` */
function given(unit: Unit, field: ts.PropertyDeclaration): ts.Statement {
  const { f, context } = unit;
  const { initializer } = field;
  const value = initializer === undefined ? js.nothing() : valueIn(unit, initializer);
  const key = staticName(field.name) as string;
  return isAssigned(context.getCompilerOptions())
    ? js.statement(js.assign(js.element(f.createThis(), js.text(key)), value))
    : defined(unit, f.createThis(), key, value);
}

/** The value, with the name that it has as a field if it is a function without one. */
function valueIn(unit: Unit, initializer: ts.Expression): ts.Expression {
  const made = ts.visitNode(initializer, unit.visitPlain) as ts.Expression;
  const e = unwrap(initializer);
  const isFunction = ts.isArrowFunction(e) || ts.isFunctionExpression(e) || ts.isClassExpression(e);
  // What is preemptable has its name from where it is made preemptable.
  if (!isFunction || (!ts.isArrowFunction(e) && e.name !== undefined) || unit.kept.has(e as ts.ArrowFunction))
    return made;
  return withName(unit, compiledName(e as ts.ArrowFunction, unit.compiled) ?? "", made);
}

function keyOf({ name }: ts.PropertyDeclaration): ts.Expression {
  return js.text(staticName(name) as string);
}
