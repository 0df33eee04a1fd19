/**
 * Assignments to properties that may be preemptable accessors, taken apart: the getter and the setter are called where the engine would
 * have called them, and the value is what is assigned.
 *
 *   o.total = x     ⇒   $object = o; $assigned = x; SET($object, $assigned); $assigned
 *   o.total += x    ⇒   $object = o; $old = GET($object); $assigned = $old + x; SET($object, $assigned); $assigned
 *   o.total ||= x   ⇒   $object = o; $old = GET($object); $old || ($old = x, SET($object, $old)); $old
 *   o.total++       ⇒   $object = o; $old = GET($object); $value = $old++; SET($object, $old); $value
 */
import * as ts from "typescript";
import { type Access, type AccessorKind, accessOf } from "../../syntax/accesses.ts";
import { logicalOf } from "../../syntax/assignments.ts";
import { unwrap } from "../../syntax/nodes.ts";
import * as js from "./build.ts";
import type { Unit } from "./unit.ts";

/** How the code around is built: as an expression, or as statements. */
export interface Parts {
  /** A variable with the value. */
  keep(text: "$object" | "$old" | "$assigned", value: ts.Expression): ts.Identifier;
  add(effect: ts.Expression): void;
  visit(node: ts.Expression): ts.Expression;
  /** The call of the accessor; undefined if it is surely plain. Its value is used next. */
  access(kind: AccessorKind, object: ts.Expression, values: readonly ts.Expression[]): ts.Expression | undefined;
  /** What `make` adds is evaluated only if the left side of a logical operator says so. */
  when(isTaken: (rest: ts.Expression) => ts.Expression, make: () => void, condition: ts.Identifier): void;
}

export class Update {
  readonly #unit: Unit;
  readonly #access: Access;
  readonly #node: ts.Node;
  readonly #parts: Parts;

  constructor(unit: Unit, call: ts.CallExpression, parts: Parts) {
    this.#unit = unit;
    this.#access = accessOf(call) as Access;
    this.#node = call.parent;
    this.#parts = parts;
  }

  /** Adds all of it, and returns its value. */
  add(): ts.Expression {
    const node = this.#node;
    const { member, kind } = this.#access;
    const object = this.#parts.keep("$object", this.#parts.visit(member.expression));
    if (ts.isBinaryExpression(node) && kind === "set") return this.#assign(object, node.right);
    const old = this.#parts.keep("$old", this.#parts.access("get", object, []) ?? this.#place(object));
    if (ts.isBinaryExpression(node)) return this.#operate(object, old, node);
    return this.#step(object, old, node as ts.PrefixUnaryExpression | ts.PostfixUnaryExpression);
  }

  #assign(object: ts.Identifier, right: ts.Expression): ts.Expression {
    const value = this.#parts.keep("$assigned", this.#parts.visit(right));
    this.#write(object, value);
    return value;
  }

  #operate(object: ts.Identifier, old: ts.Identifier, { operatorToken, right }: ts.BinaryExpression): ts.Expression {
    const { f } = this.#unit;
    const logical = logicalOf(operatorToken.kind);
    if (logical === undefined) {
      const made = f.createBinaryExpression(
        old,
        operatorOf(operatorToken.kind),
        js.parenthesized(this.#parts.visit(right)),
      );
      const value = this.#parts.keep("$assigned", made);
      this.#write(object, value);
      return value;
    }
    const make = () => {
      this.#parts.add(js.assign(old, this.#parts.visit(right)));
      this.#write(object, old);
    };
    this.#parts.when((rest) => f.createBinaryExpression(old, logical as ts.BinaryOperator, rest), make, old);
    return old;
  }

  /** `$old++` makes a number of what the getter gives, too. */
  #step(
    object: ts.Identifier,
    old: ts.Identifier,
    node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression,
  ): ts.Expression {
    const { f } = this.#unit;
    const operator = node.operator as ts.PostfixUnaryOperator;
    const value = this.#parts.keep("$assigned", f.createPostfixUnaryExpression(old, operator));
    this.#write(object, old);
    return ts.isPostfixUnaryExpression(node) ? value : old;
  }

  #write(object: ts.Identifier, value: ts.Identifier): void {
    this.#parts.add(this.#parts.access("set", object, [value]) ?? js.assign(this.#place(object), value));
  }

  #place(object: ts.Identifier): ts.Expression {
    const { member } = this.#access;
    if (ts.isElementAccessExpression(member)) return js.element(object, unwrap(member.argumentExpression));
    const { f } = this.#unit;
    const { text } = member.name;
    return js.member(object, ts.isPrivateIdentifier(member.name) ? f.createPrivateIdentifier(text) : js.word(text));
  }
}

/** `+` of `+=`. */
export function operatorOf(assignment: ts.SyntaxKind): ts.BinaryOperator {
  const text = ts.tokenToString(assignment)?.slice(0, -1);
  for (let kind = ts.SyntaxKind.FirstBinaryOperator; kind <= ts.SyntaxKind.LastBinaryOperator; kind++) {
    if (ts.tokenToString(kind) === text) return kind as ts.BinaryOperator;
  }
  throw new Error(`${ts.SyntaxKind[assignment]} assigns nothing`);
}
