/**
 * Which callee? `yes`: a preemptable function of this file, known by name. `no`: surely not preemptable, or not
 * worth asking. `maybe`: ask the function at run time. Correctness never depends on the answer.
 */
import ts from "typescript";
import { isWorthAsking } from "./builtin-callbacks.ts";
import { isBuiltin } from "./builtins.ts";
import { isAsync, type Preemptable, unwrap } from "./nodes.ts";
import type { Scopes } from "./scopes.ts";

export type Callee = { readonly kind: "no" | "maybe" } | { readonly kind: "yes"; readonly target: Preemptable };

export interface Callees {
  /** `awaited`: the call is the operand of an `await`, so that async functions count. */
  of(call: ts.CallExpression, awaited: boolean): Callee;
}

const no: Callee = { kind: "no" };
const maybe: Callee = { kind: "maybe" };

export function analyzeCalls(
  scopes: Scopes,
  kept: ReadonlyMap<Preemptable, unknown>,
  options: {
    /** Top-level functions of a classic script can be replaced by another script. */
    script: boolean;
    methodsInFile: ReadonlySet<string>;
    /** Functions without a preemption point. */
    bounded: ReadonlySet<ts.Node>;
    /** What a type checker knows; undefined without one. */
    isLibrary: ((call: ts.CallExpression) => boolean) | undefined;
  },
): Callees {
  return {
    of(call, awaited) {
      const builtin = isBuiltin(call, scopes, options.methodsInFile) || options.isLibrary?.(call);
      if (builtin && !isWorthAsking(call, scopes, kept)) return no;
      const callee = unwrap(call.expression);
      // (a?.b)() keeps `this` in a way that only the engine can express.
      if (ts.isOptionalChain(callee) && callee !== call.expression) return no;
      if (builtin) return maybe;
      if (ts.isIdentifier(callee)) return byName(callee, awaited);
      if (ts.isPropertyAccessExpression(callee) && ts.isPrivateIdentifier(callee.name)) {
        return byPrivateName(callee.name, awaited);
      }
      return maybe;
    },
  };

  function byName(callee: ts.Identifier, awaited: boolean): Callee {
    const binding = scopes.resolve(callee);
    if (binding === undefined || binding.assigned || binding.declarations.length !== 1) return maybe;
    const target = binding.declarations[0] as ts.Node;
    if (ts.isClassLike(target)) return no;
    if (!ts.isFunctionDeclaration(target)) return maybe;
    if (!kept.has(target) || options.bounded.has(target)) return no;
    if (isAsync(target)) return awaited ? maybe : no;
    return options.script && target.parent === target.getSourceFile() ? maybe : { kind: "yes", target };
  }

  /** A private name always means the member of the class around it that declares it. */
  function byPrivateName(name: ts.PrivateIdentifier, awaited: boolean): Callee {
    for (let node: ts.Node = name; node !== undefined; node = node.parent) {
      if (!ts.isClassLike(node)) continue;
      const member = node.members.find(
        (m) => m.name !== undefined && ts.isPrivateIdentifier(m.name) && m.name.text === name.text,
      );
      if (member === undefined) continue;
      if (!ts.isMethodDeclaration(member)) return maybe;
      if (!kept.has(member) || options.bounded.has(member)) return no;
      return isAsync(member) && !awaited ? no : { kind: "yes", target: member };
    }
    return maybe;
  }
}
