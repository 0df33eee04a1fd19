/**
 * Annotated functions that the engine itself calls, between two instructions of the code around: nothing can be saved there. And reads
 * of preemptable accessors in forms that stay the engine's.
 */
import * as ts from "typescript";
import { accessorsByName } from "../../1-resolve/accessors.ts";
import { displayName } from "../../1-resolve/display-name.ts";
import { knownKey } from "../../1-resolve/member-keys.ts";
import { eachOwnNode } from "../../1-resolve/own-code.ts";
import { isMember, memberName } from "../../1-resolve/target.ts";
import { movedParameters } from "../../4-plan/moved-parameters.ts";
import { takenApart } from "../../4-plan/taken-apart.ts";
import type { Diagnostic } from "../../shared/diagnostics.ts";
import { isAssigned } from "../../syntax/assignments.ts";
import { isMethod, outward, type Preemptable, staticName } from "../../syntax/nodes.ts";
import { isObjectPattern, type ObjectPattern, partsOf } from "../../syntax/patterns.ts";
import { askedFor, find, type View } from "./view.ts";

interface EngineCall {
  readonly where: string;
  readonly remedy: string;
}

const conversion = (name: string): EngineCall => ({
  where: "in operators, templates and keys",
  remedy: `Call it as a method (o.${name}) where it may take long, or keep the annotation for such calls`,
});

/** By the keys of methods, as `knownKey` tells them. */
const engineCalls: ReadonlyMap<string, EngineCall> = new Map([
  ["valueOf", conversion("valueOf()")],
  ["toString", conversion("toString()")],
  ["@@toPrimitive", conversion("toNumber(), say")],
  ["@@hasInstance", { where: "by instanceof", remedy: "Use a method of another name where it may take long" }],
  [
    "then",
    {
      where: "when a promise is resolved with its object",
      remedy: "Return a promise, or await a method of another name",
    },
  ],
]);

export function findCalledByEngine(view: View): Diagnostic[] {
  const findings: Diagnostic[] = [];
  for (const { node, why } of askedFor(view)) {
    const call =
      why === "annotated" && isMethod(node) ? engineCalls.get(knownKey(node.name, view.scopes) ?? "") : undefined;
    if (call !== undefined && view.weights.heavy(node) !== undefined)
      findings.push(find(view, node.name as ts.Node, "called_by_engine", { name: displayName(node), ...call }));
  }
  return [...findings, ...accessesOfEngine(view)];
}

/** `f({ total })`, `super.total`, `o.total()`: the getter is called by the engine. */
function accessesOfEngine(view: View): Diagnostic[] {
  const accessors = accessorsByName(view.kept.keys());
  const { accessors: others } = view;
  const isGetter = (name: string) => accessors.get.has(name) || others?.get.has(name) === true;
  const isSetter = (name: string) => accessors.set.has(name) || others?.set.has(name) === true;
  const findings: Diagnostic[] = [];
  for (const { node } of askedFor(view)) eachOwnNode(node, look);
  return findings;

  function look(node: ts.Node): void {
    if (isObjectPattern(node) && (ts.isObjectBindingPattern(node) || isAssigned(node))) {
      if (isStepByStep(node)) return;
      for (const { node: part, key } of partsOf(node)) if (key) note(part, staticName(key), "in a pattern");
    } else if (isMember(node)) {
      const name = memberName(node);
      if (node.expression.kind === ts.SyntaxKind.SuperKeyword && !isCalled(node)) note(node, name, "of super");
      else if (isCalled(node)) note(node, name, "before its value is called");
      else if (isAssigned(node) && !isAssignment(node)) note(node, name, "in a pattern or at the head of a loop");
    }
  }

  /** Whether the pattern, or one around it that is of an object as well, is taken apart with its getters preempted. */
  function isStepByStep(pattern: ObjectPattern): boolean {
    let node: ts.Node = pattern;
    while (isObjectPattern(node) || isPart(node)) node = node.parent;
    const steps = { mayBeGetter: isGetter, givesGenerator: () => false, isGivenGenerator: () => false };
    if (ts.isParameter(node)) return movedParameters(node.parent as Preemptable, steps).includes(node);
    return takenApart(node, steps) === "keys";
  }

  function note(node: ts.Node, name: string | undefined, where: string): void {
    if (name === undefined || !(isGetter(name) || isSetter(name))) return;
    const [accessor] = accessors.get.get(name) ?? accessors.set.get(name) ?? [];
    if (accessor !== undefined && view.weights.heavy(accessor) === undefined) return;
    const remedy = `Read or assign it in a statement of its own: const ${safe(name)} = o.${name}`;
    findings.push(
      find(view, node, "called_by_engine", {
        name: accessor === undefined ? name : displayName(accessor),
        where,
        remedy,
      }),
    );
  }
}

/** What stands between an object pattern and one inside of it. */
function isPart(node: ts.Node): boolean {
  if (ts.isBindingElement(node)) return ts.isObjectBindingPattern(node.parent);
  return ts.isPropertyAssignment(node) || (ts.isBinaryExpression(node) && ts.isPropertyAssignment(node.parent));
}

function isCalled(node: ts.Node): boolean {
  const { parent } = outward(node);
  if (ts.isTaggedTemplateExpression(parent)) return parent.tag === outward(node);
  return (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === outward(node);
}

/** `o.total = x`, `o.total += x`, `o.total++`, which call the setter themselves. */
function isAssignment(node: ts.Node): boolean {
  const { parent } = outward(node);
  if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) return true;
  return ts.isBinaryExpression(parent) && !isAssigned(parent);
}

function safe(name: string | undefined): string {
  return name !== undefined && /^[A-Za-z_$][\w$]*$/.test(name) ? name : "value";
}
