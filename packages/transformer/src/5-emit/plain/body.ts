/**
 * A plain body: a resumable body that is no generator. It runs as the original does, at an engine's full speed. Where it
 * is suspended it saves its variables and returns the signal; it goes on by being called again.
 *
 *   function sum$resumable($depth, $this, n) {
 *     var …, $at = 0, $value;                                       locals, and variables of the rewrite
 *     if (typeof $depth === "object") { ({ 2: n, … } = $depth); $depth = 0; }      it goes on: that is its frame
 *     $out: switch ($at) { case 0: … case 1: … return x; … }        the steps of the body
 *     return $save(sum$resumable, $this, n, …, $at, 0, $depth);
 *   }
 *
 * Variables that change while functions inside see them stand around it, in the engine's keeping:
 *
 *   function f$resumable($depth, $this, n) {
 *     let changing;
 *     function f$resumable_1($depth, $this, n) { …  return $save(f$resumable_1, …); }
 *     return f$resumable_1($depth, $this, n);
 *   }
 *
 * What functions inside may mention before it has a value has another name there, and beside it stands one that never gets a value:
 *
 *   let x_1 = $signal; … () => (x_1 === $signal ? x : x_1) … if ($depth !== undefined) return f$resumable_1($depth, $this, n); let x;
 *
 * Where there are two bodies, one that starts and one that goes on, the latter is left for the former at the head of the next
 * outermost loop, at an entry. The former is faster: nobody enters its loops in the middle. Where no loop changes a variable, the
 * one that goes on is given its frame as its arguments: such points are saved below 0.
 *
 * Which functions have such a body: 4-plan/plain-form.ts.
 */
import { leadingParameters, variablesAt } from "@preempt/abi";
import * as ts from "typescript";
import type { Binding } from "../../1-resolve/binding.ts";
import { isBoxed } from "../../3-check/constructors.ts";
import type { PlainPlan } from "../../4-plan/function-plan.ts";
import { isHarmless } from "../../4-plan/plain-parameters.ts";
import type { Region, Regions } from "../../4-plan/regions/regions.ts";
import { isDerived, isPrologueDirective, isStrict, type Preemptable, runtimeParameters } from "../../syntax/nodes.ts";
import * as js from "../shared/build.ts";
import { boxed, givenParameters, madeObject } from "../shared/made-object.ts";
import { blaming } from "../shared/rewrite-failure.ts";
import type { Unit } from "../shared/unit.ts";
import { type Part, PlainFrame, type Self } from "./frame.ts";
import { addParameters } from "./parameters.ts";
import { Statements } from "./statements.ts";
import type { Steps } from "./steps.ts";

export interface PlainBody {
  readonly parameters: ts.ParameterDeclaration[];
  readonly block: ts.Block;
}

export function plainBody(unit: Unit, node: Preemptable, form: PlainPlan, itself: Self, part: Part): PlainBody {
  return blaming(node, () => make(unit, node, form, itself, part));
}

function make(unit: Unit, node: Preemptable, form: PlainPlan, itself: Self, part: Part): PlainBody {
  if (!form.points.has(node.body as ts.ConciseBody)) return pointless(unit, node, form, itself);
  if (form.locals.isSurrounded) return surrounded(unit, node, form, itself);
  // Where nothing goes on, the body that starts is all there is.
  const own = form.entryPoint?.isOnly ? "start" : part;
  const { parameters, prologue, statements } = build(unit, node, form, itself, own);
  const block = unit.f.createBlock([...prologue, ...statements], true);
  return { parameters, block: ts.setTextRange(block, node.body as ts.ConciseBody) };
}

/** Nothing is suspended: the body is the function's code, with its variables where they were. */
function pointless(unit: Unit, node: Preemptable, form: PlainPlan, itself: Self): PlainBody {
  const { f } = unit;
  const frame = new PlainFrame(unit, node, form, itself, "start");
  const statements = new Statements(frame);
  const steps = frame.steps();
  steps.add(...objectOf(frame));
  const parameters = addParameters(statements, runtimeParameters(node), steps);
  steps.add(...givenParameters(unit, node, frame.thisValue));
  const { body } = form.regions;
  const prologue = addBody(statements, body, steps);
  steps.add(...returnOf(frame));
  const variables = [...frame.variables.declarations(false), ...frame.variables.passing()];
  const made = [
    ...prologue,
    ...declaredFunctions(unit, form),
    ...frame.declare(variables),
    ...frame.question(parameters),
    ...boxThis(frame, node, itself),
    ...frame.building(steps)(),
  ];
  frame.finish();
  const block = ts.setTextRange(f.createBlock(made, true), body.node);
  return { parameters: [...ownParameters(frame), ...parameters], block };
}

/** The object of a constructor, unless `super` makes it. */
function objectOf({ node, self, unit }: PlainFrame): ts.Statement[] {
  if (!ts.isConstructorDeclaration(node)) return [];
  if (isBoxed(node)) return [unit.f.createExpressionStatement(boxed(unit, node, self))];
  if (isDerived(node.parent)) return [];
  return [unit.f.createExpressionStatement(madeObject(unit, node, self))];
}

