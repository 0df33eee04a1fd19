/**
 * What TypeScript compiles, for older targets and by its older decorators, to code that fits no resumable body.
 *
 * A class it keeps in a variable then, which it knows by the class; a preemptable function has two bodies or three. `for await`, and
 * async functions, it takes apart in its own way; literals in which something is spread, as those with computed names are, become calls.
 */
import * as ts from "typescript";
import type { Facts } from "../1-resolve/facts.ts";
import { type Erased, isClassDecorated } from "../syntax/decorators.ts";
import { isAsync, isGenerator, isMethod, isStaticMember, outward, type Preemptable } from "../syntax/nodes.ts";

export interface Compiling {
  readonly options: ts.CompilerOptions;
  /** The `@preempt` decorators, which are erased. */
  readonly erased: Erased;
  /** What is to become preemptable. */
  readonly wanted: ReadonlyMap<Preemptable, unknown>;
}

/** What about the function is compiled so, as the end of "f …"; undefined if nothing is. */
export function compiledPartOf(node: Preemptable, facts: Facts, compiling: Compiling): string | undefined {
  const { target = ts.ScriptTarget.ESNext, experimentalDecorators = false } = compiling.options;
  // As nearly always: no class is looked for.
  if (target >= ts.ScriptTarget.ES2022 && !experimentalDecorators) return undefined;
  const part = compiledClassIn(node, hasTwo(node, facts), compiling);
  if (part !== undefined) return `contains a class with ${part}`;
  if (target < ts.ScriptTarget.ES2017 && isAsync(node)) return "is async";
  if (target < ts.ScriptTarget.ES2018 && isAsync(node) && isGenerator(node)) return "is an async generator function";
  if (target >= ts.ScriptTarget.ES2018) return undefined;
  if (facts.hasAwaitingLoop) return "has a for await loop";
  return isNamedByKey(node) ? "has a computed name in an object literal" : undefined;
}

function isNamedByKey(node: Preemptable): boolean {
  const property = ts.isMethodDeclaration(node) ? node : outward(node as ts.FunctionExpression).parent;
  if (!ts.isMethodDeclaration(property) && !ts.isPropertyAssignment(property)) return false;
  return ts.isComputedPropertyName(property.name) && ts.isObjectLiteralExpression(property.parent);
}

/** Whether the function is not emitted once, though it contains preemptable ones: see 5-emit/functions.ts. */
function hasTwo(node: Preemptable, { usesNewTarget, usesSuper }: Facts): boolean {
  if (isMethod(node) && (usesSuper || ts.isClassLike(node.parent))) return true;
  return usesNewTarget && !ts.isArrowFunction(node);
}

/** What TypeScript compiles about a class in `node`, as the end of "contains a class with …". */
function compiledClassIn(node: ts.Node, isTwice: boolean, compiling: Compiling): string | undefined {
  return ts.forEachChild(
    node,
    (child) =>
      (ts.isClassLike(child) ? compiledPart(child, isTwice, compiling) : undefined) ??
      compiledClassIn(child, isTwice, compiling),
  );
}

function compiledPart(
  node: ts.ClassLikeDeclaration,
  isTwice: boolean,
  { options, erased, wanted }: Compiling,
): string | undefined {
  const { target = ts.ScriptTarget.ESNext, experimentalDecorators = false } = options;
  if (experimentalDecorators && isClassDecorated(node, erased)) return "a decorator";
  if (target >= ts.ScriptTarget.ES2022) return undefined;
  if (node.members.some((m) => m.name && ts.isPrivateIdentifier(m.name))) return "private members";
  if (node.members.some(ts.isClassStaticBlockDeclaration)) return "a static block";
  const fields = node.members.filter(ts.isPropertyDeclaration);
  if (fields.some((m) => isStaticMember(m) || ts.isAutoAccessorPropertyDeclaration(m)))
    return "static fields or accessors";
  if (fields.some((m) => ts.isComputedPropertyName(m.name))) return "computed fields";
  // They get a static block.
  return isTwice && node.members.some((m) => wanted.has(m as ts.MethodDeclaration)) ? "preemptable methods" : undefined;
}
