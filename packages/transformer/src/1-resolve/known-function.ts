/** The one function of the file that a callee can mean: by a name that is never assigned, or by a private name. */
import * as ts from "typescript";
import { isPreemptable, type Preemptable } from "../syntax/nodes.ts";
import type { Scopes } from "./scopes.ts";
import { type FunctionNode, privateTarget } from "./target.ts";
import { functionDeclaredBy } from "./targets-by-scope.ts";

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