function returnOf(frame: PlainFrame): ts.Statement[] {
  return ts.isConstructorDeclaration(frame.node) ? [frame.unit.f.createReturnStatement(frame.constructed())] : [];
}

/** The functions that are declared among the statements, with the resumable bodies of those that have one. */
function declaredFunctions(unit: Unit, { locals }: PlainPlan): readonly ts.Statement[] {
  return unit.visitStatements(unit.f.createNodeArray(locals.functions));
}

/** Adds the statements of the body, but for its directives, which are returned, and the functions that it declares. */
function addBody(statements: Statements, body: Regions["body"], steps: Steps): readonly ts.Statement[] {
  if (body.kind !== "sequence") {
    statements.addValue(body, steps);
    return [];
  }
  const start = body.items.findIndex(({ node }) => !isPrologueDirective(node));
  const length = start < 0 ? body.items.length : start;
  const isCode = ({ node }: Region) => !ts.isFunctionDeclaration(node);
  statements.addAll(body.items.slice(length).filter(isCode), steps);
  return body.items.slice(0, length).map(({ node }) => node);
}

function ownParameters({ unit, depth, self }: PlainFrame): ts.ParameterDeclaration[] {
  return [depth, self].map((name) => unit.f.createParameterDeclaration(undefined, undefined, name));
}

/** The functions that are declared inside, the variables that change while others see them, and in their midst the body. */
function surrounded(unit: Unit, node: Preemptable, form: PlainPlan, itself: Self): PlainBody {
  const { f } = unit;
  const functions = declaredFunctions(unit, form);
  // Source maps show both by the function's name: see map-names.ts.
  const name = unit.freshName(ts.isIdentifier(itself.run) ? itself.run.text : "f$resumable");
  const { parameters, prologue, statements, around, never, depth, self } = build(
    unit,
    node,
    form,
    { ...itself, run: name },
    "whole",
  );
  const declared = runtimeParameters(node);
  // What is taken from a parameter when the function starts is assigned in the body.
  const isShared = (p: ts.ParameterDeclaration) =>
    isHarmless(p) && form.locals.shared.has(unit.scopes.declaredBy(p) as Binding);
  const own = parameters.slice(leadingParameters).flatMap((p, i) => {
    return isShared(declared[i] as ts.ParameterDeclaration) ? [] : [p.name as ts.Identifier];
  });
  const given = [depth, self, ...own];
  const inner = f.createFunctionDeclaration(
    undefined,
    undefined,
    name,
    undefined,
    given.map((p) => f.createParameterDeclaration(undefined, undefined, p)),
    undefined,
    ts.setTextRange(f.createBlock(statements, true), node.body as ts.ConciseBody),
  );
  const called = f.createReturnStatement(f.createCallExpression(name, undefined, given));
  // Nobody can tell from the code that it ends there, and take away the rest.
  const isCalled = f.createStrictInequality(depth, f.createVoidZero());
  const ending = never.length === 0 ? [called] : [f.createIfStatement(isCalled, called), ...never];
  return { parameters, block: f.createBlock([...prologue, ...around, ...functions, inner, ...ending], true) };
}

interface Parts extends Pick<PlainBody, "parameters"> {
  readonly prologue: readonly ts.Statement[];
  readonly statements: ts.Statement[];
  /** Declares the variables that stand around the statements. */
  readonly around: readonly ts.Statement[];
  /** Declares those that never get a value. */
  readonly never: readonly ts.Statement[];
  readonly depth: ts.Identifier;
  readonly self: ts.Identifier;
}

function build(unit: Unit, node: Preemptable, form: PlainPlan, itself: Self, part: Part): Parts {
  const frame = new PlainFrame(unit, node, form, itself, part);
  const statements = new Statements(frame);
  const steps = frame.steps();
  // What starts again has no object yet.
  const isStartedAgain = frame.start !== "goes on" && form.entryPoint?.isFirst === true;
  if (!isStartedAgain) steps.add(...objectOf(frame));
  const parameters = addParameters(statements, runtimeParameters(node), steps);
  if (frame.start !== "goes on") statements.startWithEntry(steps);
  if (isStartedAgain) steps.add(...objectOf(frame));
  steps.add(...givenParameters(unit, node, frame.thisValue));
  const prologue = addBody(statements, form.regions.body, steps);
  steps.add(...returnOf(frame));
  const run = frame.end(frame.building(steps)());
  const asked = frame.question(parameters);
  const made = [
    ...declare(frame),
    ...goOn(frame),
    ...asked,
    ...boxThis(frame, node, itself),
    ...closingAll(frame, run),
  ];
  frame.finish();
  return {
    parameters: [...ownParameters(frame), ...(isGiven(frame) ? savedParameters(frame) : parameters)],
    prologue,
    statements: made,
    around: frame.declare(frame.variables.around(), ts.NodeFlags.Let),
    never: frame.declare(frame.variables.never(), ts.NodeFlags.Let),
    depth: frame.depth,
    self: frame.self,
  };
}

