/**
 * Functions made inside others that do not outlive the call in which they were made: they are called there, or handed to who calls
 * them and does nothing else. Where all preemptable functions inside of one are such, callers that know nothing of preemption may have
 * the original, short as it is, with everything in it as it stands: nothing is suspended before that returns.
 *
 *   function each(list, f) { for (let i = 0; i < list.length; i++) f(list[i]); }
 *   function sum(list) { let s = 0; each(list, (x) => { s += x; }); return s; }      the arrow function stays
 *
 * A wrong guess, as of a `forEach` that keeps what it is given, costs coverage: such a function is not preempted when a job calls it later.
 */
import * as ts from "typescript";
import type { Binding } from "../../1-resolve/binding.ts";
import { knownFunction } from "../../1-resolve/known-function.ts";
import { callbackCall } from "../../1-resolve/language/callback-builtins.ts";
import { membersOf } from "../../1-resolve/members.ts";
import type { Scopes } from "../../1-resolve/scopes.ts";
import { type FunctionNode, isMember, memberName } from "../../1-resolve/target.ts";
import {
  isAsync,
  isGenerator,
  isPreemptable,
  outward,
  type Preemptable,
  runtimeParameters,
  unwrap,
} from "../../syntax/nodes.ts";

/** Characters of source: the original stands beside the body. */
const longest = 600;

/** @param kept All preemptable functions of the file */
export function keepsOriginal(f: Preemptable, kept: Iterable<Preemptable>, scopes: Scopes): boolean {
  if (isAsync(f) || f.end - f.getStart() > longest) return false;
  for (const inner of kept)
    if (inner !== f && inner.pos >= f.pos && inner.end <= f.end && !stays(inner, scopes, new Set())) return false;
  return true;
}

/** @param open What is being looked at: it stays if nothing else speaks against it */
function stays(f: FunctionNode, scopes: Scopes, open: Set<unknown>): boolean {
  if (!isPreemptable(f) || isAsync(f) || isGenerator(f)) return false;
  if (open.has(f)) return true;
  open.add(f);
  if (ts.isFunctionDeclaration(f)) return isOnlyCalled(scopes.declaredBy(f), scopes, open);
  if (!ts.isArrowFunction(f) && !ts.isFunctionExpression(f)) return false;
  // By its own name it calls itself.
  if (f.name !== undefined && !isOnlyCalled(scopes.declaredBy(f), scopes, open)) return false;
  const { parent } = outward(f);
  if (ts.isVariableDeclaration(parent)) return isOnlyCalled(scopes.declaredBy(parent), scopes, open);
  return isCalledAt(f, scopes, open);
}

/** Whether nothing is done with the variable but to call what it holds. */
function isOnlyCalled(binding: Binding | undefined, scopes: Scopes, open: Set<unknown>): boolean {
  if (binding === undefined || binding.assigned || binding.isOpen || binding.declarations.length !== 1) return false;
  if (open.has(binding)) return true;
  open.add(binding);
  const holder = ts.findAncestor(binding.declarations[0]?.parent, ts.isFunctionLike);
  return binding.references.every((name) => {
    // One that mentions it from inside another function lasts as long as that.
    for (
      let n = ts.findAncestor(name.parent, ts.isFunctionLike);
      n !== holder;
      n = ts.findAncestor(n.parent, ts.isFunctionLike)
    )
      if (n === undefined || !stays(n as FunctionNode, scopes, open)) return false;
    return isCalledAt(name, scopes, open);
  });
}

/** Whether the value is called where it stands, or handed to who does nothing but call it. */
function isCalledAt(value: ts.Expression, scopes: Scopes, open: Set<unknown>): boolean {
  const { parent: call } = outward(value);
  if (!ts.isCallExpression(call)) return false;
  if (unwrap(call.expression) === value) return true;
  const built = callbackCall(call)?.callback;
  if (built !== undefined && unwrap(built) === value) return true;
  const at = call.arguments.findIndex((a) => unwrap(a) === value);
  const targets = calledBy(unwrap(call.expression), scopes);
  if (targets === undefined || call.arguments.slice(0, at).some(ts.isSpreadElement)) return false;
  return targets.every((f) => {
    if (isGenerator(f) || (isPreemptable(f) && isAsync(f))) return false;
    const parameter = runtimeParameters(f)[at];
    // `arguments` has what no parameter takes.
    if (parameter === undefined || !ts.isIdentifier(parameter.name)) return false;
    return parameter.dotDotDotToken === undefined && isOnlyCalled(scopes.declaredBy(parameter), scopes, open);
  });
}

/** The function of that name; or of a member those of that name that the file shows. */
function calledBy(callee: ts.Expression, scopes: Scopes): readonly FunctionNode[] | undefined {
  const known = knownFunction(callee, scopes);
  if (known !== undefined) return [known];
  const name = isMember(callee) ? memberName(callee) : undefined;
  const members = name === undefined ? undefined : membersOf(callee.getSourceFile()).get(name);
  const functions = members?.map((member) => member.function);
  return functions?.every((f) => f !== undefined) ? functions : undefined;
}
