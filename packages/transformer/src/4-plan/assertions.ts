/**
 * What holds between the passes of plan-file.ts, checked where tests run. A plan that breaks one of these would be emitted as code that
 * is wrong, or never suspended.
 */
import type ts from "typescript";
import { isLoop, type Preemptable } from "../syntax/nodes.ts";
import { templateOf } from "../syntax/template-calls.ts";
import type { FilePlan, FunctionPlan, PlainPlan } from "./function-plan.ts";
import type { LoopPlan } from "./loops/loop-plan.ts";

/** Whether plans are checked: the repository's vitest.config.ts says so. The tests of users take no longer for it. */
function isChecked(): boolean {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.PREEMPT_CHECK_PLANS !== undefined;
}

/** The plan, checked in tests. */
export function checkedPlan(plan: FilePlan): FilePlan {
  if (isChecked()) assertPlan(plan);
  return plan;
}

/** @throws Error that names the function and what does not hold of it */
export function assertPlan({ kept, functions, containers, scopes }: FilePlan): void {
  for (const f of kept.keys()) {
    const planned = functions.get(f);
    check(planned !== undefined, f, "has no plan");
    if (planned === undefined) continue;
    assertLoops(planned);
    assertOriginal(planned, containers);
    if (planned.form.kind === "plain") assertPlain(planned, planned.form);
    const { closure, form } = planned;
    const needsPlain = closure.bits !== 0 || closure.held.length > 0;
    check(!needsPlain || form.kind === "plain", f, "is a generator and takes bodies, or holds callees");
    for (const { binding, name } of closure.held)
      check(scopes.resolve(name) === binding, f, `holds a callee that is not ${name.text}`);
  }
}

function assertOriginal({ candidate: { node }, original }: FunctionPlan, containers: ReadonlySet<ts.Node>): void {
  check(original !== "entry" || containers.has(node), node, "is emitted once and holds no preemptable function");
}

function assertPlain({ candidate: { node } }: FunctionPlan, { points, locals, ...form }: PlainPlan): void {
  check(form.bodies === 1 || points.size > 0, node, "has a body that resumes what is never suspended");
  check(form.bodies === 1 || !locals.isSurrounded, node, "has two bodies, and variables around one");
  check(form.bodies === 1 || form.liveness !== undefined, node, "has two bodies, and no liveness");
  check(!form.isReturned || form.bodies === 2, node, "has one body, which returns to another");
  check(form.entryPoint !== undefined || form.start === "goes on", node, "counts at its start and calls nothing");
  for (const point of points) {
    // The call that stands for a tagged template is where that is.
    const place = templateOf(point) ?? point;
    const isWhole = place === node.body || points.has(place.parent);
    check(isWhole, node, "has a point in something that is none");
  }
  const declared = [...locals.hoisted, ...locals.vars, ...locals.parameters];
  check(new Set(declared).size === declared.length, node, "saves a variable twice");
  for (const binding of [...locals.shared, ...locals.boxed, ...locals.renamed, ...(form.liveness?.varying ?? [])])
    check(declared.includes(binding), node, `does not save ${binding.name}`);
  for (const binding of locals.shared) check(!locals.boxed.has(binding), node, `keeps ${binding.name} in two places`);
}

function assertLoops({ candidate: { node }, form }: FunctionPlan): void {
  for (const [loop, planned] of form.loops) {
    const head = headAround(loop, node, form.loops);
    check(planned.kind !== "nest head" || head === undefined, node, "has a nest in a nest");
    const isOfNest = !("nest" in planned) || planned.nest === head;
    check(isOfNest, node, "has a loop that counts elsewhere than in the nest around it");
    if (form.kind === "generator") continue;
    const isPart = planned.kind === "part of round";
    check(
      isPart !== form.points.has(loop),
      node,
      isPart ? "leaves a point out" : "has a point in what is part of a round",
    );
  }
  if (form.kind === "generator") return;
  for (const point of form.points) check(!isLoop(point) || form.loops.has(point), node, "has a loop without a plan");
}

function headAround(loop: ts.Node, f: Preemptable, loops: ReadonlyMap<ts.Node, LoopPlan>): ts.Node | undefined {
  for (let n = loop.parent; n !== f; n = n.parent) if (loops.get(n)?.kind === "nest head") return n;
  return undefined;
}

function check(isTrue: boolean, f: Preemptable, what: string): void {
  if (isTrue) return;
  const { line } = f.getSourceFile().getLineAndCharacterOfPosition(f.getStart());
  throw new Error(`plan: the function in line ${line + 1} ${what}`);
}
