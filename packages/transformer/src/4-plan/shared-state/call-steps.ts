/** The steps of a call: what the language's own functions touch, what others are handed, and the file's functions that it runs. */
import * as ts from "typescript";
import type { Callees } from "../../1-resolve/calls.ts";
import { isBuiltinObject } from "../../1-resolve/language/built-in-objects.ts";
import type { Scopes } from "../../1-resolve/scopes.ts";
import { type FunctionNode, functionLiteral, isMember, memberName } from "../../1-resolve/target.ts";
import { isGenerator, isPreemptable, type Preemptable, unwrap } from "../../syntax/nodes.ts";
import { isPointCall } from "../points.ts";
import { callsLater, effectOfMethod, effectOnArgument } from "./builtin-effects.ts";
import type { StepsBuilder } from "./control-steps.ts";
import { isHandOver } from "./hand-overs.ts";
import type { Place, Root } from "./place.ts";
import type { Places } from "./places.ts";
import type { SharedRegexes } from "./shared-regexes.ts";
import type { ResolvedCall, ShownCalls } from "./shown-calls.ts";
import type { Touches } from "./touches.ts";
import { isModule, type Variables } from "./variables.ts";

export interface CallOptions {
  readonly scopes: Scopes;
  readonly variables: Variables;
  readonly places: Places;
  readonly calls: ShownCalls;
  readonly regexes: SharedRegexes;
  readonly callees: Callees;
  /** A list that is filled by code which the file does not show. */
  isFilledByOthers(root: Root): boolean;
}

export interface CallSteps {
  add(node: ts.CallExpression | ts.NewExpression, to: StepsBuilder): void;
  /** The function whose code is looked at: `f`, or one inside that is called on the spot; none where code runs plainly. */
  readonly around: FunctionNode | undefined;
}

/** With more methods of one name, what they are given is not followed into them. */
const mostByName = 6;

/** @param code Adds the steps of a function that is called on the spot */
export function callSteps(
  f: FunctionNode,
  touches: Touches,
  isKept: (f: ts.Node | undefined) => f is Preemptable,
  code: (g: FunctionNode, to: StepsBuilder) => void,
  { scopes, variables, places, calls, regexes, callees, isFilledByOthers }: CallOptions,
): CallSteps {
  let around: FunctionNode | undefined = f;
  return {
    add: call,
    get around() {
      return around;
    },
  };

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

  /** Code that is not shown uses what is handed over, and may be suspended meanwhile. */
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
        touches.part(place, name, "changes", node, to);
        if (!isPoint) continue;
        to.add({ kind: "pass", node });
        touches.part(place, name, "changes", node, to);
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

  /** What is given a function is taken to call it. */
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
          touches.part(place, "lastIndex", "reads", node, to);
          touches.part(place, "lastIndex", "overwrites", node, to);
        }
      } else {
        const kind = touches.isKeptByKey(node) ? "reads" : effectOfMethod(builtin ?? called);
        for (const place of places.of(receiver)) {
          const isFunction = place.path === "" && place.root.variable !== undefined && isModule(place.root.variable);
          if (kind === "reads" || !isFunction) touches.part(place, undefined, kind, node, to);
        }
      }
    }
    // A method that is found by its name may be another one, which reads what it is called on.
    if (receiver !== undefined && isByName && builtin === undefined) {
      for (const place of places.of(receiver)) touches.part(place, undefined, "reads", node, to);
    }
    const [first] = node.arguments;
    if (first !== undefined && (called === "replace" || called === "replaceAll" || called === "match")) {
      for (const place of regexes.of(first, node)) touches.part(place, "lastIndex", "overwrites", node, to);
    }
    if (functions.length > 0) return;
    const full = isMember(node.expression) ? node.expression.getText() : called;
    node.arguments.forEach((argument, index) => {
      const kind = effectOnArgument(full, index);
      for (const place of places.of(argument)) touches.part(place, undefined, kind, node, to);
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
      const state = places.of(actual).filter(({ root }) => touches.isFollowed(root) && !isClass(root));
      if (state.length > 0) given.push({ index, places: state });
    };
    if (receiver !== undefined) give(receiver, "this");
    (node.arguments ?? []).forEach((argument, index) => {
      if (!ts.isSpreadElement(argument) && index >= skip) give(argument, index - skip);
    });
    to.add({ kind: "call", node, isPoint, functions, exact, given });
  }
}
