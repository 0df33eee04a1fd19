/**
 * What programs have without importing it: a console that prints into the pane, and timers that end with the run. Where
 * a program has one of its own, that stays.
 */
import ts from "typescript";

export const givenNames = [
  "console",
  "setTimeout",
  "setInterval",
  "requestAnimationFrame",
  "clearTimeout",
  "clearInterval",
  "cancelAnimationFrame",
] as const;

/** Those of the names that `source` does not declare: in its functions it may. One in a block counts as well: that is rare. */
export function findGiven(source: ts.SourceFile): string[] {
  const declared = new Set<string>();
  const visit = (node: ts.Node): void => {
    const name = ts.isImportClause(node) || isNamed(node) ? node.name : undefined;
    if (name !== undefined && ts.isIdentifier(name)) declared.add(name.text);
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  visit(source);
  return givenNames.filter((name) => !declared.has(name));
}

const isNamed = (node: ts.Node) =>
  ts.isVariableDeclaration(node) ||
  ts.isBindingElement(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isImportSpecifier(node) ||
  ts.isNamespaceImport(node);
