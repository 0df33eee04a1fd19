/** Decorators that stay: those of `@preempt` are erased. */
import * as ts from "typescript";

export type Erased = ReadonlySet<ts.Decorator>;

export function isDecorated(node: ts.Node, erased: Erased): boolean {
  return ts.canHaveDecorators(node) && (ts.getDecorators(node)?.some((d) => !erased.has(d)) ?? false);
}

/** Older decorators take the class itself for its constructor's parameters, too. */
export function isClassDecorated(node: ts.ClassLikeDeclaration, erased: Erased): boolean {
  const made = node.members.flatMap((m) => (ts.isConstructorDeclaration(m) ? [...m.parameters] : []));
  return [node, ...made].some((n) => isDecorated(n, erased));
}

/** Whether TypeScript compiles decorators of the language, rather than leave them to the engine. */
export function compilesDecorators(options: ts.CompilerOptions): boolean {
  const { target = ts.ScriptTarget.ESNext, experimentalDecorators, useDefineForClassFields } = options;
  return !experimentalDecorators && (target < ts.ScriptTarget.ESNext || useDefineForClassFields === false);
}
