/**
 * A preemptable function and its resumable body.
 *
 * Leaf (no other preemptable function inside): the original stays, the body stands beside it.
 *
 *   function f(a) { … }        ⇒   $attach(f, f$resumable); function f(a) { … } function* f$resumable(a) { … }
 *   const f = (a) => …         ⇒   const f = $attachArrow({ f: (a) => … }.f, function* f$resumable(a) { … }, this)
 *
 *   f(a) { arguments.callee }  ⇒   $attachOwner(f, f$resumable); … function* f$resumable(a) { $own(arguments, f$resumable); … }
 *
 * Container of functions that may outlive its call, or a long one: emitted once, as the body; the function that un-annotated callers see is an entry that runs it to its end: entries.ts.
 */

import type { RuntimeName } from "@preempt/abi";
import * as ts from "typescript";
import type { Facts } from "../1-resolve/facts.ts";
import { compiledName, inferredName } from "../1-resolve/inferred-name.ts";
import { isGeneratorBoxed } from "../3-check/constructors.ts";
import { initialisedBy } from "../syntax/initialisers.ts";
import { isLasting } from "../syntax/lasting.ts";
import { hasCallee, isAsync, isGenerator, isMethod, type Preemptable, staticName } from "../syntax/nodes.ts";
import { isTold } from "../syntax/told-values.ts";
import { withQuestion } from "./asking-originals.ts";
import { entryBody, entryParameters } from "./entries.ts";
import { rewriteBody } from "./generator/body.ts";
import { withBox } from "./generator/boxed.ts";
import { withoutMoved } from "./generator/patterns.ts";
import { plainBody } from "./plain/body.ts";
import type { Part, Self } from "./plain/frame.ts";
import * as js from "./shared/build.ts";
import { bitsOf, holding } from "./shared/direct-callbacks.ts";
import { handOver, lexicalOf, useLexical } from "./shared/lexical.ts";
import { generatorToken } from "./shared/positions.ts";
import type { Unit } from "./shared/unit.ts";
import { removable, scoped } from "./shared/unused.ts";
import type { Declared } from "./statements.ts";

type FunctionValue = ts.FunctionExpression | ts.ArrowFunction;

export function declareFunction(unit: Unit, node: ts.FunctionDeclaration): Declared {
  return holding(unit, node, (held) => {
    const { statements, attached } = declared(unit, node);
    return { statements, attached: [...held, ...attached] };
  });
}

function declared(unit: Unit, node: ts.FunctionDeclaration): Declared {
  const { f } = unit;
  const name = node.name as ts.Identifier;
  const bodyName = unit.bodyNames.get(node) as ts.Identifier;
  const declaration = (name: ts.Identifier, { asterisk, parameters, block }: ResumableParts) => {
    const made = f.createFunctionDeclaration(undefined, asterisk, name, undefined, parameters, undefined, block);
    return ts.setSourceMapRange(made, node);
  };
  const fresh = (text: string) => (ts.isSourceFile(node.parent) ? unit.topName(text) : unit.freshName(text));
  const restName = bodiesOf(unit, node) === 2 ? fresh(`${name.text}$rest`) : undefined;
  const start = isReturned(unit, node) ? bodyName : undefined;
  const itself = { run: restName ?? bodyName, whole: bodyName, start };
  const resumable = declaration(bodyName, resumableParts(unit, node, itself, restName && "start"));
  const rest = restName === undefined ? [] : [declaration(restName, resumableParts(unit, node, itself, "rest"))];
  const original = isEmittedOnce(unit, node)
    ? f.updateFunctionDeclaration(
        node,
        node.modifiers,
        node.asteriskToken,
        name,
        undefined,
        entryParameters(unit, node),
        undefined,
        entryBody(unit, node, bodyName),
      )
    : originalOf(unit, node);
  const args: ts.Expression[] = [js.word(name.text), bodyName];
  if (bitsOf(unit, node) !== 0) args.push(...directMarks(unit, node));
  else if (unit.isPlain(node)) args.push(...plainMarks(unit, node));
  else if (isGenerator(node) ? isLasting(node) : isEmittedOnce(unit, node)) args.push(js.truth(true));
  const attach = js.statement(constructedPlainly(unit, node, unit.callRuntime(attachName(unit, node), args)));
  return { statements: [original, resumable, ...rest], attached: [attach] };
}

/** Whether un-annotated callers get an entry that drives the only body there is. */
export function isEmittedOnce(unit: Unit, node: Preemptable): boolean {
  return unit.planOf(node).original === "entry";
}

