/**
 * What an arrow function takes from the function around it. Its resumable body is a function of its own, so these are
 * handed to it when the arrow function is made:
 *
 *   () => arguments[0]       ⇒  (($arguments) => $attachArrow(() => arguments[0], function* () { $arguments[0] }))(arguments)
 *   () => new.target         ⇒  likewise with $newTarget
 *   () => super.m(this.x)    ⇒  likewise with $super = (key) => $superReference(() => super[key], (v) => super[key] = v)
 *   () => this               in the constructor of a derived class, where it may not be there yet: $this = () => this
 *
 * Elsewhere `this` never changes and is handed to $attachArrow.
 */
import type { SharedReference } from "@preempt/abi";
import * as ts from "typescript";
import type { Facts } from "../../1-resolve/facts.ts";
import { isSuperProperty, type SuperProperty } from "../../4-plan/super-properties.ts";
import { isInDerivedConstructor } from "../../syntax/nodes.ts";
import * as js from "./build.ts";
import type { Unit } from "./unit.ts";

export interface Lexical {
  readonly arguments: ts.Identifier | undefined;
  readonly newTarget: ts.Identifier | undefined;
  readonly super: ts.Identifier | undefined;
  /** A function that gives `this`. */
  readonly self: ts.Identifier | undefined;
}

/** What `arrow` needs; undefined if `this` is all. */
export function lexicalOf(unit: Unit, arrow: ts.ArrowFunction, facts: Facts): Lexical | undefined {
  const self = facts.usesThis && isInDerivedConstructor(arrow);
  if (!facts.usesArguments && !facts.usesNewTarget && !facts.usesSuper && !self) return undefined;
  const name = (needed: boolean, text: string) => (needed ? unit.freshName(text) : undefined);
  return {
    arguments: name(facts.usesArguments, "$arguments"),
    newTarget: name(facts.usesNewTarget, "$newTarget"),
    super: name(facts.usesSuper, "$super"),
    self: name(self, "$this"),
  };
}

/** `((names) => EXPRESSION)(values)` */
export function handOver(unit: Unit, lexical: Lexical, expression: ts.Expression): ts.Expression {
  const { f } = unit;
  const names: ts.Identifier[] = [];
  const values: ts.Expression[] = [];
  const add = (name: ts.Identifier | undefined, value: () => ts.Expression) => {
    if (name === undefined) return;
    names.push(name);
    values.push(value());
  };
  add(lexical.arguments, () => js.word("arguments"));
  add(lexical.newTarget, () => f.createMetaProperty(ts.SyntaxKind.NewKeyword, js.word("target")));
  add(lexical.super, () => superGiver(unit));
  add(lexical.self, () => js.arrow([], f.createThis()));
  return js.call(
    js.parenthesized(
      js.arrow(
        names.map((name) => js.parameter(name)),
        expression,
      ),
    ),
    ...values,
  );
}

/** `(key) => $superReference(() => super[key], (value) => super[key] = value)` */
function superGiver(unit: Unit): ts.Expression {
  const { f } = unit;
  const key = unit.name("$key");
  const value = unit.name("$value");
  const property = () => js.element(f.createSuper(), key);
  const get = js.arrow([], property());
  const set = js.arrow([js.parameter(value)], js.assign(property(), value));
  return js.arrow([js.parameter(key)], unit.callRuntime("superReference", [get, set]));
}

/** The resumable body with the names of {@link Lexical} in place of what they stand for. */
export function useLexical(unit: Unit, lexical: Lexical, resumable: ts.FunctionExpression): ts.FunctionExpression {
  const { f, context } = unit;
  return ts.visitEachChild(resumable, visit, context);

  function visit(node: ts.Node): ts.VisitResult<ts.Node | undefined> {
    if (ts.isIdentifier(node)) return node.text === "arguments" ? (lexical.arguments ?? node) : node;
    if (node.kind === ts.SyntaxKind.ThisKeyword) return self();
    if (ts.isMetaProperty(node)) {
      return node.keywordToken === ts.SyntaxKind.NewKeyword ? (lexical.newTarget ?? node) : node;
    }
    if (ts.isCallExpression(node) && isSuperProperty(node.expression)) {
      const callee = visit(node.expression) as ts.Expression;
      return unit.callRuntime("call", [callee, self(), ...node.arguments.map((a) => visit(a) as ts.Expression)]);
    }
    if (isSuperProperty(node)) return superProperty(node);
    if (ts.isShorthandPropertyAssignment(node)) {
      if (node.name.text !== "arguments" || lexical.arguments === undefined) return node;
      return js.property("arguments", lexical.arguments);
    }
    if (isOwnFunction(node)) return outsideOf(node);
    return ts.visitEachChild(node, (child) => (isLabelOrKey(node, child) ? child : visit(child)), context);
  }

  function self(): ts.Expression {
    return lexical.self ? js.call(lexical.self) : f.createThis();
  }

  function superProperty(node: SuperProperty): ts.Expression {
    if (lexical.super === undefined) return node;
    const key = ts.isPropertyAccessExpression(node)
      ? js.text(node.name.text)
      : (visit(node.argumentExpression) as ts.Expression);
    const reference = js.call(lexical.super, key);
    return js.member(reference, "value" satisfies keyof SharedReference);
  }

  /** Of a function, method or field with a `this` of its own, only its computed key belongs to the code around. */
  function outsideOf(node: ts.Node): ts.Node {
    const name = (node as { name?: ts.Node }).name;
    if (name === undefined || !ts.isComputedPropertyName(name)) return node;
    return ts.visitEachChild(
      node,
      (child) => (child === name ? ts.visitEachChild(name, visit, context) : child),
      context,
    );
  }
}

/** An identifier that names a property or a label. */
function isLabelOrKey(node: ts.Node, child: ts.Node): boolean {
  const { name, propertyName, label } = node as { name?: ts.Node; propertyName?: ts.Node; label?: ts.Node };
  return ts.isIdentifier(child) && (child === name || child === propertyName || child === label);
}

function isOwnFunction(node: ts.Node): boolean {
  return (
    (ts.isFunctionLike(node) && !ts.isArrowFunction(node)) ||
    ts.isPropertyDeclaration(node) ||
    ts.isClassStaticBlockDeclaration(node)
  );
}
