/** The plan of one file: what becomes of each of its functions. The passes are below, in order. */
import * as ts from "typescript";
import type { Callees } from "../1-resolve/calls.ts";
import { builtinFamilies } from "../1-resolve/language/builtin-callbacks.ts";
import { functionMakers } from "../1-resolve/language/function-makers.ts";
import { type Candidate, findContainers } from "../2-find/candidates.ts";
import type { CheckedFile } from "../3-check/checked-file.ts";
import { hasNests, type Optimize, optimizationsOf, type Strategy } from "../shared/optimize.ts";
import { initialisedBy } from "../syntax/initialisers.ts";
import { isGenerator, type Preemptable } from "../syntax/nodes.ts";
import { withAskers, withShortMethods } from "./added-bodies.ts";
import { checkedPlan } from "./assertions.ts";
import { directCallbacks } from "./closures/direct-callbacks.ts";
import { keepsOriginal } from "./closures/staying.ts";
import { mayBeGenerator } from "./constructors.ts";
import { createCounting } from "./counting.ts";
import { classesByField, dropInitialisers } from "./fields.ts";
import type { FilePlan, FunctionPlan, GeneratorPlan, Original, PlainPlan } from "./function-plan.ts";
import { heirsIn } from "./heirs.ts";
import { isLightWalk } from "./loops/light-walks.ts";
import type { Loops } from "./loops/loop-plan.ts";
import { planLoops } from "./loops/plan-loops.ts";
import { type PlainForm, plainFormOf } from "./plain-form.ts";
import { findPoints } from "./points.ts";
import { because, isReason, type Reason } from "./reason.ts";
import type { ExclusiveUnit } from "./shared-state/exclusive-unit.ts";
import { livenessOf } from "./variables/liveness.ts";

/** What the phases before have found. */
export interface Inspected {
  readonly checked: CheckedFile;
  readonly callees: Callees;
  readonly bounded: ReadonlySet<ts.Node>;
  readonly exclusive: ExclusiveUnit | undefined;
}

export interface PlanOptions {
  readonly strategy?: Strategy | undefined;
  readonly optimize?: Optimize | undefined;
}

