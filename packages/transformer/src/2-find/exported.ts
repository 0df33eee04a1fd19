/** Functions that other files take from this one, by the names under which it exports them: "heavy", "default", "solver.solve". */
import * as ts from "typescript";
import { isGenerator, isPreemptable, type Preemptable, unwrap } from "../syntax/nodes.ts";

/** The functions of the file that it exports under these names. Only what it declares itself counts. */
export function functionsExportedAs(sourceFile: ts.SourceFile, names: readonly string[]): Preemptable[] {
  return names.flatMap((name) => {
    const [exported = "", member] = name.split(".");
    const values = valuesExportedAs(sourceFile, exported);
    return values.flatMap((value) => (member === undefined ? functionOf(value) : memberFunction(value, member)) ?? []);
  });
}

/** The function that a declaration or a value is. */
function functionOf(value: ts.Node): Preemptable | undefined {
  const f = ts.isExpression(value) ? unwrap(value) : value;
  return isPreemptable(f) && f.body !== undefined && !isGenerator(f) ? f : undefined;
}

/** The member of a class, or of an object that is written down. */
export function memberFunction(owner: ts.Node | undefined, name: string): Preemptable | undefined {
  if (owner === undefined || !(ts.isClassLike(owner) || ts.isObjectLiteralExpression(owner))) return undefined;
  const members: readonly (ts.ClassElement | ts.ObjectLiteralElementLike)[] = ts.isClassLike(owner)
    ? owner.members
    : owner.properties;
  for (const member of members) {
    if (member.name === undefined || !ts.isIdentifier(member.name) || member.name.text !== name) continue;
    if (ts.isMethodDeclaration(member)) return functionOf(member);
    const value = ts.isPropertyDeclaration(member) || ts.isPropertyAssignment(member) ? member.initializer : undefined;
    if (value !== undefined) return functionOf(value);
  }
  return undefined;
}

/** Declarations and values that are exported under the name, by `export` or as CommonJS does it. */
function valuesExportedAs(sourceFile: ts.SourceFile, name: string): ts.Node[] {
  return sourceFile.statements.flatMap((statement): ts.Node[] => {
    if (ts.isExportAssignment(statement)) return name === "default" ? named(sourceFile, statement.expression) : [];
    if (ts.isExportDeclaration(statement)) return exportedInList(sourceFile, statement, name);
    if (ts.isExpressionStatement(statement)) return assigned(sourceFile, statement.expression, name);
    const flags = ts.canHaveModifiers(statement)
      ? ts.getCombinedModifierFlags(statement as unknown as ts.Declaration)
      : 0;
    if ((flags & ts.ModifierFlags.Export) === 0) return [];
    const isDefault = (flags & ts.ModifierFlags.Default) !== 0;
    if (isDefault) return name === "default" ? [statement] : [];
    return declared(statement, name);
  });
}

function exportedInList(
  sourceFile: ts.SourceFile,
  { exportClause, moduleSpecifier }: ts.ExportDeclaration,
  name: string,
) {
  if (moduleSpecifier !== undefined || exportClause === undefined || !ts.isNamedExports(exportClause)) return [];
  const element = exportClause.elements.find((e) => e.name.text === name);
  return element === undefined ? [] : declaredInFile(sourceFile, (element.propertyName ?? element.name).text);
}

/** `module.exports = …`, `module.exports = { heavy }`, `exports.heavy = …`. */
function assigned(sourceFile: ts.SourceFile, e: ts.Expression, name: string): ts.Node[] {
  if (!ts.isBinaryExpression(e) || e.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return [];
  const target = e.left.getText(sourceFile);
  if (target === `exports.${name}` || target === `module.exports.${name}`) return named(sourceFile, e.right);
  if (target !== "module.exports") return [];
  const value = unwrap(e.right);
  if (!ts.isObjectLiteralExpression(value)) return name === "default" ? named(sourceFile, value) : [];
  const member = value.properties.find((p) => p.name !== undefined && ts.isIdentifier(p.name) && p.name.text === name);
  if (member === undefined) return [];
  if (ts.isShorthandPropertyAssignment(member)) return declaredInFile(sourceFile, name);
  return ts.isPropertyAssignment(member) ? named(sourceFile, member.initializer) : [member];
}

/** A value, or what its name stands for in the file. */
function named(sourceFile: ts.SourceFile, e: ts.Expression): ts.Node[] {
  const value = unwrap(e);
  return ts.isIdentifier(value) ? declaredInFile(sourceFile, value.text) : [value];
}

function declaredInFile(sourceFile: ts.SourceFile, name: string): ts.Node[] {
  return sourceFile.statements.flatMap((statement) => declared(statement, name));
}

/** What a statement declares under the name: a function, a class, or a variable's value. */
function declared(statement: ts.Statement, name: string): ts.Node[] {
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
    return statement.name?.text === name ? [statement] : [];
  }
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name: local, initializer }) =>
    initializer !== undefined && ts.isIdentifier(local) && local.text === name ? [unwrap(initializer)] : [],
  );
}
