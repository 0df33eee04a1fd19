/**
 * Patterns whose steps may be suspended (4-plan/taken-apart.ts). The pattern stays one, and the engine binds its names and evaluates its
 * default values; what is fetched in between is fetched by expressions in it.
 *
 *   const { total = 0, n } = cart    ⇒   const { [($taken[0] = $get_total(…), 0)]: total = 0, [($taken[0] = $object.n, 0)]: n }
 *                                          = ($object = cart, $taken = [])
 *   const [a = 1, b] = rows()        ⇒   const [{} = $it.take($it.ask()), a = 1, {} = $it.take($it.ask()), b, {} = $it.closed($it.close())]
 *                                          = $it = $takeSteps(rows(), "…")
 *
 * where each call stands for one that may be captured.
 */
import type { SharedPatternSteps, SharedState } from "@preempt/abi";
import * as ts from "typescript";
import { movedParameters } from "../../4-plan/moved-parameters.ts";
import { readsGetter, type Source, takenApart } from "../../4-plan/taken-apart.ts";
import { outward, type Preemptable, staticName } from "../../syntax/nodes.ts";
import {
  isListPattern,
  isObjectPattern,
  type ListPattern,
  type ObjectPattern,
  type PatternPart,
  partsOf,
} from "../../syntax/patterns.ts";
import { notIterable } from "../plain/walks.ts";
import { accessorAt } from "../shared/accessor-sites.ts";
import { namedAs, putAside } from "../shared/anonymous.ts";
import * as js from "../shared/build.ts";
import { rangeAt } from "../shared/positions.ts";
import type { Unit } from "../shared/unit.ts";
import { toldOfNothing } from "./told-nothing.ts";
import { captured, type TempNames } from "./yield-point.ts";

export class Patterns {
  readonly #unit: Unit;
  readonly #temps: TempNames;
  readonly #visit: <N extends ts.Node>(node: N) => N;

  constructor(unit: Unit, temps: TempNames, visit: <N extends ts.Node>(node: N) => N) {
    this.#unit = unit;
    this.#temps = temps;
    this.#visit = visit;
  }

