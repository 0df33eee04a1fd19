/**
 * What runs nobody else's code, and so cannot end the budget early: what the language defines, unless it is given a function,
 * and functions of the same file that do nothing but this. (Getters and the like may run code, too. If that takes the budget
 * away from a loop that counts for itself, the job goes on for as long as the budget would have lasted.)
 */
import ts from "typescript";
import { globalFunctions, globalObjects, isBuiltin } from "./builtins.ts";
import { callbackCall } from "./callback-builtins.ts";
import { isAsync, isErased, isGenerator, isPreemptable, type Preemptable, unwrap } from "./nodes.ts";
import type { Scopes } from "./scopes.ts";
import { functionLiteral, privateMember } from "./target.ts";

/** Built-in methods that call what they are called on, or what it was given. */
const callers = new Set(["apply", "call", "catch", "finally", "then"]);

/** Whether the node itself, not what stands in it, may run others' code. */
export function mayRunCode(node: ts.Node, scopes: Scopes): boolean {
  return runsCode(node, scopes, new Set());
}

function runsCode(node: ts.Node, scopes: Scopes, open: Set<Preemptable>): boolean {
  if (ts.isTaggedTemplateExpression(node) || ts.isFunctionLike(node)) return true;
  if (ts.isNewExpression(node))
    return !isGlobal(node.expression, globalFunctions, scopes) && !isGlobal(node.expression, globalObjects, scopes);
  if (!ts.isCallExpression(node) || isBuiltin(node, scopes, new Set())) return false;
  const target = knownFunction(unwrap(node.expression), scopes);
  return target === undefined || !isQuiet(target, scopes, open);
}

/** Whether an expression is one of these global names. */
export function isGlobal(e: ts.Expression, names: ReadonlySet<string>, scopes: Scopes): boolean {
  return ts.isIdentifier(e) && names.has(e.text) && scopes.isGlobal(e);
}

/** @param open Functions that are being looked at: they are quiet if nothing else speaks against it */
function isQuiet(f: Preemptable, scopes: Scopes, open: Set<Preemptable>): boolean {
  if (f.body === undefined || isAsync(f) || isGenerator(f)) return false;
  if (open.has(f)) return true;
  open.add(f);
  const isLoud = (node: ts.Node): boolean => {
    if (isErased(node)) return false;
    // Rounds of a loop that an error leaves from inside a call are not counted.
    if (ts.isThrowStatement(node) || isGivenCode(node) || runsCode(node, scopes, open)) return true;
    return ts.forEachChild(node, (child) => isLoud(child) || undefined) ?? false;
  };
  return !f.parameters.some(isLoud) && !isLoud(f.body);
}

/** `xs.map(f)`, `f.call(x)` */
function isGivenCode(node: ts.Node): boolean {
  if (callbackCall(node) !== undefined) return true;
  if (!ts.isCallExpression(node)) return false;
  const callee = unwrap(node.expression);
  return ts.isPropertyAccessExpression(callee) && callers.has(callee.name.text);
}

/** The one function of this file that the name can mean. */
function knownFunction(callee: ts.Expression, scopes: Scopes): Preemptable | undefined {
  if (ts.isPropertyAccessExpression(callee) && ts.isPrivateIdentifier(callee.name)) {
    const member = privateMember(callee.name);
    return member && ts.isMethodDeclaration(member) ? member : undefined;
  }
  const binding = ts.isIdentifier(callee) ? scopes.resolve(callee) : undefined;
  if (binding === undefined || binding.assigned || binding.isOpen || binding.declarations.length !== 1)
    return undefined;
  const [declaration] = binding.declarations as [ts.Node];
  const value = ts.isVariableDeclaration(declaration) ? functionLiteral(declaration.initializer) : declaration;
  return value !== undefined && isPreemptable(value) ? value : undefined;
}
