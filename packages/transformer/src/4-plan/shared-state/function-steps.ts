/** The code of a function as steps: what it touches, what it calls, and where it may be suspended. */
import * as ts from "typescript";
import type { Callees } from "../../1-resolve/calls.ts";
import { isReference } from "../../1-resolve/scopes.ts";
import { type FunctionNode, isMember, memberName } from "../../1-resolve/target.ts";
import type { Candidate } from "../../2-find/candidates.ts";
import { memo } from "../../shared/memo.ts";
import { accessCall } from "../../syntax/accesses.ts";
import { isAssigned, isAssignmentOperator, logicalOf } from "../../syntax/assignments.ts";
import { type Preemptable, staticName, unwrap } from "../../syntax/nodes.ts";
import { callOf } from "../../syntax/template-calls.ts";
import { isShortLoop } from "../loops/short-loops.ts";
import { movedParameters } from "../moved-parameters.ts";
import { findPoints, isPointCall, type Points } from "../points.ts";
import { takenApart } from "../taken-apart.ts";
import { type CallOptions, callSteps } from "./call-steps.ts";
import { StepsBuilder } from "./control-steps.ts";
import { nameOfElement } from "./place.ts";
import type { Steps } from "./steps.ts";
import { partEffects, type TouchOptions, touchesIn } from "./touches.ts";
import { filledBy, isReadOf, mayPause } from "./written-anew.ts";

export interface StepsOptions extends TouchOptions, CallOptions {
  readonly kept: ReadonlyMap<Preemptable, Candidate>;
}

