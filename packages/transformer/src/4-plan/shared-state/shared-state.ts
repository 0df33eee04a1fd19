/**
 * State that outlives a call, and may be seen half changed by another job: what is written in one preemptable function, and read
 * after a preemption point. Jobs of such a file run one at a time, see `exclusive-unit.ts`.
 */
import * as ts from "typescript";
import type { Callees } from "../../1-resolve/calls.ts";
import { walkCalls } from "../../1-resolve/circles.ts";
import type { Scopes } from "../../1-resolve/scopes.ts";
import type { FunctionNode } from "../../1-resolve/target.ts";
import type { Candidate } from "../../2-find/candidates.ts";
import { memo } from "../../shared/memo.ts";
import { isErased, type Preemptable, staticName, unwrap } from "../../syntax/nodes.ts";
import { type Accesses, accessesIn, mayWrite } from "./accesses.ts";
import { type BenignReason, benignReason } from "./benign.ts";
import { isKeyedCache } from "./caches.ts";
import { isFilledByOthers } from "./filled-by-others.ts";
import { type FoundIn, functionEffects } from "./function-effects.ts";
import { functionSteps } from "./function-steps.ts";
import { findHandings, setUpLate } from "./hosts.ts";
import { isAsking, isMadeAgain } from "./lazy-constants.ts";
import { lifetimesOf } from "./lifetimes.ts";
import type { Root } from "./place.ts";
import { placesOf } from "./places.ts";
import { namedRegexes, sharedRegexes } from "./shared-regexes.ts";
import { type ShownCalls, shownCalls } from "./shown-calls.ts";
import { unitOf } from "./units.ts";
import { initialValue, variablesOf } from "./variables.ts";

/** A path on which state is written, then a preemption point may be passed, and then it is read. */
export interface RaceWindow {
  /** As the source writes it: `tmp`, `Vec.scratch`, `word.lastIndex`. */
  readonly name: string;
  readonly declared: ts.Node;
  readonly write: ts.Node;
  /** The loop, or the call, that may be preempted. */
  readonly point: ts.Node;
  readonly read: ts.Node;
  readonly in: FunctionNode;
}

export interface BenignState {
  readonly name: string;
  readonly declared: ts.Node;
  readonly why: BenignReason;
}

export interface SharedState {
  readonly windows: readonly RaceWindow[];
  readonly benign: readonly BenignState[];
  /** A job that is suspended in one of these holds the unit. */
  readonly holding: ReadonlySet<FunctionNode>;
  /** These ask first whether another job holds the unit. */
  readonly asking: ReadonlySet<FunctionNode>;
}

export interface SharedStateQuestion {
  readonly sourceFile: ts.SourceFile;
  readonly scopes: Scopes;
  /** The functions that become preemptable. */
  readonly kept: ReadonlyMap<Preemptable, Candidate>;
  readonly callees: Callees;
  /** Functions of which the user says that jobs may interleave in them. */
  readonly reentrant: ReadonlySet<ts.Node>;
}

/** Undefined where nothing that outlives a call is written. */
export function sharedStateOf({
  sourceFile,
  scopes,
  kept,
  callees,
  reentrant,
}: SharedStateQuestion): SharedState | undefined {
  if (kept.size === 0) return undefined;
  const variables = variablesOf(scopes);
  const hosts = new Set<ts.Node>();
  const lifetimes = lifetimesOf(sourceFile, variables, hosts);
  const { isLoading, outlives } = lifetimes;
  const handings = findHandings(sourceFile, variables, isLoading);
  for (const { host } of handings) hosts.add(host);
  const calls = shownCalls(sourceFile, scopes, variables);
  const named = namedRegexes(sourceFile, variables, isLoading);
  const regexesByName = new Map([...named].map(([name, { declared }]) => [name, declared]));
  const places = placesOf({ sourceFile, variables, calls, outlives, regexes: regexesByName });
  const accesses = accessesIn(sourceFile, { places, variables, calls, isLoading });
  const state = new Set<Root>();
  const reassigned = new Set<Root>();
  const filled = new Set<Root>();
  const madeAgain = new Map<Root, boolean>();
  for (const root of accesses.roots) {
    if (isSign(root, accesses)) continue;
    if (isFilledByOthers(root, accesses)) {
      state.add(root);
      filled.add(root);
    }
    for (const access of accesses.of(root)) {
      if (access.isLoading || !mayWrite(access) || !mayChange(root)) continue;
      state.add(root);
      if (access.part === "=") reassigned.add(root);
    }
  }
  if (state.size === 0 && named.size === 0 && handings.length === 0) return undefined;
  const regexes = sharedRegexes(places, variables, named);
  const functions = functionsIn(sourceFile, calls).filter((f) => !isLoading((f as { body: ts.Node }).body));
  const stepsOf = functionSteps({
    scopes,
    variables,
    places,
    calls,
    regexes,
    callees,
    kept,
    isState: (root) => root.kind === "expression" || state.has(root),
    isReassigned: (root) => reassigned.has(root),
    isAskedFor: (root, node) =>
      isAsking(node) && memo(madeAgain, root, () => isMadeAgain(root, accesses, places, variables)),
    isFilledByOthers: (root) => filled.has(root),
  });
  const effects = functionEffects({ functions, places, isKept: (f) => kept.has(f as Preemptable), stepsOf, mayHave });
  const benign = new Map<string, BenignState>();
  const open: FoundIn[] = [];
  for (const window of effects.windows) {
    const { root, part, read } = window;
    if (reentrant.has(window.in)) continue;
    const why = isKeyedCache(window.write, read) ? "cache" : benignReason(window, accesses, places);
    if (why === undefined) open.push(window);
    else
      memo(benign, `${root.declared.pos} ${part}`, () => ({
        name: nameOf(window),
        declared: declaredAt(root, read),
        why,
      }));
  }
  for (const handing of handings) {
    const { host, call: point } = handing;
    if (!kept.has(host as Preemptable) || reentrant.has(host)) continue;
    for (const { variable, write, read } of setUpLate(handing, variables)) {
      open.push({ root: places.rootOf(variable), part: "=", write, point, read, in: host });
    }
  }
  if (open.length === 0 && benign.size === 0) return undefined;
  const { holding, asking } = unitOf(open, { accesses, effects, kept, variables, functions });
  return { windows: firstOfEach(open), benign: [...benign.values()], holding, asking };

  /** A method that is found by its name alone may be one of another class. */
  function mayHave(root: Root, part: string): boolean {
    const { variable } = root;
    if (variable === undefined || part.startsWith("*")) return true;
    const name = part.replace(/\/$/, "");
    const value = initialValue(variable);
    if (value === undefined) return true;
    if (ts.isArrayLiteralExpression(value)) return /^(\d+|length)$/.test(name);
    if (ts.isObjectLiteralExpression(value)) {
      return (
        value.properties.some((p) => p.name !== undefined && staticName(p.name) === name) ||
        accesses.of(root).some((a) => a.part === part)
      );
    }
    const fields = calls.fieldsOf(variable);
    return fields === undefined || fields.has(name);
  }
}