/** How many resumable bodies there are. */
export function bodiesOf(unit: Unit, node: Preemptable): 1 | 2 {
  const { form } = unit.planOf(node);
  return form.kind === "plain" ? form.bodies : 1;
}

/** Whether the body that goes on may return to the one that starts. */
function isReturned(unit: Unit, node: Preemptable): boolean {
  const { form } = unit.planOf(node);
  return form.kind === "plain" && form.isReturned;
}

/** The function as the user wrote it, with the preemptable functions inside it. */
export function originalOf<F extends Preemptable>(unit: Unit, node: F): F {
  const isKept = unit.planOf(node).original === "as it stands";
  return withQuestion(unit, node, isKept ? node : ts.visitEachChild(node, unit.visitPlain, unit.context));
}

/**
 * A function or arrow expression.
 *
 * @param key A variable that holds its name, where that is only known at run time.
 */
export function rewriteFunctionValue(unit: Unit, node: FunctionValue, key?: ts.Identifier): ts.Expression {
  const value = functionValueOf(unit, node, key);
  return isTold(node) ? untold(unit.f, value) : value;
}

/** `([VALUE]?.[0])`: engines name no part of what ends an optional chain. */
function untold(f: ts.NodeFactory, value: ts.Expression): ts.Expression {
  const question = f.createToken(ts.SyntaxKind.QuestionDotToken);
  const list = js.list(value);
  return js.parenthesized(f.createElementAccessChain(list, question, 0));
}

function functionValueOf(unit: Unit, node: FunctionValue, key?: ts.Identifier): ts.Expression {
  return holding(unit, node, (held) =>
    unit.planOf(node).closure.isBodyOnly
      ? behind(node, held, resumableExpression(unit, node))
      : attachedValue(unit, node, key, held),
  );
}

/** `(() => { STATEMENTS return VALUE; })()` */
function behind(node: Preemptable, statements: readonly ts.Statement[], value: ts.Expression): ts.Expression {
  if (statements.length === 0) return value;
  return scoped(node, js.lines(...statements, js.returned(value)));
}

function attachedValue(
  unit: Unit,
  node: FunctionValue,
  key: ts.Identifier | undefined,
  held: readonly ts.Statement[],
): ts.Expression {
  const facts = unit.kept.get(node)?.facts as Facts;
  const lexical = ts.isArrowFunction(node) ? lexicalOf(unit, node, facts) : undefined;
  const made = resumableExpression(unit, node);
  if (lexical === undefined) return functionValue(unit, node, made, facts.usesThis, key, held);
  const takesThis = lexical.self === undefined && facts.usesThis;
  const own = useLexical(unit, lexical, made as ts.FunctionExpression);
  return handOver(unit, lexical, functionValue(unit, node, own, takesThis, key, held));
}

/**
 * @param takesThis Whether an arrow function's `this` is handed to its resumable body.
 * @param held What comes before.
 */
function functionValue(
  unit: Unit,
  node: FunctionValue,
  resumable: ts.Expression,
  takesThis: boolean,
  key: ts.Identifier | undefined,
  held: readonly ts.Statement[],
): ts.Expression {
  const isContainer = isEmittedOnce(unit, node);
  const named = key ?? compiledName(node, unit.compiled) ?? "";
  const ownName = ts.isFunctionExpression(node) ? node.name : undefined;
  if (!isContainer && ownName === undefined) {
    const value = withName(unit, named, originalOf(unit, node));
    const made = attached(unit, node, value, resumable, takesThis);
    return held.length === 0 ? removable(node, made) : behind(node, held, made);
  }

  // (() => { const f$resumable = …; const f = function f(a) { … }; return $attach(f, f$resumable); })()
  const bodyName = isContainer
    ? unit.freshName(
        `${identifierLike(ownName?.text ?? (typeof named === "string" && named !== "" ? named : "f"))}$body`,
      )
    : undefined;
  const entry = bodyName ? entryValue(unit, node, bodyName, takesThis) : originalOf(unit, node);
  const local = ownName ? js.word(ownName.text) : undefined;
  const value = withName(unit, named, entry);
  const statements: ts.Statement[] = [...held];
  if (bodyName) statements.push(js.constant(bodyName, resumable));
  if (local) statements.push(js.constant(local, value));
  statements.push(js.returned(attached(unit, node, local ?? value, bodyName ?? resumable, takesThis)));
  return scoped(node, js.lines(...statements));
}

