/**
 * How an engine is made to say that there is nothing to take an object apart from, in the words that it has for the original: it is given
 * a pattern with the same first key, and a source that looks the same.
 */
import * as ts from "typescript";
import { type Chain, chainOf, type Source, wordsOf } from "../../4-plan/taken-apart.ts";
import { isWalk, unwrap } from "../../syntax/nodes.ts";
import { type ObjectPattern, partsOf } from "../../syntax/patterns.ts";
import * as js from "../shared/build.ts";
import type { Unit } from "../shared/unit.ts";
import type { TempNames } from "./yield-point.ts";

/** What throws the error, where `object` is undefined or null; undefined where reading the first key throws it. */
export function toldOfNothing(
  unit: Unit,
  temps: TempNames,
  pattern: ObjectPattern,
  source: Source,
  object: ts.Identifier,
  visit: (node: ts.Expression) => ts.Expression,
): ts.Expression | undefined {
  const { f, scopes } = unit;
  const words = wordsOf(pattern, source);
  if (words === "never" || words === "read") return undefined;
  const key = partsOf(pattern)[0]?.key;
  const first = key === undefined || ts.isComputedPropertyName(key) ? undefined : copyOf(key);
  if (ts.isParameter(source)) return ofParameter(unit, source, first, object);
  if (isWalk(source)) return ofRound(unit, first, object);
  const assigned = (told: ts.Expression) => {
    const target = first === undefined ? js.object() : js.object(js.property(first, temps.get("$value")));
    return js.parenthesized(js.assign(target, told));
  };
  const base = unwrap(source);
  if (words === "itself" || (ts.isIdentifier(base) && !scopes.isGlobal(base))) return assigned(visit(source));
  // `[o]?.[0]`: engines name no part of an optional chain
  if (words === "unnamed")
    return assigned(
      f.createElementAccessChain(js.list(object), f.createToken(ts.SyntaxKind.QuestionDotToken), js.number(0)),
    );
  if (words === "three unnamed") return assigned(js.choice(object, object, object));
  return ofChain(unit, chainOf(source) as Chain, first, object);
}

/** `((o) => { const { total: $first } = o.cart; })({ cart: $object })` */
function ofChain(
  unit: Unit,
  { base, links }: Chain,
  first: ts.PropertyName | undefined,
  object: ts.Identifier,
): ts.Expression {
  const { f } = unit;
  const isThis = !ts.isIdentifier(base);
  let again: ts.Expression = isThis ? f.createThis() : js.word(base.text);
  for (const link of links) again = link === undefined ? js.call(again) : js.member(again, js.word(link));
  let given: ts.Expression = object;
  for (const link of [...links].reverse()) {
    const key = link === undefined ? undefined : f.createComputedPropertyName(js.text(link));
    given = key === undefined ? js.arrow([], given) : js.object(js.property(key, given));
  }
  const body = js.block(js.constant(firstOf(unit, first), again));
  if (!isThis) return js.call(js.parenthesized(js.arrow([js.parameter(base.text)], body)), given);
  const teller = f.createFunctionExpression(undefined, undefined, undefined, undefined, [], undefined, body);
  return js.call(js.member(js.parenthesized(teller), "call"), given);
}

/** `(({ total: $first }) => {})($object)`, with `= $object` where the parameter has a default value. */
function ofParameter(
  unit: Unit,
  { initializer }: ts.ParameterDeclaration,
  first: ts.PropertyName | undefined,
  object: ts.Identifier,
): ts.Expression {
  const parameter = js.parameter(firstOf(unit, first), initializer && object);
  return js.call(js.parenthesized(js.arrow([parameter], js.block())), object);
}

/** `(() => { for (const { total: $first } of [$object]); })()` */
function ofRound(unit: Unit, first: ts.PropertyName | undefined, object: ts.Identifier): ts.Expression {
  const { f } = unit;
  const head = f.createVariableDeclarationList([js.declaration(firstOf(unit, first))], ts.NodeFlags.Const);
  const loop = f.createForOfStatement(undefined, head, js.list(object), f.createEmptyStatement());
  return js.call(js.parenthesized(js.arrow([], js.block(loop))));
}

/** `{ total: $first }` */
function firstOf(unit: Unit, first: ts.PropertyName | undefined): ts.ObjectBindingPattern {
  const { f } = unit;
  const element = first && f.createBindingElement(undefined, first, unit.name("$first"));
  return f.createObjectBindingPattern(element ? [element] : []);
}

function copyOf(key: ts.PropertyName): ts.PropertyName {
  if (ts.isIdentifier(key)) return js.word(key.text);
  return ts.isNumericLiteral(key) ? js.number(key.text) : js.text((key as ts.StringLiteral).text);
}