export function functionSteps(options: StepsOptions): (f: FunctionNode) => Steps {
  const { scopes, variables, places, callees, kept } = options;
  const known = new Map<FunctionNode, Steps>();
  const points = new Map<Preemptable, Points>();
  return (f) => memo(known, f, () => make(f));

  function pointsOf(f: Preemptable): Points {
    return memo(points, f, () => findPoints(f, callees, (loop) => isShortLoop(loop, f, scopes)));
  }

  function isKept(f: ts.Node | undefined): f is Preemptable {
    return f !== undefined && kept.has(f as Preemptable);
  }

  function hasPointCall(f: Preemptable): boolean {
    for (const node of pointsOf(f)) if (isPointCall(node, callees)) return true;
    return false;
  }

  function make(f: FunctionNode): Steps {
    const touches = touchesIn(f, options);
    const call = callSteps(f, touches, isKept, code, options);
    const builder = new StepsBuilder({
      expression,
      target,
      fetched: (node, to) => {
        if (isKept(call.around) && isFetched(node, callees)) to.add({ kind: "pass", node });
      },
      taken: (element, to) => {
        for (const place of places.objectsOf(element))
          touches.part(place, nameOfElement(element), "reads", element, to);
      },
      walked,
      isPoint: (loop) => isKept(call.around) && pointsOf(call.around).has(loop),
      filled: (loop, steps, to) => {
        for (const { root } of filledBy(loop, places, variables)) {
          // Not with what it held, and not while others may fill it.
          if (!touches.isFollowed(root) || steps.some((step) => mayPause(step) || isReadOf(root, step))) continue;
          to.add({ kind: "touch", root, part: "*", effect: partEffects.overwrites(loop) });
        }
      },
      formalOf: (condition) => {
        const [place] = ts.isIdentifier(condition) ? places.of(condition) : [];
        return place?.root.kind === "formal" && place.path === "" ? place.root : undefined;
      },
    });
    if (isKept(f) && hasPointCall(f)) builder.add({ kind: "pass", node: f });
    code(f, builder);
    return builder.steps;

    function code(g: FunctionNode, to: StepsBuilder): void {
      for (const parameter of g.parameters) to.visit(parameter);
      to.visit(g.body);
    }

    function expression(node: ts.Expression, to: StepsBuilder): void {
      evaluated(node, to);
      // A preemptable getter or setter may be suspended.
      const isAccess = accessCall(node) !== undefined && isPointCall(node, callees);
      if (isAccess && isKept(call.around)) to.add({ kind: "pass", node });
    }

    function evaluated(node: ts.Expression, to: StepsBuilder): void {
      if (ts.isIdentifier(node)) {
        if (isReference(node) && !isAssigned(node)) touches.expression(node, "reads", to);
      } else if (isMember(node)) {
        to.inside(node);
        if (!isAssigned(node)) touches.expression(node, "reads", to);
      } else if (ts.isBinaryExpression(node) && isAssignmentOperator(node.operatorToken.kind)) assignment(node, to);
      else if (isUpdate(node)) update(node.operand, to);
      else if (ts.isDeleteExpression(node)) {
        const operand = unwrap(node.expression);
        to.inside(operand);
        if (isMember(operand)) touches.expression(operand, "writes", to);
      } else if (ts.isCallExpression(node) || ts.isNewExpression(node)) call.add(node, to);
      else if (ts.isTaggedTemplateExpression(node)) call.add(callOf(node) as ts.CallExpression, to);
      else if (ts.isAwaitExpression(node)) {
        to.visit(node.expression);
        to.add({ kind: "forget" });
      } else to.inside(node);
    }

    function assignment(node: ts.BinaryExpression, to: StepsBuilder): void {
      const left = unwrap(node.left);
      if (isMember(left)) to.inside(left);
      if (node.operatorToken.kind !== ts.SyntaxKind.EqualsToken || touches.isKeptByKey(left))
        touches.expression(left, "reads", to);
      if (logicalOf(node.operatorToken.kind) !== undefined) {
        to.maybe(() => {
          to.visit(node.right);
          touches.expression(left, "writes", to);
        });
        return;
      }
      to.visit(node.right);
      if (touches.isKeptByKey(left)) return;
      if (isMember(left) || ts.isIdentifier(left)) touches.expression(left, "overwrites", to);
      else {
        // ({ a } = scratch)
        if (isKept(call.around) && takenApart(node, callees) !== undefined) to.add({ kind: "pass", node });
        for (const property of ts.isObjectLiteralExpression(left) ? left.properties : []) {
          const name = property.name && staticName(property.name);
          for (const place of places.of(node.right)) touches.part(place, name, "reads", property, to);
        }
        target(left, to);
        if (isKept(call.around) && takenApart(node, callees) !== undefined) to.add({ kind: "pass", node });
      }
    }

    function update(operand: ts.Expression, to: StepsBuilder): void {
      const e = unwrap(operand);
      if (isMember(e)) to.inside(e);
      touches.expression(e, "reads", to);
      touches.expression(e, "overwrites", to);
    }

    /** A pattern, or what the head of a loop assigns. */
    function target(node: ts.Node, to: StepsBuilder): void {
      if (ts.isVariableDeclarationList(node)) return;
      if (ts.isIdentifier(node)) touches.expression(node, "overwrites", to);
      else if (isMember(node)) {
        to.inside(node);
        touches.expression(node, "overwrites", to);
      } else if (ts.isBinaryExpression(node)) {
        to.maybe(() => to.visit(node.right));
        target(unwrap(node.left), to);
      } else if (ts.isShorthandPropertyAssignment(node)) target(node.name, to);
      else if (ts.isPropertyAssignment(node)) target(unwrap(node.initializer), to);
      else ts.forEachChild(node, (child) => target(child, to));
    }

    /** A list, or the values of a map, is asked for the next one in each round. */
    function walked(list: ts.Expression, to: StepsBuilder): void {
      let e = unwrap(list);
      if (
        ts.isCallExpression(e) &&
        isMember(e.expression) &&
        /^(values|keys|entries)$/.test(memberName(e.expression) ?? "")
      ) {
        e = unwrap(e.expression.expression);
      }
      for (const place of places.of(e)) touches.part(place, undefined, "reads", list, to);
    }
  }
}

/** Whether the declaration, or the one whose pattern the element belongs to, takes something apart step by step. */
function isFetched(node: ts.Node, callees: Callees): boolean {
  let declaration = node;
  while (ts.isBindingElement(declaration)) declaration = declaration.parent.parent;
  if (ts.isParameter(declaration))
    return movedParameters(declaration.parent as Preemptable, callees).includes(declaration);
  return takenApart(declaration, callees) !== undefined;
}

function isUpdate(node: ts.Node): node is ts.PrefixUnaryExpression | ts.PostfixUnaryExpression {
  if (!ts.isPrefixUnaryExpression(node) && !ts.isPostfixUnaryExpression(node)) return false;
  return node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken;
}
