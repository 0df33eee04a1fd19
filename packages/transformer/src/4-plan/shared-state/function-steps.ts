/** The code of a function as steps: what it touches, what it calls, and where it may be suspended. */
import ts from "typescript";
import type { Callees } from "../../1-resolve/calls.ts";
import { isBuiltinObject } from "../../1-resolve/language/built-in-objects.ts";
import { isReference, type Scopes } from "../../1-resolve/scopes.ts";
import { type FunctionNode, functionLiteral, isMember, memberName } from "../../1-resolve/target.ts";
import type { Candidate } from "../../2-find/candidates.ts";
import { memo } from "../../shared/memo.ts";
import {
  isAssigned,
  isAssignmentOperator,
  isGenerator,
  isPreemptable,
  logicalOf,
  type Preemptable,
  staticName,
  unwrap,
} from "../../syntax/nodes.ts";
import { isShortLoop } from "../loops/short-loops.ts";
import { findPoints, isPointCall, type Points } from "../points.ts";
import { callsLater, effectOfMethod, effectOnArgument } from "./builtin-effects.ts";
import { cachedIn, isKeyedCacheWrite } from "./caches.ts";
import { StepsBuilder } from "./control-steps.ts";
import { isHandOver } from "./hand-overs.ts";
import { nameOfElement, type Place, type Places, partOf, type Root } from "./places.ts";
import type { SharedRegexes } from "./shared-regexes.ts";
import type { ResolvedCall, ShownCalls } from "./shown-calls.ts";
import type { PartEffect } from "./state-effects.ts";
import type { Steps } from "./steps.ts";
import { isModule, type Variables } from "./variables.ts";
import { filledBy, isJustSet, isReadOf, mayPause } from "./written-anew.ts";

export interface StepsOptions {
  readonly scopes: Scopes;
  readonly variables: Variables;
  readonly places: Places;
  readonly calls: ShownCalls;
  readonly regexes: SharedRegexes;
  readonly callees: Callees;
  readonly kept: ReadonlyMap<Preemptable, Candidate>;
  /** Whether it is state that anybody writes. */
  isState(root: Root): boolean;
  isReassigned(root: Root): boolean;
  /** Whether the condition asks if a constant has been made, which is made where it has not. */
  isAskedFor(root: Root, node: ts.Identifier): boolean;
  /** A list that is filled by code which the file does not show. */
  isFilledByOthers(root: Root): boolean;
}

/** With more methods of one name, what they are given is not followed into them. */
const mostByName = 6;

type Kind = "reads" | "writes" | "overwrites" | "changes";

const effects: Record<Kind, (node: ts.Node) => PartEffect> = {
  reads: (read) => ({ read, isOverwritten: false }),
  writes: (write) => ({ write, isOverwritten: false }),
  overwrites: (write) => ({ write, isOverwritten: true }),
  changes: (node) => ({ read: node, write: node, isOverwritten: false }),
};

