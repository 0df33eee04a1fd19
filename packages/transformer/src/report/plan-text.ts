/**
 * A file's plan as plain data and as text: what `preempt check --plan` prints. The same plan gives the same text; positions are
 * lines alone.
 *
 *   sum, line 2: annotated
 *     plain, two bodies, frame as a list; start counts; original as it stands
 *     points: start, loop 4, call 6 (without i)
 *     variables: n, s
 *     loop 4: counted by i, 8 rounds a point, joint bound
 *
 * A frame that is saved at a point need not hold the variables that come behind `without`.
 */
import { hasBit } from "@preempt/abi";
import * as ts from "typescript";
import { displayName } from "../1-resolve/display-name.ts";
import type { FilePlan, FunctionPlan, PlainPlan } from "../4-plan/function-plan.ts";
import { showLoopPlan } from "../4-plan/loops/show-loop-plan.ts";
import { isPointCall } from "../4-plan/points.ts";
import type { Reason } from "../4-plan/reason.ts";
import { isLoop, type Preemptable, runtimeParameters } from "../syntax/nodes.ts";

/** One function, its facts in the order in which they are printed. */
export interface PlannedFunction {
  readonly name: string;
  readonly line: number;
  /** Why it was to be made preemptable: "annotated", "reached", "all", "callback" or "short". */
  readonly why: string;
  readonly facts: readonly string[];
}

/** In the order of the source. */
export function planView(plan: FilePlan): PlannedFunction[] {
  const { untouched } = plan;
  const lineOf = lineIn(plan);
  const functions = [...plan.functions.values()].map((planned) => ({
    node: planned.candidate.node,
    why: planned.candidate.why,
    facts: factsOf(planned),
  }));
  const others = [...untouched.values()].map(({ candidate, refusal }) => ({
    node: candidate.node,
    why: candidate.why,
    facts: [`untouched: ${refusal.name}`],
  }));
  return [...functions, ...others]
    .sort((a, b) => a.node.pos - b.node.pos || b.node.end - a.node.end)
    .map(({ node, why, facts }) => ({ name: displayName(node), line: lineOf(node), why, facts }));

  function factsOf(planned: FunctionPlan): string[] {
    const { candidate, form, original, isBounded } = planned;
    const kind = form.kind === "plain" ? plainKind(form) : `generator: ${reasonText(form.reason)}`;
    return [
      ...(isBounded ? ["called plainly: it has no point"] : []),
      `${kind}; original ${original === "entry" ? "is an entry" : original}`,
      ...(form.kind === "plain" ? [listPoints(candidate.node, form), variablesOf(form)] : []).filter(
        (text) => text !== "",
      ),
      ...[...form.loops].map(([loop, planned]) => `loop ${lineOf(loop)}: ${showLoopPlan(planned)}`),
      ...closureOf(planned),
      ...unitOf(planned),
    ];
  }

  function listPoints(f: Preemptable, form: PlainPlan): string {
    const found = pointsOf(plan, f, form);
    return found.length === 0 ? "" : `points: ${found.join(", ")}`;
  }
}

/** Where a plain body has its preemption points, in the order of the source: `start`, `loop 4`, `call 6 (without i)`. */
export function pointsOf(plan: FilePlan, f: Preemptable, { points, loops, start, liveness }: PlainPlan): string[] {
  const lineOf = lineIn(plan);
  const place = (kind: string, node: ts.Node) => {
    const unneeded = [...(liveness?.varying ?? [])].filter((binding) => !liveness?.mayBeLive(binding, node));
    const names = unneeded.map(({ name }) => name).join(", ");
    return `${kind} ${lineOf(node)}${names === "" ? "" : ` (without ${names})`}`;
  };
  const found: string[] = start === "counts" ? ["start"] : [];
  const visit = (node: ts.Node): void => {
    if (!points.has(node)) return;
    const planned = isLoop(node) ? loops.get(node) : undefined;
    const isPoint = planned !== undefined && !("isImplied" in planned && planned.isImplied);
    if (isPoint) found.push(place("loop", node));
    ts.forEachChild(node, visit);
    if (isPointCall(node, plan.callees)) found.push(place("call", node));
  };
  if (f.body !== undefined) visit(f.body);
  return found;
}

function lineIn({ sourceFile }: FilePlan): (node: ts.Node) => number {
  return (node) => sourceFile.getLineAndCharacterOfPosition(node.getStart(sourceFile)).line + 1;
}

export function planText(functions: readonly PlannedFunction[]): string {
  return functions
    .map(({ name, line, why, facts }) =>
      [`${name}, line ${line}: ${why}`, ...facts.map((fact) => `  ${fact}`)].join("\n"),
    )
    .map((block) => `${block}\n`)
    .join("\n");
}

function plainKind({ bodies, start, isReturned, frame }: PlainPlan): string {
  const returned = isReturned ? ", the second returns to the first" : "";
  const how = bodies === 2 ? `two bodies, frame as ${frame === "list" ? "a list" : frame}` : "one body";
  return `plain, ${how}${returned}; start ${starts[start]}`;
}

const starts = { counts: "counts", asks: "checks the depth", "goes on": "does nothing" };

function reasonText({ code, name }: Reason): string {
  return name === undefined ? code : `${code} (${name})`;
}

/** The variables that frames may save, and those that need more than that. */
function variablesOf({ locals }: PlainPlan): string {
  const { parameters, hoisted, vars, shared, boxed, renamed, functions } = locals;
  const own = [...parameters, ...hoisted, ...vars].map((binding) => {
    const marks = [
      shared.has(binding) ? "around the body" : "",
      boxed.has(binding) ? "in an object" : "",
      renamed.has(binding) ? "renamed" : "",
    ].filter((mark) => mark !== "");
    return marks.length === 0 ? binding.name : `${binding.name} (${marks.join(", ")})`;
  });
  const declared = functions.map(({ name }) => `${name?.text ?? "a function"} (function around the body)`);
  const all = [...own, ...declared];
  return all.length === 0 ? "" : `variables: ${all.join(", ")}`;
}

function closureOf({ candidate, closure: { isBodyOnly, bits, held } }: FunctionPlan): string[] {
  const taken = runtimeParameters(candidate.node).filter((_, i) => hasBit(bits, i));
  const names = taken.map(({ name }) => (name as ts.Identifier).text);
  return [
    ...(isBodyOnly ? ["body alone: no function is made of it"] : []),
    ...(names.length > 0 ? [`takes as bodies: ${names.join(", ")}`] : []),
    ...(held.length > 0 ? [`looks up once: ${held.map(({ name }) => name.text).join(", ")}`] : []),
  ];
}

function unitOf({ holds, asks }: FunctionPlan): string[] {
  if (!holds && !asks) return [];
  return [`exclusive unit: ${[asks ? "asks" : "", holds ? "holds" : ""].filter((text) => text !== "").join(" and ")}`];
}
