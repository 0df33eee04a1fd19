/**
 * What runs nobody else's code, and so cannot end the budget early: what the language defines, unless it is given a function,
 * and functions of the same file that do nothing but this. (Getters and the like may run code, too. If that takes the budget
 * away from a loop that counts for itself, the job goes on for as long as the budget would have lasted.)
 */
import ts from "typescript";
import { isAsync, isErased, isGenerator, isPreemptable, type Preemptable, unwrap } from "../../syntax/nodes.ts";
import { isGlobal, type Scopes } from "../scopes.ts";
import { type FunctionNode, privateTarget } from "../target.ts";
import { functionDeclaredBy } from "../targets-by-scope.ts";
import { globalFunctions, globalObjects, isBuiltin } from "./builtins.ts";
import { callbackCall } from "./callback-builtins.ts";

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
export function knownFunction(callee: ts.Expression, scopes: Scopes): Preemptable | undefined {
  const f = ts.isIdentifier(callee) ? byName(callee, scopes) : byPrivateName(callee);
  return f !== undefined && isPreemptable(f) ? f : undefined;
}

function byName(callee: ts.Identifier, scopes: Scopes): FunctionNode | undefined {
  const binding = scopes.resolve(callee);
  const isStable = binding !== undefined && !binding.assigned && !binding.isOpen && binding.declarations.length === 1;
  return isStable ? functionDeclaredBy(binding.declarations[0] as ts.Node)[0] : undefined;
}

function byPrivateName(callee: ts.Expression): FunctionNode | undefined {
  if (!ts.isPropertyAccessExpression(callee) || !ts.isPrivateIdentifier(callee.name)) return undefined;
  const target = privateTarget(callee.name);
  return target?.exact ? target.declared[0] : undefined;
}
