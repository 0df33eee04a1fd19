/**
 * Which functions hold the unit, and which ask for it. Who touches state that has a window asks first, unless only such call it that
 * have asked. Who may be suspended between that and the last time that it touches the state holds the unit while suspended.
 */
import * as ts from "typescript";
import { type FunctionNode, functionLiteral } from "../../1-resolve/target.ts";
import type { Candidate } from "../../2-find/candidates.ts";
import { functionAround, isExported, outward, type Preemptable, unwrap } from "../../syntax/nodes.ts";
import type { Accesses } from "./accesses.ts";
import type { FoundIn, FunctionEffects } from "./function-effects.ts";
import { overlap, type Root } from "./place.ts";
import type { Variables } from "./variables.ts";

export interface Unit {
  readonly holding: ReadonlySet<FunctionNode>;
  readonly asking: ReadonlySet<FunctionNode>;
}

export function unitOf(
  windows: readonly FoundIn[],
  {
    accesses,
    effects,
    kept,
    variables,
    functions,
  }: {
    accesses: Accesses;
    effects: FunctionEffects;
    kept: ReadonlyMap<Preemptable, Candidate>;
    variables: Variables;
    functions: readonly FunctionNode[];
  },
): Unit {
  const parts = new Map<Root, Set<string>>();
  const touching = new Set<FunctionNode>();
  for (const { root, part, in: f } of windows) {
    const own = parts.get(root) ?? new Set();
    parts.set(root, own.add(part));
    touching.add(f);
  }
  for (const [root, own] of parts) {
    for (const access of accesses.of(root)) {
      if (access.isLoading || ![...own].some((part) => overlap(part, access.part))) continue;
      const around = functionAround(access.node);
      if (!ts.isSourceFile(around)) touching.add(around as FunctionNode);
    }
    // An expression has no name by which others could know it: what touches it shows in the effects.
    if (root.kind === "expression") for (const f of functions) if (touchesItself(f, root)) touching.add(f);
  }
  const inside = findInside(touching, variables);
  const asking = new Set([...touching].filter((f) => !inside.has(f)));
  const holding = new Set([...asking].filter((f) => kept.has(f as Preemptable) && isSuspendedBefore(f)));
  return { holding, asking };

  function touchesItself(f: FunctionNode, root: Root): boolean {
    const own = effects.of(f).parts.get(root);
    return [...(own?.values() ?? [])].some(({ read, write }) =>
      [read, write].some((n) => n && functionAround(n) === f),
    );
  }

  /** Whether a job may be suspended in it before it touches the state for the last time. */
  function isSuspendedBefore(f: FunctionNode): boolean {
    for (const [root, own] of parts) {
      for (const [part, { pointThenAccess }] of effects.of(f).parts.get(root) ?? []) {
        if (pointThenAccess !== undefined && [...own].some((other) => overlap(part, other))) return true;
      }
    }
    return windows.some((window) => window.in === f);
  }
}

/** Those that are only called by others of them, which have asked. */
function findInside(touching: ReadonlySet<FunctionNode>, variables: Variables): Set<FunctionNode> {
  const callers = new Map<FunctionNode, readonly ts.Node[]>();
  for (const f of touching) {
    const from = callersOf(f, variables);
    if (from !== undefined && from.length > 0) callers.set(f, from);
  }
  const inside = new Set(callers.keys());
  for (let changed = true; changed; ) {
    changed = false;
    for (const f of inside) {
      if (callers.get(f)?.every((caller) => caller === f || touching.has(caller as FunctionNode))) continue;
      inside.delete(f);
      changed = true;
    }
  }
  return reachable(inside, touching, callers);
}

/** Functions that call only each other are called by somebody nobody sees. */
function reachable(
  inside: Set<FunctionNode>,
  touching: ReadonlySet<FunctionNode>,
  callers: ReadonlyMap<FunctionNode, readonly ts.Node[]>,
): Set<FunctionNode> {
  const sure = new Set<ts.Node>([...touching].filter((f) => !inside.has(f)));
  for (let changed = true; changed; ) {
    changed = false;
    for (const f of inside) {
      if (sure.has(f) || !callers.get(f)?.some((caller) => sure.has(caller))) continue;
      sure.add(f);
      changed = true;
    }
  }
  return new Set([...inside].filter((f) => sure.has(f)));
}

/** The functions in which the calls stand; undefined where others may call it. */
function callersOf(f: FunctionNode, variables: Variables): readonly ts.Node[] | undefined {
  if (ts.isFunctionDeclaration(f)) return byName(f);
  if (!ts.isFunctionExpression(f) && !ts.isArrowFunction(f)) return undefined;
  const whole = outward(f);
  const { parent } = whole;
  if (ts.isCallExpression(parent) && unwrap(parent.expression) === f) return [functionAround(parent)];
  if (ts.isVariableDeclaration(parent) && functionLiteral(parent.initializer) === f) return byName(parent);
  return undefined;

  function byName(declaration: ts.Declaration): readonly ts.Node[] | undefined {
    if (isExported(declaration)) return undefined;
    const variable = variables.declaredBy(declaration);
    if (variable === undefined || variable.binding.assigned || variable.binding.isOpen) return undefined;
    const calls = variable.binding.references.map((reference) => ({ reference, parent: outward(reference).parent }));
    const areCalls = calls.every(
      ({ reference, parent }) => ts.isCallExpression(parent) && unwrap(parent.expression) === reference,
    );
    return areCalls ? calls.map(({ parent }) => functionAround(parent)) : undefined;
  }
}