/** Texts, numbers and what was never given a value have nothing inside that could change. */
function mayChange({ variable }: Root): boolean {
  if (variable === undefined || variable.binding.assigned || variable.binding.isOpen) return true;
  const { declaration } = variable;
  if (!ts.isVariableDeclaration(declaration)) return !ts.isParameter(declaration) || variable.name !== "undefined";
  if (declaration.initializer === undefined) {
    const list = declaration.parent.parent;
    return ts.isForOfStatement(list) || ts.isForInStatement(list);
  }
  const value = unwrap(declaration.initializer);
  if (ts.isRegularExpressionLiteral(value)) return /\/[a-z]*[gy][a-z]*$/.test(value.text);
  return (
    !ts.isLiteralExpression(value) &&
    !ts.isTemplateExpression(value) &&
    !ts.isPrefixUnaryExpression(value) &&
    !ts.isTypeOfExpression(value)
  );
}

/** `const NOT_SET = {}`, which is only ever compared with: nothing is kept inside. */
function isSign(root: Root, accesses: Accesses): boolean {
  const value = initialValue(root.variable);
  if (value === undefined || !ts.isObjectLiteralExpression(value) || value.properties.length > 0) return false;
  return accesses
    .of(root)
    .every(({ part, kind }) => (part === "=" ? kind === "read" : kind === "given" || kind === "out"));
}

/** One window for each variable, static property or expression. */
function firstOfEach(found: readonly FoundIn[]): RaceWindow[] {
  const windows = new Map<string, RaceWindow>();
  for (const window of found) {
    const { root, part, write, point, read } = window;
    const which = root.kind === "variable" ? "" : part;
    memo(windows, `${root.kind} ${root.name} ${root.declared.pos} ${which}`, () => ({
      name: nameOf(window),
      declared: declaredAt(root, write),
      write,
      point,
      read,
      in: window.in,
    }));
  }
  return [...windows.values()];
}

function nameOf({ root, part, write }: FoundIn): string {
  if (root.kind === "statics") return ts.isExpression(write) ? write.getText().slice(0, 40) : part;
  if (part === "=") return root.name;
  const name = part.replace(/\/$/, "");
  return name === "*" ? root.name : `${root.name}.${name}`;
}

function declaredAt(root: Root, write: ts.Node): ts.Node {
  return root.kind === "statics" || root.kind === "exports" ? write : root.declared;
}

/** Each behind those that it calls. */
function functionsIn(sourceFile: ts.SourceFile, calls: ShownCalls): FunctionNode[] {
  const graph = new Map<FunctionNode, Set<FunctionNode>>();
  ts.forEachChild(sourceFile, (node) => visit(node, undefined));
  return [...walkCalls(graph).order];

  function visit(node: ts.Node, called: Set<FunctionNode> | undefined): void {
    if (node.kind < ts.SyntaxKind.FirstNode || isErased(node)) return;
    let inside = called;
    if (ts.isFunctionLike(node) && (node as FunctionNode).body !== undefined) {
      inside = new Set();
      graph.set(node as FunctionNode, inside);
    } else if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      for (const f of calls.of(node).functions) called?.add(f);
    }
    ts.forEachChild(node, (child) => visit(child, inside));
  }
}
