/**
 * Calls that ask nobody.
 *
 * Held callees: a variable that a closure calls and nobody changes is asked once, when the closure is made.
 *
 * Callbacks that are bodies: what a closure is given and only calls, or hands on to who only calls it, needs not be a function that
 * others could call. A parameter is taken as a body where functions written out are handed on as its argument in the same file.
 *
 *   const sequence = (first, second) => (text, at, rest) => first(text, at, (next) => second(text, next, rest));
 *
 * holds `first` and `second`, takes `rest` as a body, and makes nothing but a body of `(next) => …`. Who is called by what is held, and
 * what it takes as bodies, is found at run time: see protocol-direct.ts.
 */
import { bitOf, hasBit, mostDirectArguments } from "@preempt/abi";
import * as ts from "typescript";
import type { Binding } from "../../1-resolve/binding.ts";
import { type Facts, factsOf } from "../../1-resolve/facts.ts";
import { memo } from "../../shared/memo.ts";
import { isLasting } from "../../syntax/lasting.ts";
import {
  isAsync,
  isMethod,
  isWithin,
  outward,
  type Preemptable,
  runtimeParameters,
  unwrap,
} from "../../syntax/nodes.ts";
import { callsOfPlainBodies, holderFinder, isFixed, isFunctionWritten, type KnownOfFile } from "./plain-calls.ts";

/** A variable that is asked when a closure is made. */
export interface Held {
  readonly binding: Binding;
  /** A mention of it in the closure. */
  readonly name: ts.Identifier;
  /** Which arguments it is called with are bodies. */
  readonly bits: number;
}

export interface DirectCallbacks {
  /** Which parameters the function takes as bodies. */
  bitsOf(f: ts.Node): number;
  /** Whether nothing but its body is made of the function. */
  isBodyOnly(f: ts.Node): boolean;
  /** What is asked when the closure is made; of the file: when it is called first. */
  heldBy(closure: ts.Node): readonly Held[];
  /** What the call calls without asking: a parameter, or what a closure around it holds. */
  calleeOf(call: ts.CallExpression): { readonly binding: Binding; readonly isHeld: boolean } | undefined;
  /** Whether an argument is a body as it stands. */
  isBody(argument: ts.Expression): boolean;
}

/** A parameter that may be a body. */
interface Parameter {
  readonly f: Preemptable;
  readonly index: number;
  readonly binding: Binding;
}

