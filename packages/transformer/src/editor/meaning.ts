/** Which function a name means, as far as one file says it without types: for hover texts where a function is called. */
import * as ts from "typescript";
import { analyzeScopes } from "../1-resolve/scopes.ts";
import { targetsByScope } from "../1-resolve/targets-by-scope.ts";
import { functionsExportedAs } from "../2-find/exported.ts";
import { parsed } from "./parsed.ts";
import { placeOf } from "./place.ts";

/** A function of the file, by where its name starts; or one that another file exports. */
export type Meaning = { readonly start: number } | { readonly specifier: string; readonly name: string };

/** What the name at a position means; undefined where no function is named, or only types say which. */
export function meaningAt(code: string, fileName: string, position: number): Meaning | undefined {
  const file = parsed(fileName, code);
  const name = nameAt(file, position);
  if (name === undefined) return undefined;
  const scopes = analyzeScopes(file);
  const owner = ts.isPropertyAccessExpression(name.parent) && name.parent.name === name ? name.parent : undefined;
  const first = owner === undefined ? name : owner.expression;
  const binding = ts.isIdentifier(first) ? scopes.resolve(first) : undefined;
  const imported = importOf(binding?.declarations[0] ?? name.parent);
  if (imported !== undefined) {
    if (owner === undefined) return imported;
    return imported.name === "*" ? { ...imported, name: name.text } : undefined;
  }
  const declared = targetsByScope(file, scopes).of(owner ?? name)?.declared ?? [];
  const [only, other] = declared;
  return only === undefined || other !== undefined ? undefined : { start: placeOf(only, file).start };
}

/** Where the name of the function starts that a file exports as `name`, or which other file has it. */
export function exportedFunction(code: string, fileName: string, name: string): Meaning | undefined {
  const file = parsed(fileName, code);
  const [f] = functionsExportedAs(file, [name]);
  if (f !== undefined) return { start: placeOf(f, file).start };
  for (const statement of file.statements) {
    if (!ts.isExportDeclaration(statement) || statement.exportClause === undefined) continue;
    const { exportClause, moduleSpecifier } = statement;
    if (!ts.isNamedExports(exportClause) || moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier))
      continue;
    const element = exportClause.elements.find((one) => one.name.text === name);
    if (element !== undefined)
      return { specifier: moduleSpecifier.text, name: (element.propertyName ?? element.name).text };
  }
  return undefined;
}

function nameAt(file: ts.SourceFile, position: number): ts.MemberName | undefined {
  let found: ts.MemberName | undefined;
  const visit = (node: ts.Node): void => {
    if (position < node.pos || position > node.end) return;
    if (ts.isMemberName(node) && position >= node.getStart(file)) found = node;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function importOf(declaration: ts.Node): { readonly specifier: string; readonly name: string } | undefined {
  const statement = ts.findAncestor(declaration, ts.isImportDeclaration);
  if (statement === undefined || !ts.isStringLiteral(statement.moduleSpecifier)) return undefined;
  const specifier = statement.moduleSpecifier.text;
  if (ts.isNamespaceImport(declaration)) return { specifier, name: "*" };
  if (ts.isImportSpecifier(declaration))
    return { specifier, name: (declaration.propertyName ?? declaration.name).text };
  return ts.isImportClause(declaration) ? { specifier, name: "default" } : undefined;
}