/** `function* f$resumable(a) { … }`, or `(f$rest = function f$rest() { … }, f$start = function f$resumable(a) { … })` */
export function resumableExpression(unit: Unit, node: Preemptable): ts.Expression {
  const { f } = unit;
  const base =
    (node.name && staticName(node.name)) ||
    (isMethod(node)
      ? "method"
      : ts.isConstructorDeclaration(node)
        ? classNameOf(node)
        : (fieldNameOf(node) ?? inferredName(node as FunctionValue))) ||
    "f";
  const expression = (name: ts.Identifier, { asterisk, parameters, block }: ResumableParts) => {
    const made = f.createFunctionExpression(undefined, asterisk, name, undefined, parameters, undefined, block);
    return ts.setSourceMapRange(made, node);
  };
  const name = unit.freshName(`${identifierLike(base)}$resumable`);
  if (bodiesOf(unit, node) === 1) {
    nameForItself(unit, node, name);
    return expression(name, resumableParts(unit, node, { run: name, whole: name }));
  }
  const rest = unit.listVariable(`${identifierLike(base)}$rest`);
  const restName = unit.freshName(`${identifierLike(base)}$rest`);
  const start = unit.listVariable(`${identifierLike(base)}$start`);
  nameForItself(unit, node, start);
  const itself = { run: rest, whole: start, start: isReturned(unit, node) ? start : undefined };
  const goesOn = expression(restName, resumableParts(unit, node, itself, "rest"));
  const starts = expression(name, resumableParts(unit, node, itself, "start"));
  return js.parenthesized(js.comma(js.assign(rest, goesOn), js.assign(start, starts)));
}

function fieldNameOf(node: Preemptable): string | undefined {
  const field = initialisedBy(node);
  return field && staticName(field.name);
}

function classNameOf({ parent }: ts.ConstructorDeclaration): string {
  return parent.name?.text ?? "constructor";
}

/** A function value whose plain body needs nothing but its arguments can be called by the name that this has inside. */
function nameForItself(unit: Unit, node: Preemptable, name: ts.Identifier): void {
  const needsThis = ts.isArrowFunction(node) && unit.kept.get(node)?.facts.usesThis;
  if (!isMethod(node) && !ts.isConstructorDeclaration(node) && unit.isPlain(node) && !needsThis)
    unit.bodyNames.set(node, name);
}

interface ResumableParts {
  readonly asterisk: ts.AsteriskToken | undefined;
  readonly parameters: ts.ParameterDeclaration[];
  readonly block: ts.Block;
}

/** What a resumable body consists of. A plain body has no asterisk. */
export function resumableParts(
  unit: Unit,
  node: Preemptable,
  itself: Omit<Self, "usesThis">,
  part: Part = "whole",
  usesThis = unit.kept.get(node)?.facts.usesThis ?? false,
): ResumableParts {
  const { form } = unit.planOf(node);
  if (form.kind === "plain") {
    return { asterisk: undefined, ...plainBody(unit, node, form, { ...itself, usesThis }, part) };
  }
  return {
    asterisk: generatorToken(unit, node),
    parameters: withoutMoved(unit, node, parameters(unit, node)),
    block: resumableBlock(unit, node, itself.run),
  };
}

function resumableBlock(unit: Unit, node: Preemptable, run: ts.Expression): ts.Block {
  const { f } = unit;
  const rewritten = rewriteBody(unit, node, (inner) => declareFunction(unit, inner));
  const block = ts.isConstructorDeclaration(node) && isGeneratorBoxed(node) ? withBox(unit, rewritten) : rewritten;
  if (!showsCallee(unit, node)) return block;
  const own = js.statement(unit.callRuntime("own", [js.word("arguments"), run]));
  return f.updateBlock(block, ts.setTextRange(f.createNodeArray([own, ...block.statements]), block.statements));
}

function showsCallee(unit: Unit, node: Preemptable): boolean {
  return hasCallee(node) && (unit.kept.get(node)?.facts.showsCallee ?? false);
}

export function identifierLike(name: string): string {
  return name.replace(/[^\w$]/g, "_").replace(/^\d/, "_$&");
}

/** The parameters of a resumable body. Their initialisers run as they did: when the function is called. Decorators are the method's. */
export function parameters(unit: Unit, node: Preemptable): ts.ParameterDeclaration[] {
  return node.parameters.map((p) => {
    const made = ts.visitNode(p, unit.visitPlain) as ts.ParameterDeclaration;
    if (made.modifiers === undefined) return made;
    const { dotDotDotToken, name, questionToken, type, initializer } = made;
    return unit.f.updateParameterDeclaration(made, undefined, dotDotDotToken, name, questionToken, type, initializer);
  });
}