export function planFile({ checked, callees, bounded, exclusive }: Inspected, options: PlanOptions): FilePlan {
  const { sourceFile, scopes, found } = checked;
  const { strategy = "capture" } = options;
  const optimize = optimizationsOf(options.optimize);
  const isPlainAllowed = strategy === "capture" && optimize.plainBodies;

  // Which functions get a body
  if (!isPlainAllowed) withoutConstructors(checked.kept, strategy);
  const shortened =
    isPlainAllowed && optimize.shortMethods ? withShortMethods(sourceFile, checked, callees) : checked.kept;
  const kept = withAskers(shortened, checked, exclusive);
  const heirs = strategy === "capture" ? heirsIn(sourceFile, checked, callees) : new Set<ts.Node>();
  const byField = classesByField(kept, heirs, checked);
  const containers = containersOf(kept, found.decorators, heirs);
  const makers = functionMakers(sourceFile, scopes, kept);
  const plainEdits = plainEditsOf(kept, exclusive, makers.keys());

  // Of which kind it is
  const known = { scopes, callees, kept, hasNests: hasNests(optimize), exclusive };
  const forms = mapOf(kept, (candidate) => (isPlainAllowed ? plainFormOf(candidate, known) : because("by_options")));
  const plainForm = (f: Preemptable) => forms.get(f) as PlainForm | Reason;
  const isPlain = (f: Preemptable) => !isReason(plainForm(f));

  // Where it counts
  const counting = createCounting({ optimize, callees, scopes, kept, plainForm });

  // What of it is called without a check
  const direct =
    isPlainAllowed && optimize.directCallbacks
      ? directCallbacks({ sourceFile, scopes, callees, kept, containers, isPlain })
      : undefined;

  const functions = mapOf(kept, (candidate): FunctionPlan => {
    const { node } = candidate;
    return {
      candidate,
      isBounded: bounded.has(node),
      form: formOf(candidate),
      original: originalOf(candidate),
      closure: {
        isBodyOnly: direct?.isBodyOnly(node) ?? false,
        bits: direct?.bitsOf(node) ?? 0,
        held: direct?.heldBy(node) ?? [],
      },
      holds: exclusive?.holding.has(node) === true,
      asks: exclusive?.asking.has(node) === true,
    };
  });
  const builtins = builtinFamilies(kept, scopes, callees.meetsToJSON);
  const erasedDecorators = found.decorators;
  return checkedPlan({
    ...{ sourceFile, strategy, optimize, functions, untouched: checked.refused, kept, containers, plainEdits },
    ...{ makers, heirs, byField, callees, scopes, direct, erasedDecorators, exclusive, builtins },
  });

  function formOf(candidate: Candidate): PlainPlan | GeneratorPlan {
    const { node } = candidate;
    const form = plainForm(node);
    if (isReason(form)) return { kind: "generator", reason: form, loops: generatorLoops(candidate) };
    const { isSplit, isReturned, ...others } = form;
    // Where nothing is suspended there is nothing to resume.
    const hasTwo = isSplit && optimize.startBodies === true && form.points.has(node.body as ts.ConciseBody);
    const hasSurePoint = (loop: ts.IterationStatement) => counting.hasSurePoint(loop, form);
    const liveness =
      hasTwo || form.entryPoint?.isOnly ? livenessOf(node, form.locals, form.regions, scopes) : undefined;
    return {
      kind: "plain",
      ...others,
      liveness,
      frame: liveness?.varying.size === 0 ? "arguments" : "list",
      bodies: hasTwo ? 2 : 1,
      isReturned: hasTwo && isReturned,
      start: counting.startOf(node, form),
      loops: planLoops({
        ...{ kind: "plain", node, scopes, callees, optimize },
        ...{ points: form.points, locals: form.locals, isSplit: hasTwo, hasSurePoint },
      }),
    };
  }

  function generatorLoops({ node }: Candidate): Loops {
    const used = strategy === "capture" ? optimize : { ...optimize, stripMining: false };
    const isPartOfRound = (loop: ts.IterationStatement) => hasNests(used) && isLightWalk(loop, scopes);
    const points = findPoints(node, callees, isPartOfRound);
    return planLoops({ kind: "generator", node, scopes, callees, optimize: used, points });
  }

  function originalOf({ node, facts }: Candidate): Original {
    const holdsOthers = containers.has(node);
    const mayStay = !holdsOthers || (isPlain(node) && !facts.usesNewTarget && keepsOriginal(node, kept.keys(), scopes));
    if (mayStay && !plainEdits.has(node)) return "as it stands";
    // Its parameters are evaluated at the call, the rest later: that cannot be an entry to one body.
    if (isGenerator(node)) return "rewritten inside";
    // A body that is called has no `new.target`, and that of a constructor makes another object.
    if (ts.isConstructorDeclaration(node)) return "rewritten inside";
    return holdsOthers && (ts.isArrowFunction(node) || !facts.usesNewTarget) ? "entry" : "rewritten inside";
  }
}

/** The nodes around what is rewritten. */
function containersOf(
  kept: ReadonlyMap<Preemptable, Candidate>,
  decorators: ReadonlySet<ts.Decorator>,
  heirs: ReadonlySet<ts.Node>,
): ReadonlySet<ts.Node> {
  const containers = findContainers(kept);
  for (const heir of heirs) for (let n = heir; n !== undefined; n = n.parent) containers.add(n);
  for (const decorator of decorators) {
    for (let n: ts.Node = decorator.parent; n !== undefined; n = n.parent) containers.add(n);
  }
  return containers;
}

/** Some have plain bodies or none; the paper's strategy has no word for what is constructed. */
function withoutConstructors(kept: Map<Preemptable, Candidate>, strategy: Strategy): void {
  for (const [f, candidate] of kept) {
    const isLeft = strategy === "paper" ? initialisedBy(f) !== undefined : false;
    if (isLeft || (ts.isConstructorDeclaration(f) && (strategy === "paper" || !mayBeGenerator(candidate))))
      kept.delete(f);
  }
  dropInitialisers(kept);
}

function plainEditsOf(
  kept: ReadonlyMap<Preemptable, Candidate>,
  exclusive: ExclusiveUnit | undefined,
  makers: Iterable<ts.Node>,
): ReadonlySet<ts.Node> {
  const edits = new Set<ts.Node>();
  const asking = [...(exclusive?.asking ?? [])].filter((f) => !kept.has(f as Preemptable));
  for (const edited of [...asking, ...makers]) {
    for (let n = edited; n !== undefined && !edits.has(n); n = n.parent) edits.add(n);
  }
  return edits;
}

function mapOf<T>(
  kept: ReadonlyMap<Preemptable, Candidate>,
  make: (candidate: Candidate) => T,
): ReadonlyMap<Preemptable, T> {
  return new Map([...kept].map(([f, candidate]) => [f, make(candidate)]));
}
