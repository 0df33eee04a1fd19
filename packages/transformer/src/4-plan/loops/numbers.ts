/**
 * Which of the function's variables an engine is shown to be numbers in a loop, since they may have come back with a frame (see
 * 5-emit/shared/shown-number.ts).
 *
 *   counted by i   ⇒   counted by i, numbers i s
 */
import * as ts from "typescript";
import type { Binding } from "../../1-resolve/binding.ts";
import { functionAround, isConst } from "../../syntax/nodes.ts";
import { numbersIn } from "../variables/numeric.ts";
import type { GeneratorLoopsBody, LoopPlan, PlainLoopsBody } from "./loop-plan.ts";

export function showNumbers(plan: LoopPlan, loop: ts.IterationStatement, { locals, scopes }: PlainLoopsBody): LoopPlan {
  if (plan.kind === "part of round") return plan;
  const { parameters, vars, hoisted, shared, boxed } = locals;
  const own = [...parameters, ...vars, ...hoisted].filter((b) => !shared.has(b) && !boxed.has(b));
  return { ...plan, numbers: numbersIn(loop, own, scopes) };
}

/** Only where no `yield` stands in the loop. */
export function showNumbersOfGenerator(
  plan: LoopPlan,
  loop: ts.IterationStatement,
  { scopes }: GeneratorLoopsBody,
): LoopPlan {
  if (plan.kind !== "strip-mined") return plan;
  const own = new Set<Binding>();
  const visit = (node: ts.Node): void => {
    const binding = ts.isIdentifier(node) ? scopes.resolve(node) : undefined;
    if (binding?.declarations.every((d) => isOwnVariable(d, loop))) own.add(binding);
    ts.forEachChild(node, visit);
  };
  visit(loop);
  return { ...plan, numbers: numbersIn(loop, [...own], scopes) };
}

/** Whether it is a variable of the function around the loop that can be assigned, and has a value where the loop begins. */
function isOwnVariable(declaration: ts.Node, loop: ts.Node): boolean {
  const isConstant = ts.isVariableDeclaration(declaration) && isConst(declaration);
  const isVariable =
    ts.isVariableDeclaration(declaration) || (ts.isParameter(declaration) && ts.isIdentifier(declaration.name));
  if (!isVariable || isConstant || functionAround(declaration) !== functionAround(loop)) return false;
  // The clauses before may have been left out.
  return !ts.isCaseOrDefaultClause(declaration.parent.parent.parent ?? declaration);
}