/** `try { … } catch ($error) { $abandon($error, [$iteration]); }` */
function closingAll({ iterations, unit }: PlainFrame, run: readonly ts.Statement[]): readonly ts.Statement[] {
  if (iterations.length === 0) return run;
  const { f } = unit;
  const error = unit.name("$error");
  const call = unit.callRuntime("abandon", [error, f.createArrayLiteralExpression(iterations)]);
  const clause = f.createCatchClause(error, f.createBlock([f.createExpressionStatement(call)]));
  return [f.createTryStatement(f.createBlock(run, true), clause, undefined)];
}

/**
 * Sloppy functions find an object as their `this`, whatever they are called with. Nearly all are called with one: for these it is only
 * looked. That holds for a frame, too, which has what the function found.
 *
 *   if (typeof $this !== "object" || $this === null) $this = $call(function () { return this; }, $this);
 */
function boxThis(frame: PlainFrame, node: Preemptable, { usesThis }: Self): ts.Statement[] {
  if (!usesThis || frame.part === "rest" || ts.isArrowFunction(node) || isStrict(node)) return [];
  const { self, unit } = frame;
  const { f } = unit;
  const body = js.block(js.returned(f.createThis()));
  const sloppy = f.createFunctionExpression(undefined, undefined, undefined, undefined, [], undefined, body);
  const find = js.statement(js.assign(self, unit.callRuntime("call", [sloppy, self])));
  const isOther = js.or(js.unequal(f.createTypeOfExpression(self), js.text("object")), js.equal(self, f.createNull()));
  return [js.when(isOther, find)];
}

/**
 * `var a, b, $at = 0, $value, …;`: in the order in which the body that goes on is given them. Minifiers name variables
 * by their order, and what two bodies have in common then has the same text, which compresses to little. A body that is alone
 * begins with what every body has.
 */
function declare(frame: PlainFrame): ts.Statement[] {
  const { at, part, unit, variables } = frame;
  const { f } = unit;
  if (isGiven(frame)) return frame.declare(variables.passing());
  const isEntered = part === "whole" || (part === "start" && frame.hasEntries);
  const zero = isEntered ? f.createNumericLiteral(0) : undefined;
  const own = variables.declarations(isEntered);
  const others = [
    f.createVariableDeclaration(at, undefined, undefined, zero),
    variables.value,
    ...(part === "start" ? [] : variables.thrown()),
    ...variables.passing(),
  ];
  if (part === "whole") return frame.declare([...others, ...own]);
  return frame.declare([...own, ...variables.vars(), ...others]);
}

/** Whether the frame is the list of the body's arguments. */
function isGiven({ part, givesFrame }: PlainFrame): boolean {
  return part === "rest" && givesFrame;
}

function savedParameters(frame: PlainFrame): ts.ParameterDeclaration[] {
  return savedIn(frame).map((name) => frame.unit.f.createParameterDeclaration(undefined, undefined, name));
}

/** What stands in a frame behind what is called again and its `this`. */
function savedIn({ at, variables }: PlainFrame): ts.Identifier[] {
  return [...variables.saved(), at, variables.value];
}

/**
 * `if (typeof $depth === "object") { … }`: a body that goes on is given its frame in the place of its depth, which is 0. To be called
 * when what follows is made.
 */
function goOn(frame: PlainFrame): ts.Statement[] {
  const { part, variables, at } = frame;
  if (isGiven(frame) || (part === "start" && !frame.hasEntries)) return [];
  const { f } = frame.unit;
  const isAtPoint = part !== "start";
  // Nothing is received at an entry, nor at the points of loops.
  const isReceived = (name: ts.Identifier) => name !== variables.value || (isAtPoint && variables.isValueRead);
  const isTaken = (name: ts.Identifier) => isAtPoint || !variables.isThrown(name);
  const isAsked = (name: ts.Identifier) => name !== at || part !== "rest" || frame.isAtRead;
  const items = savedIn(frame).flatMap((name, i) =>
    isTaken(name) && isReceived(name) && isAsked(name)
      ? [f.createPropertyAssignment(f.createNumericLiteral(i + variablesAt), name)]
      : [],
  );
  const taken = f.createAssignment(f.createObjectLiteralExpression(items), frame.depth);
  const statements = [
    f.createExpressionStatement(f.createParenthesizedExpression(taken)),
    frame.assign(frame.depth, f.createNumericLiteral(0)),
  ];
  if (part === "rest") return statements;
  const isGoingOn = f.createStrictEquality(f.createTypeOfExpression(frame.depth), f.createStringLiteral("object"));
  return [f.createIfStatement(isGoingOn, f.createBlock(statements, true))];
}
