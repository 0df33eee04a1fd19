/**
 * Classes with preemptable constructors. The resumable body has the class make the object, whose constructor is told by its first
 * argument that this is all (see the runtime's constructors.ts):
 *
 *   class B { constructor(x) { … } }             class D extends B { constructor(x) { super(x); … } }
 *
 *   class B {                                    class D extends B {
 *     static { const $class = this,                static { const $class = this,
 *       $made = $attachConstructor($class,           $made = $attachConstructor($class,
 *         function B$resumable($depth, $this, x) {     function D$resumable($depth, $this, x) {
 *           $this = $this === $class                     $this = $superBody($made)($depth + 1, $this, x);
 *             ? new $class($bare)                        …
 *             : $construct($class, [$bare], $this);                   return $this;
 *           …                                        }, …); }
 *           return $this;                          constructor(x) {
 *       }, …); }                                     if (x === $bare) {
 *     constructor(x) {                                 if ($gives()) return $given();
 *       if (x === $bare) return $given();              if ($adds()) super($bare, …); else super(...$passed()); return;
 *       …                                            }
 *     }                                              super(x); …
 *   }                                            } }
 *
 * `$this` is `new.target` until there is an object.
 */
import * as ts from "typescript";
import { isGeneratorBoxed, isKeyword } from "../3-check/constructors.ts";
import { isAssigned, isElement, isField } from "../syntax/fields.ts";
import { isLasting } from "../syntax/lasting.ts";
import { isDerived, isPrologueDirective, unwrap } from "../syntax/nodes.ts";
import { fieldsOf } from "./fields.ts";
import { resumableExpression } from "./functions.ts";
import * as js from "./shared/build.ts";
import type { ConstructorNames, Unit } from "./shared/unit.ts";

/** The statements of the static block. */
export function attachConstructor(unit: Unit, f: ts.ConstructorDeclaration, cls: ts.Expression): ts.Statement[] {
  const names: ConstructorNames = { itself: unit.freshName("$class"), made: unit.freshName("$made") };
  unit.constructorNames.set(f, names);
  const args = [names.itself, resumableExpression(unit, f), ...about(unit, f.parent, f)];
  if (!unit.isPlain(f)) args.push(js.truth(isGeneratorBoxed(f)), js.truth(isDerived(f.parent)));
  args.push(...fieldsOf(unit, f.parent));
  return [
    js.declarations(
      ts.NodeFlags.Const,
      js.declaration(names.itself, cls),
      js.declaration(names.made, unit.callRuntime(unit.isPlain(f) ? "attachConstructor" : "attachConstructing", args)),
    ),
  ];
}

/** For a class without a constructor. */
export function attachDefault(unit: Unit, node: ts.ClassLikeDeclaration, cls: ts.Expression): ts.Statement {
  const args = [cls, js.nothing(), ...about(unit, node, undefined), ...fieldsOf(unit, node)];
  return js.statement(unit.callRuntime("attachConstructor", args));
}

/** How many parameters it has; whether it gives back an object; whether it adds something to one; whether it is lasting. */
function about(
  { context, plan }: Unit,
  cls: ts.ClassLikeDeclaration,
  f: ts.ConstructorDeclaration | undefined,
): ts.Expression[] {
  const options = context.getCompilerOptions();
  const place = (f ?? cls) as ts.ConstructorDeclaration;
  // The class is not asked for objects.
  if (plan.byField.has(cls)) return [js.number(0), js.truth(false), js.truth(false), js.truth(isLasting(place))];
  const hasElements = cls.members.some((m) => isElement(m, options));
  const givesBack = isDerived(cls)
    ? f !== undefined || !hasElements
    : cls.members.every((m) => !isField(m) || isMadeUnseen(m, options));
  return [
    js.number(f?.parameters.length ?? 0),
    js.truth(givesBack),
    js.truth(hasElements && isDerived(cls)),
    js.truth(isLasting(place)),
  ];
}

/** Whether nobody sees that an object has the field. */
function isMadeUnseen({ name, initializer }: ts.PropertyDeclaration, options: ts.CompilerOptions): boolean {
  if (initializer === undefined) return true;
  return isUnseen(initializer) && (ts.isPrivateIdentifier(name) || !isAssigned(options));
}

/** Whether nobody sees that the value is made. */
function isUnseen(node: ts.Expression): boolean {
  const e = unwrap(node);
  if (ts.isArrayLiteralExpression(e)) return e.elements.every(isUnseen);
  if (ts.isObjectLiteralExpression(e)) return e.properties.length === 0;
  if (ts.isPrefixUnaryExpression(e)) return ts.isNumericLiteral(e.operand);
  if (ts.isArrowFunction(e) || ts.isFunctionExpression(e) || ts.isLiteralExpression(e)) return true;
  return isKeyword(e);
}

/** The constructor itself, which first looks whether it is to make an object and nothing else. */
export function askedConstructor(
  unit: Unit,
  original: ts.ConstructorDeclaration,
  made: ts.ConstructorDeclaration,
): ts.ConstructorDeclaration {
  const { f } = unit;
  const body = made.body as ts.Block;
  const own = body.statements;
  const at = own.findIndex((s) => !isPrologueDirective(s));
  const start = at < 0 ? own.length : at;
  const { first, parameters } = firstArgument(unit, original, made, start > 0);
  const test = js.equal(first, unit.runtime("bare"));
  const given = () => js.returned(unit.callRuntime("given", []));
  const passed = f.createSpreadElement(unit.callRuntime("passed", []));
  const bares = [1, 2, 3, 4].map(() => unit.runtime("bare"));
  const asked = isDerived(original.parent)
    ? js.when(
        test,
        js.block(
          js.when(unit.callRuntime("gives", []), given()),
          js.when(
            unit.callRuntime("adds", []),
            js.statement(f.createCallExpression(f.createSuper(), undefined, bares)),
            js.statement(f.createCallExpression(f.createSuper(), undefined, [passed])),
          ),
          js.returned(),
        ),
      )
    : js.when(test, given());
  const statements = f.createNodeArray([...own.slice(0, start), asked, ...own.slice(start)]);
  const block = f.updateBlock(body, ts.setTextRange(statements, own));
  return f.updateConstructorDeclaration(made, made.modifiers, parameters, block);
}

/** What the constructor was given first. An engine makes a list of all arguments only where nothing else names it. */
function firstArgument(
  unit: Unit,
  { parameters: [own] }: ts.ConstructorDeclaration,
  { parameters }: ts.ConstructorDeclaration,
  hasDirective: boolean,
): { first: ts.Expression; parameters: readonly ts.ParameterDeclaration[] } {
  const isNamed = own !== undefined && ts.isIdentifier(own.name);
  if (isNamed && (unit.scopes.declaredBy(own)?.declarations.length ?? 1) === 1) {
    const name = js.word((own.name as ts.Identifier).text);
    return { first: own.dotDotDotToken ? js.element(name, 0) : name, parameters };
  }
  if (own === undefined && !hasDirective) {
    const name = unit.freshName("$first");
    // With a default value it does not count in the `length` of the class.
    return { first: name, parameters: [js.parameter(name, js.nothing())] };
  }
  return { first: js.element(js.word("arguments"), 0), parameters };
}