  /** The declaration or assignment, if it takes something apart step by step. */
  rewritten(node: ts.Node): ts.VariableDeclaration | ts.Expression | undefined {
    const kind = takenApart(node, this.#unit.callees);
    if (kind === undefined) return undefined;
    const { f } = this.#unit;
    if (ts.isVariableDeclaration(node)) {
      const [pattern, value] = this.#apart(kind, node.name, node.initializer as ts.Expression);
      return f.updateVariableDeclaration(node, pattern as ts.BindingPattern, undefined, undefined, value);
    }
    const { left, right, operatorToken } = node as ts.BinaryExpression;
    if (ts.isExpressionStatement(outward(node).parent)) {
      const [pattern, value] = this.#apart(kind, left, right);
      return js.parenthesized(
        f.updateBinaryExpression(node as ts.BinaryExpression, pattern as ts.Expression, operatorToken, value),
      );
    }
    // The value of the whole is what was taken apart.
    const whole = this.#temps.fresh("$whole");
    const [pattern, value] = this.#apart(kind, left, right, whole);
    return js.parenthesized(js.comma(js.assign(pattern as ts.Expression, value), whole));
  }

  /** What declares the variables of a round, which takes `value` apart step by step; undefined for other loops. */
  ofRound({ initializer }: ts.ForOfStatement): ((value: ts.Expression) => ts.Statement) | undefined {
    const [declaration] = ts.isVariableDeclarationList(initializer) ? initializer.declarations : [];
    if (declaration === undefined || takenApart(declaration, this.#unit.callees) === undefined) return undefined;
    return (value) => this.#declared(initializer.flags, declaration, value);
  }

  /** `let { total } = $given; let b = $given_1 === void 0 ? 1 : $given_1;`: the parameters that are variables. */
  ofParameters(node: Preemptable): ts.Statement[] {
    const moved = movedParameters(node, this.#unit.callees);
    return moved.map((parameter) => {
      const { initializer } = parameter;
      const given = givenName(this.#unit, parameter);
      const initial = initializer && this.#initialOf(parameter.name, this.#visit(initializer));
      const value = initial ? js.choice(js.equal(given, js.nothing()), initial, given) : given;
      return this.#declared(ts.NodeFlags.Let, parameter, value);
    });
  }

  /** The default value, which has the name of its parameter if it has none. */
  #initialOf(name: ts.BindingName, value: ts.Expression): ts.Expression {
    return ts.isIdentifier(name) ? namedAs(this.#unit.f, name, value) : value;
  }

  #declared(
    flags: ts.NodeFlags,
    declaration: ts.VariableDeclaration | ts.ParameterDeclaration,
    value: ts.Expression,
  ): ts.Statement {
    const { name } = declaration;
    const source = ts.isParameter(declaration) ? declaration : (declaration.parent.parent as ts.ForOfStatement);
    const [made, given] = isObjectPattern(name)
      ? this.#objectFrom(name, value, source)
      : isListPattern(name)
        ? this.#list(name, value, undefined)
        : [name, value];
    const statement = js.declarations(flags & ts.NodeFlags.BlockScoped, js.declaration(made as ts.BindingName, given));
    return ts.setSourceMapRange(statement, declaration);
  }

  /** The pattern, and what it takes apart. `whole` is given the value of the source. */
  #apart(
    kind: "keys" | "values",
    pattern: ts.Node,
    source: ts.Expression,
    whole?: ts.Identifier,
  ): [ts.Node, ts.Expression] {
    const visited = this.#visit(source);
    const value = whole === undefined ? visited : putAside(this.#unit.f, whole, visited);
    if (kind === "values") return this.#list(pattern as ListPattern, value, source);
    const object = pattern as ObjectPattern;
    return this.#objectFrom(object, value, source);
  }

  /** The list pattern, and the steps that it walks. Of an assignment and a parameter, an engine names no source. */
  #list(pattern: ListPattern, value: ts.Expression, source: ts.Expression | undefined): [ts.Node, ts.Expression] {
    const { f } = this.#unit;
    const steps = this.#temps.fresh("$it");
    const method = (name: keyof SharedPatternSteps, ...args: ts.Expression[]) =>
      js.call(js.member(steps, name), ...args);
    const at = <N extends ts.Node>(node: N, part: ts.Node): N => ts.setSourceMapRange(node, part);
    const isBinding = ts.isArrayBindingPattern(pattern);
    const fetched = (step: ts.Expression) =>
      isBinding
        ? f.createBindingElement(undefined, undefined, f.createObjectBindingPattern([]), step)
        : js.assign(js.object(), step);
    const parts = partsOf(pattern);
    const elements = parts.flatMap(({ node, isRest, target }) => {
      const step = isRest
        ? this.#suspended(at(method("rest"), node))
        : method("take", this.#suspended(at(method("ask"), node)), ...(target === undefined ? [js.truth(true)] : []));
      return [fetched(step), this.#visit(node)];
    });
    if (parts.at(-1)?.isRest !== true)
      elements.push(fetched(method("closed", this.#suspended(at(method("close"), pattern)))));
    const made = isBinding
      ? f.updateArrayBindingPattern(pattern, elements as ts.ArrayBindingElement[])
      : ts.setTextRange(js.list(...(elements as ts.Expression[])), pattern);
    const text = isBinding && source !== undefined ? [js.text(notIterable(source))] : [];
    const taken = this.#unit.callRuntime("takeSteps", [value, ...text]);
    return [made, js.assign(steps, source === undefined ? taken : ts.setSourceMapRange(taken, rangeAt(source)))];
  }

  /** The object pattern, and what it takes apart in place of `value`. */
  #objectFrom(pattern: ObjectPattern, value: ts.Expression, source: Source): [ts.Node, ts.Expression] {
    const { f } = this.#unit;
    const [object, taken] = [this.#temps.fresh("$object"), this.#temps.fresh("$taken")];
    const held = putAside(f, object, value);
    const fresh = () => js.assign(taken, js.list());
    const made = this.#object(pattern, object, taken);
    const told = toldOfNothing(this.#unit, this.#temps, pattern, source, object, this.#visit);
    if (told === undefined) return [made, js.comma(held, fresh())];
    const isMissing = js.or(js.equal(js.parenthesized(held), js.nothing()), js.equal(object, f.createNull()));
    return [made, js.choice(isMissing, told, fresh())];
  }

  #object(pattern: ObjectPattern, object: ts.Identifier, taken: ts.Identifier): ts.Node {
    const { f } = this.#unit;
    const place = () => js.element(taken, 0);
    const parts = partsOf(pattern);
    const hasRest = parts.at(-1)?.isRest === true;
    const taking: ts.Expression[] = [];
    const elements = parts.map((part) => {
      const { node, key, target, initializer } = part;
      const read =
        key === undefined ? this.#rest(object, taking) : this.#read(key, object, hasRest ? taking : undefined);
      const into = (...steps: ts.Expression[]) =>
        f.createComputedPropertyName(f.createCommaListExpression([...steps, js.number(0)]));
      if (target === undefined || !readsGetter(target, this.#unit.callees))
        return this.#place(node, into(js.assign(place(), read)), part);
      // The pattern inside reads in the same way, of an object that is known when its default value is.
      const inner = this.#temps.fresh("$object");
      const initial =
        initializer &&
        js.and(js.equal(inner, js.nothing()), js.parenthesized(putAside(f, inner, this.#visit(initializer))));
      const steps = [js.assign(inner, read), ...(initial ? [initial] : []), js.assign(place(), taken)];
      const made = this.#object(target, inner, taken);
      return ts.isBindingElement(node)
        ? f.updateBindingElement(node, undefined, into(...steps), made as ts.BindingPattern, undefined)
        : f.createPropertyAssignment(into(...steps), made as ts.Expression);
    });
    return ts.isObjectBindingPattern(pattern)
      ? f.updateObjectBindingPattern(pattern, elements as ts.BindingElement[])
      : ts.setTextRange(js.object(...(elements as ts.ObjectLiteralElementLike[])), pattern);
  }

  /** `KEY: name = 1`, as it was but for its key. */
  #place(node: ts.Node, key: ts.ComputedPropertyName, { target, initializer }: PatternPart): ts.Node {
    const { f } = this.#unit;
    if (ts.isBindingElement(node)) {
      const name = this.#visit(node.name);
      return f.updateBindingElement(node, undefined, key, name, initializer && this.#visit(initializer));
    }
    const place = ts.isIdentifier(target as ts.Node) ? (target as ts.Identifier) : this.#visit(target as ts.Expression);
    return f.createPropertyAssignment(key, initializer ? js.assign(place, this.#visit(initializer)) : place);
  }

  /** What `...rest` takes, without the keys before it. */
  #rest(object: ts.Identifier, keys: readonly ts.Expression[]): ts.Expression {
    return this.#unit.callRuntime("restOf", [object, ...keys]);
  }

  /** The value of a key, which a preemptable getter may give. Puts the key into `keys`. */
  #read(key: ts.PropertyName, object: ts.Identifier, keys: ts.Expression[] | undefined): ts.Expression {
    const name = staticName(key);
    if (keys !== undefined && name === undefined) {
      // It is made text once.
      const held = this.#temps.fresh("$key");
      keys.push(held);
      const made = this.#unit.callRuntime("propertyKey", [this.#visit((key as ts.ComputedPropertyName).expression)]);
      return js.element(object, js.assign(held, made));
    }
    if (name !== undefined) keys?.push(js.text(name));
    const range = { pos: key.getStart(), end: key.end };
    if (name === undefined || !this.#unit.callees.mayBeGetter(name)) {
      const made = ts.isIdentifier(key)
        ? js.member(object, js.word(key.text))
        : js.element(object, ts.isComputedPropertyName(key) ? this.#visit(key.expression) : (key as ts.StringLiteral));
      return ts.setSourceMapRange(made, range);
    }
    const member = ts.setTextRange(js.member(object, "$"), key);
    const getter = accessorAt(this.#unit, { kind: "get", member, name }, "get");
    const depth = js.member(this.#unit.runtime("state"), "depth" satisfies keyof SharedState);
    return this.#suspended(ts.setSourceMapRange(js.call(getter, depth, object), range));
  }

  #suspended(call: ts.Expression): ts.Expression {
    return captured(this.#unit, this.#temps, call);
  }
}

/** The parameters of the generator: those that are variables of its body have other names. */
export function withoutMoved(
  unit: Unit,
  node: Preemptable,
  made: readonly ts.ParameterDeclaration[],
): ts.ParameterDeclaration[] {
  const moved = movedParameters(node, unit.callees);
  const kept = made.length - moved.length;
  return [
    ...made.slice(0, kept),
    ...moved.map((parameter) => {
      const name = givenName(unit, parameter);
      return parameter.dotDotDotToken ? js.restParameter(name) : js.parameter(name);
    }),
  ];
}

function givenName(unit: Unit, parameter: ts.ParameterDeclaration): ts.Identifier {
  return unit.name(`$given_${parameter.parent.parameters.indexOf(parameter)}`);
}