/** What `$attachDirect` is told of the function: these, and that it is emitted once. */
function directMarks(unit: Unit, node: Preemptable): ts.Expression[] {
  const bits = js.number(bitsOf(unit, node));
  return isEmittedOnce(unit, node) ? [bits, js.truth(true)] : [bits];
}

/** What `$attachPlain` is told of the function: that it is lasting, and that it is emitted once. */
export function plainMarks(unit: Unit, node: Preemptable): ts.Expression[] {
  const lasting = isLasting(node) ? js.truth(true) : js.truth(false);
  if (isEmittedOnce(unit, node)) return [lasting, js.truth(true)];
  return isLasting(node) ? [lasting] : [];
}

export function attachName(unit: Unit, node: Preemptable): RuntimeName {
  if (bitsOf(unit, node) !== 0) return "attachDirect";
  if (unit.isPlain(node)) {
    return ts.isArrowFunction(node) && unit.kept.get(node)?.facts.usesThis ? "attachPlainArrow" : "attachPlain";
  }
  if (isGenerator(node)) return isAsync(node) ? "attachAsyncGenerator" : "attachGenerator";
  if (showsCallee(unit, node)) return isAsync(node) ? "attachAsyncOwner" : "attachOwner";
  if (ts.isArrowFunction(node)) return isAsync(node) ? "attachAsyncArrow" : "attachArrow";
  return isAsync(node) ? "attachAsync" : "attach";
}

export function accessMember(object: ts.Expression, name: ts.PropertyName): ts.Expression {
  if (ts.isIdentifier(name)) return js.member(object, js.word(name.text));
  if (ts.isComputedPropertyName(name)) return js.element(object, name.expression);
  return js.element(object, name as ts.Expression);
}

export function attached(
  unit: Unit,
  node: Preemptable,
  value: ts.Expression,
  resumable: ts.Expression,
  takesThis: boolean,
): ts.Expression {
  const { f } = unit;
  const args = [value, resumable];
  const isOnly = isEmittedOnce(unit, node);
  if (bitsOf(unit, node) !== 0) args.push(...directMarks(unit, node));
  else if (unit.isPlain(node)) {
    if (takesThis && ts.isArrowFunction(node)) args.push(f.createThis());
    else args.push(...plainMarks(unit, node));
  } else if (isGenerator(node)) args.push(...plainMarks(unit, node));
  else if (ts.isArrowFunction(node) && (takesThis || isOnly)) args.push(takesThis ? f.createThis() : js.nothing());
  if (isOnly && !unit.isPlain(node)) args.push(js.truth(true));
  const made = constructedPlainly(unit, node, unit.callRuntime(attachName(unit, node), args));
  return ts.setSourceMapRange(made, node);
}

/** The resumable body of a function that asks for `new.target` is that of its calls. */
function constructedPlainly(unit: Unit, node: Preemptable, made: ts.Expression): ts.Expression {
  const mayBeNew = ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node);
  const isPlain = mayBeNew && unit.kept.get(node)?.facts.usesNewTarget === true;
  return isPlain ? unit.callRuntime("constructPlainly", [made]) : made;
}

/** `{ f: function () {} }.f`: the engine itself gives the name that the wrapper would have taken away. */
export function withName(unit: Unit, name: string | ts.Identifier, value: ts.Expression): ts.Expression {
  const { f } = unit;
  if (name === "") return value;
  const isPlain = typeof name === "string" && /^[A-Za-z_$][\w$]*$/.test(name) && name !== "__proto__";
  const computed = () => (typeof name === "string" ? js.text(name) : name);
  const key = isPlain ? js.word(name) : f.createComputedPropertyName(computed());
  const object = js.parenthesized(js.object(js.property(key, value)));
  return isPlain ? js.member(object, name) : js.element(object, computed());
}

function entryValue(unit: Unit, node: FunctionValue, bodyName: ts.Identifier, takesThis: boolean): FunctionValue {
  const { f } = unit;
  const body = entryBody(unit, node, bodyName, takesThis);
  const params = entryParameters(unit, node);
  return ts.isArrowFunction(node)
    ? f.updateArrowFunction(node, node.modifiers, undefined, params, undefined, node.equalsGreaterThanToken, body)
    : f.updateFunctionExpression(node, node.modifiers, undefined, node.name, undefined, params, undefined, body);
}