export function functionSteps(options: StepsOptions): (f: FunctionNode) => Steps {
  const {
    scopes,
    variables,
    places,
    calls,
    regexes,
    callees,
    kept,
    isState,
    isReassigned,
    isAskedFor,
    isFilledByOthers,
  } = options;
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
    /** The function whose code is looked at: `f`, or one inside that is called on the spot; none where code runs plainly. */
    let around: FunctionNode | undefined = f;
    const builder = new StepsBuilder({
      expression,
      target,
      taken: (element, to) => {
        for (const place of places.objectsOf(element)) touchPart(place, nameOfElement(element), "reads", element, to);
      },
      walked,
      isPoint: (loop) => isKept(around) && pointsOf(around).has(loop),
      filled: (loop, steps, to) => {
        for (const { root } of filledBy(loop, places, variables)) {
          // Not with what it held, and not while others may fill it.
          if (!isFollowed(root) || steps.some((step) => mayPause(step) || isReadOf(root, step))) continue;
          to.add({ kind: "touch", root, part: "*", effect: effects.overwrites(loop) });
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
      if (ts.isIdentifier(node)) {
        if (isReference(node) && !isAssigned(node)) touchVariable(node, "reads", to);
      } else if (isMember(node)) {
        to.inside(node);
        if (!isAssigned(node)) touchMember(node, "reads", to);
      } else if (ts.isBinaryExpression(node) && isAssignmentOperator(node.operatorToken.kind)) assignment(node, to);
      else if (isUpdate(node)) update(node.operand, to);
      else if (ts.isDeleteExpression(node)) {
        const operand = unwrap(node.expression);
        to.inside(operand);
        if (isMember(operand)) touchMember(operand, "writes", to);
      } else if (ts.isCallExpression(node) || ts.isNewExpression(node)) call(node, to);
      else if (ts.isAwaitExpression(node)) {
        to.visit(node.expression);
        to.add({ kind: "forget" });
      } else to.inside(node);
    }

    function assignment(node: ts.BinaryExpression, to: StepsBuilder): void {
      const left = unwrap(node.left);
      if (isMember(left)) to.inside(left);
      if (node.operatorToken.kind !== ts.SyntaxKind.EqualsToken || isKeptByKey(left)) touch(left, "reads", to);
      if (logicalOf(node.operatorToken.kind) !== undefined) {
        to.maybe(() => {
          to.visit(node.right);
          touch(left, "writes", to);
        });
        return;
      }
      to.visit(node.right);
      if (isKeptByKey(left)) return;
      if (isMember(left) || ts.isIdentifier(left)) touch(left, "overwrites", to);
      else {
        // ({ a } = scratch)
        for (const property of ts.isObjectLiteralExpression(left) ? left.properties : []) {
          const name = property.name && staticName(property.name);
          for (const place of places.of(node.right)) touchPart(place, name, "reads", property, to);
        }
        target(left, to);
      }
    }

    /** An entry of a cache that an object has: of others of its key it is the same. */
    function isKeptByKey(node: ts.Expression): boolean {
      const object = isKeyedCacheWrite(node) ? cachedIn(node) : undefined;
      return object !== undefined && places.of(object).every(({ root }) => root.kind === "formal");
    }

    function update(operand: ts.Expression, to: StepsBuilder): void {
      const e = unwrap(operand);
      if (isMember(e)) to.inside(e);
      touch(e, "reads", to);
      touch(e, "overwrites", to);
    }

    /** A pattern, or what the head of a loop assigns. */
    function target(node: ts.Node, to: StepsBuilder): void {
      if (ts.isVariableDeclarationList(node)) return;
      if (ts.isIdentifier(node)) touchVariable(node, "overwrites", to);
      else if (isMember(node)) {
        to.inside(node);
        touchMember(node, "overwrites", to);
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
      for (const place of places.of(e)) touchPart(place, undefined, "reads", list, to);
    }

    function touch(e: ts.Expression, kind: Kind, to: StepsBuilder): void {
      if (ts.isIdentifier(e)) touchVariable(e, kind, to);
      else if (isMember(e)) touchMember(e, kind, to);
    }

    function touchVariable(node: ts.Identifier, kind: Kind, to: StepsBuilder): void {
      const [place] = places.of(node);
      if (place?.root.variable === undefined || place.path !== "" || !isReassigned(place.root)) return;
      if (place.root.variable !== variables.of(node)) return;
      // Who asks whether it is there finds what it may use from there on.
      add(place.root, "=", kind === "reads" && isAskedFor(place.root, node) ? "overwrites" : kind, node, to);
    }

    function touchMember(
      node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
      kind: Kind,
      to: StepsBuilder,
    ): void {
      const part = memberName(node) ?? numberOf(node);
      if (part === "prototype" || part === "constructor") return;
      for (const place of places.of(node.expression)) touchPart(place, part, kind, node, to);
    }

    function touchPart(place: Place, name: string | undefined, kind: Kind, node: ts.Node, to: StepsBuilder): void {
      // A property of a function by a computed name: hardly ever state, and of any function at all.
      if (place.root.kind === "statics" && place.path === "" && name === undefined) return;
      if (name === "lastIndex" && kind === "reads" && !place.exact && isJustSet(node)) return;
      const isSure = place.exact && place.path === "" && name !== undefined;
      add(place.root, partOf(place, name), kind === "overwrites" && !isSure ? "writes" : kind, node, to);
    }

    function add(root: Root, part: string, kind: Kind, node: ts.Node, to: StepsBuilder): void {
      if (isFollowed(root)) to.add({ kind: "touch", root, part, effect: effects[kind](node) });
    }

    /** The code that makes the state sets it up. */
    function isFollowed(root: Root): boolean {
      return root.kind === "formal" || (isState(root) && root.variable?.owner !== f);
    }

    function call(node: ts.CallExpression | ts.NewExpression, to: StepsBuilder): void {
      const callee = unwrap(node.expression);
      const literal = functionLiteral(callee);
      if (isMember(callee)) to.inside(callee);
      else if (literal === undefined) to.visit(callee);
      for (const argument of node.arguments ?? []) to.visit(argument);
      if (literal !== undefined && !isGenerator(literal)) {
        inline(literal, "once", to);
        return;
      }
      const shown = calls.of(node);
      const called = ts.isIdentifier(callee) ? callee.text : isMember(callee) ? (memberName(callee) ?? "") : "";
      const isPoint = mayBePreempted(node, shown);
      if (isPoint) to.add({ kind: "pass", node });
      if (!callsLater(called)) for (const argument of node.arguments ?? []) callback(argument, isPoint, to);
      if (ts.isCallExpression(node)) builtin(node, called, shown, to);
      handOver(node, shown, isPoint, to);
      callOf(node, shown, isPoint, to);
    }

    /** Who is not shown uses what is handed over, and may be suspended meanwhile. */
    function handOver(
      node: ts.CallExpression | ts.NewExpression,
      shown: ResolvedCall,
      isPoint: boolean,
      to: StepsBuilder,
    ): void {
      const given = node.arguments ?? [];
      if (given.length === 0 || !isHandOver(node, shown, variables)) return;
      for (const argument of given) {
        const used = [
          ...regexes.handedOver(argument).map((place) => [place, "lastIndex"] as const),
          ...places.of(argument).flatMap((place) => (isFilled(place) ? [[place, undefined] as const] : [])),
        ];
        for (const [place, name] of used) {
          touchPart(place, name, "changes", node, to);
          if (!isPoint) continue;
          to.add({ kind: "pass", node });
          touchPart(place, name, "changes", node, to);
        }
      }
    }

    function isFilled({ root, path }: Place): boolean {
      return path === "" && isFilledByOthers(root);
    }

    /** Whether a job may be suspended in the call: it runs something preemptable, as far as the file tells. */
    function mayBePreempted(
      node: ts.CallExpression | ts.NewExpression,
      { functions, receiver, builtin }: ResolvedCall,
    ): boolean {
      if (!isKept(around) || !isPointCall(node, callees)) return false;
      if (receiver !== undefined && (builtin === "exec" || builtin === "test") && isBuiltinObject(receiver, scopes))
        return false;
      return functions.length === 0 || functions.some((g) => isKept(g) || !isPreemptable(g));
    }

    /** What is given a function calls it, for all that is known. */
    function callback(argument: ts.Expression, isPoint: boolean, to: StepsBuilder): void {
      const e = unwrap(argument);
      const literal = functionLiteral(e);
      if (literal !== undefined) {
        if (!isGenerator(literal)) inline(literal, "often", to);
      } else if (ts.isIdentifier(e) || ts.isCallExpression(e)) {
        const functions = calls.valuesOf(e);
        if (functions.length > 0) to.add({ kind: "callbacks", node: argument, isPoint, functions });
      }
    }

    function inline(g: FunctionNode, times: "once" | "often", to: StepsBuilder): void {
      const outer = around;
      // What is called plainly is suspended nowhere.
      around = isKept(outer) && (isKept(g) || times === "once") ? (isKept(g) ? g : outer) : undefined;
      const body = to.apart(() => {
        if (times === "often" && isKept(around)) to.add({ kind: "pass", node: g });
        code(g, to);
      });
      if (body.length > 0) to.add({ kind: "inline", times, body });
      around = outer;
    }

    function builtin(
      node: ts.CallExpression,
      called: string,
      { builtin, functions, receiver, isByName }: ResolvedCall,
      to: StepsBuilder,
    ): void {
      if (receiver !== undefined && (builtin !== undefined || functions.length === 0)) {
        if (called === "exec" || called === "test") {
          for (const place of regexes.of(receiver, node)) {
            touchPart(place, "lastIndex", "reads", node, to);
            touchPart(place, "lastIndex", "overwrites", node, to);
          }
        } else {
          const kind = isKeptByKey(node) ? "reads" : effectOfMethod(builtin ?? called);
          for (const place of places.of(receiver)) {
            const isFunction = place.path === "" && place.root.variable !== undefined && isModule(place.root.variable);
            if (kind === "reads" || !isFunction) touchPart(place, undefined, kind, node, to);
          }
        }
      }
      // A method that is found by its name may be another one, which reads what it is called on.
      if (receiver !== undefined && isByName && builtin === undefined) {
        for (const place of places.of(receiver)) touchPart(place, undefined, "reads", node, to);
      }
      const [first] = node.arguments;
      if (first !== undefined && (called === "replace" || called === "replaceAll" || called === "match")) {
        for (const place of regexes.of(first, node)) touchPart(place, "lastIndex", "overwrites", node, to);
      }
      if (functions.length > 0) return;
      const full = isMember(node.expression) ? node.expression.getText() : called;
      node.arguments.forEach((argument, index) => {
        const kind = effectOnArgument(full, index);
        for (const place of places.of(argument)) touchPart(place, undefined, kind, node, to);
      });
    }

    function callOf(
      node: ts.CallExpression | ts.NewExpression,
      shown: ResolvedCall,
      isPoint: boolean,
      to: StepsBuilder,
    ): void {
      const { exact, receiver, skip } = shown;
      const functions = shown.functions.filter((g) => !isGenerator(g));
      if (functions.length === 0) return;
      const given: { index: number | "this"; places: readonly Place[] }[] = [];
      const give = (actual: ts.Expression, index: number | "this") => {
        // What is found by its name alone may be the method of any object; a class has its own, and is seldom handed to one.
        const isClass = ({ kind }: Root) => shown.isByName && kind === "statics";
        if (index !== "this" && functions.length > mostByName) return;
        const state = places.of(actual).filter(({ root }) => isFollowed(root) && !isClass(root));
        if (state.length > 0) given.push({ index, places: state });
      };
      if (receiver !== undefined) give(receiver, "this");
      (node.arguments ?? []).forEach((argument, index) => {
        if (!ts.isSpreadElement(argument) && index >= skip) give(argument, index - skip);
      });
      to.add({ kind: "call", node, isPoint, functions, exact, given });
    }
  }
}

function isUpdate(node: ts.Node): node is ts.PrefixUnaryExpression | ts.PostfixUnaryExpression {
  if (!ts.isPrefixUnaryExpression(node) && !ts.isPostfixUnaryExpression(node)) return false;
  return node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken;
}

function numberOf(node: ts.PropertyAccessExpression | ts.ElementAccessExpression): string | undefined {
  if (!ts.isElementAccessExpression(node)) return undefined;
  const key = unwrap(node.argumentExpression);
  return ts.isNumericLiteral(key) ? String(Number(key.text)) : undefined;
}