export function directCallbacks(known: KnownOfFile): DirectCallbacks {
  const { sourceFile, scopes, callees, kept, containers } = known;
  const { asked, called } = callsOfPlainBodies(known);
  const candidates = new Map<Binding, Parameter>();
  const facts = new Map<ts.Node, Facts>();
  const holderOf = holderFinder(known, factsFor);
  for (const f of new Set(called.values())) addParameters(f);
  const holders = new Map<ts.CallExpression, ts.Node | undefined>();
  for (const [binding, calls] of asked) for (const call of calls) holders.set(call, holderOf(call, binding));

  let bits = new Map<Binding, number>();
  settle();
  // A parameter is a body only where somebody hands one on, and the other way round.
  for (;;) {
    const used = setOf(handedOn().map(([, i]) => i)) & taken();
    const before = candidates.size;
    for (const [binding, { index }] of candidates) if (!hasBit(used, index)) candidates.delete(binding);
    if (candidates.size === before) break;
    settle();
  }

  const bodies = new Set(handedOn().map(([f]) => f));
  const taking = new Map<ts.Node, number>();
  for (const { f, index } of candidates.values()) taking.set(f, (taking.get(f) ?? 0) | bitOf(index));
  const heldBy = new Map<ts.Node, Held[]>();
  for (const [binding, calls] of asked) {
    if (candidates.has(binding)) continue;
    for (const call of calls) {
      const holder = holderFor(call, binding);
      if (holder === undefined) continue;
      const held = memo(heldBy, holder, () => []);
      const name = unwrap(call.expression) as ts.Identifier;
      if (!held.some((h) => h.binding === binding)) held.push({ binding, name, bits: bits.get(binding) ?? 0 });
    }
  }

  return {
    bitsOf: (f) => taking.get(f) ?? 0,
    isBodyOnly: (f) => bodies.has(f),
    heldBy: (closure) => heldBy.get(closure) ?? [],
    calleeOf(call) {
      const binding = calledVariable(call);
      if (binding === undefined || !asked.get(binding)?.has(call)) return undefined;
      if (candidates.has(binding)) return { binding, isHeld: false };
      return holderFor(call, binding) === undefined ? undefined : { binding, isHeld: true };
    },
    isBody: (argument) => bodies.has(unwrap(argument)) || isCandidate(argument),
  };

  /** Removes candidates until what is left is used as bodies alone, and finds which arguments of what is held are. */
  function settle(): void {
    for (;;) {
      const most = taken();
      bits = new Map();
      for (const [binding, calls] of asked) if (!candidates.has(binding)) bits.set(binding, commonBits(calls) & most);
      const before = candidates.size;
      for (const candidate of candidates.values()) if (!isOnlyCalled(candidate)) candidates.delete(candidate.binding);
      if (candidates.size === before) return;
    }
  }

  function addParameters(f: Preemptable): void {
    const isFit = ts.isArrowFunction(f) || ts.isFunctionExpression(f) || ts.isFunctionDeclaration(f);
    if (!isFit || isLasting(f) || (ts.isArrowFunction(f) && factsFor(f).usesThis)) return;
    if (isArgument(f) || isCalledWithList(f)) return;
    for (const [index, p] of runtimeParameters(f).entries()) {
      if (p.initializer !== undefined || p.dotDotDotToken !== undefined || index >= mostDirectArguments) continue;
      const binding = ts.isIdentifier(p.name) ? scopes.declaredBy(p) : undefined;
      if (binding !== undefined && isFixed(binding)) candidates.set(binding, { f, index, binding });
    }
  }

  /** Whether the positions of arguments may not be known where the function is called by its name. */
  function isCalledWithList(f: Preemptable): boolean {
    const { parent } = outward(f);
    const names = [scopes.declaredBy(f), ts.isVariableDeclaration(parent) ? scopes.declaredBy(parent) : undefined];
    return names.some((binding) =>
      binding?.references.some((name) => {
        const call = outward(name).parent;
        return ts.isCallExpression(call) && call.arguments.some(ts.isSpreadElement);
      }),
    );
  }

  /** The arguments that are bodies in all calls. */
  function commonBits(calls: ReadonlySet<ts.CallExpression>): number {
    let common = 0;
    const all = [...calls];
    const most = Math.min(mostDirectArguments, ...all.map(({ arguments: args }) => args.length));
    for (let i = 0; i < most; i++) if (all.every(({ arguments: args }) => mayBeBody(args[i]))) common |= bitOf(i);
    return common;
  }

  function mayBeBody(argument: ts.Expression | undefined): boolean {
    return argument !== undefined && (isWrittenOut(argument) || isCandidate(argument));
  }

  function isCandidate(argument: ts.Expression): boolean {
    const e = unwrap(argument);
    const binding = ts.isIdentifier(e) ? scopes.resolve(e) : undefined;
    return binding !== undefined && candidates.has(binding);
  }

  /** An arrow function of which nobody could tell another one by its properties. One that is not preemptable is its own body. */
  function isWrittenOut(argument: ts.Expression): boolean {
    const f = unwrap(argument);
    if (!ts.isArrowFunction(f) || isAsync(f)) return false;
    const { usesThis, usesSuper } = factsFor(f);
    if (usesThis || usesSuper) return false;
    const isSimple = (p: ts.ParameterDeclaration) =>
      ts.isIdentifier(p.name) && p.initializer === undefined && p.dotDotDotToken === undefined;
    return (!kept.has(f) || known.isPlain(f)) && runtimeParameters(f).every(isSimple);
  }

  /** Whether the argument at `i` is taken as a body by whom the call calls. */
  function isTaken(call: ts.CallExpression, i: number): boolean {
    const binding = calledVariable(call);
    if (binding !== undefined && asked.get(binding)?.has(call)) {
      if (candidates.has(binding)) return false;
      return hasBit(bits.get(binding) ?? 0, i) && holderFor(call, binding) !== undefined;
    }
    const callee = callees.of(call, false);
    if (callee.kind !== "yes" || !mayBeBody(call.arguments[i])) return false;
    const p = runtimeParameters(callee.target)[i];
    const parameter = p && scopes.declaredBy(p);
    return parameter !== undefined && candidates.has(parameter);
  }

  /** Whether all mentions call the parameter, or hand it on to who takes a body. */
  function isOnlyCalled({ f, binding }: Parameter): boolean {
    if (binding.references.length === 0) return false;
    return binding.references.every((name) => {
      const value = outward(name);
      const call = value.parent;
      if (!isOfBodies(name, f) || !ts.isCallExpression(call)) return false;
      if (call.expression === value) return asked.get(binding)?.has(call) === true;
      return !call.arguments.some(ts.isSpreadElement) && isTaken(call, call.arguments.indexOf(value as ts.Expression));
    });
  }

  /** Whether everything from `node` out to `f` is in the output as bodies alone. */
  function isOfBodies(node: ts.Node, f: Preemptable): boolean {
    for (let n = node.parent; n !== f; n = n.parent) {
      if (ts.isClassLike(n)) return false;
      if (!ts.isFunctionLike(n)) continue;
      const inner = n as Preemptable;
      const isOne = kept.has(inner) && known.isPlain(inner) && !isMethod(inner);
      if (!isOne || !(containers.has(inner) || isTakenThere(inner))) return false;
    }
    return !f.parameters.some((p) => isWithin(node, p));
  }

  function isTakenThere(f: Preemptable): boolean {
    const value = outward(f);
    const call = value.parent;
    if (!ts.isCallExpression(call) || !isFunctionWritten(f)) return false;
    const i = call.arguments.indexOf(value as ts.Expression);
    return i >= 0 && called.has(call) && isTaken(call, i);
  }

  /** What is written out as a function and handed on as a body, and as which argument. */
  function handedOn(): (readonly [f: ts.Node, i: number])[] {
    return [...called.keys()].flatMap((call) =>
      call.arguments.flatMap((a, i) => (isWrittenOut(a) && isTaken(call, i) ? [[unwrap(a), i] as const] : [])),
    );
  }

  function taken(): number {
    return setOf([...candidates.values()].map(({ index }) => index));
  }

  function calledVariable(call: ts.CallExpression): Binding | undefined {
    const callee = unwrap(call.expression);
    return ts.isIdentifier(callee) ? scopes.resolve(callee) : undefined;
  }

  /** Who asks the variable that the call calls, if it is worth it. */
  function holderFor(call: ts.CallExpression, binding: Binding): ts.Node | undefined {
    const holder = holders.get(call);
    return holder !== undefined && isWorthHolding(holder, bits.get(binding) ?? 0) ? holder : undefined;
  }

  function factsFor(f: Preemptable): Facts {
    return kept.get(f)?.facts ?? memo(facts, f, () => factsOf(f));
  }

  /** What is made to be called at once, as most callbacks are, may as well ask when it calls. */
  function isWorthHolding(holder: ts.Node, told: number): boolean {
    return told !== 0 || (holder !== sourceFile && !isArgument(holder));
  }
}

function setOf(indices: readonly number[]): number {
  return indices.reduce((bits, i) => bits | bitOf(i), 0);
}

function isArgument(f: ts.Node): boolean {
  const value = outward(f);
  return ts.isCallExpression(value.parent) && value.parent.expression !== value;
}
