/**
 * The options that a configuration hands to Preempt, read from its text: `preempt({ packages: ["lib"] })`, where preempt is imported from
 * `@preempt/transformer`. Most configurations write them down as they are; others have to be run.
 */
import * as ts from "typescript";
import { unwrap } from "../syntax/nodes.ts";

const ofTransformer = /^@preempt\/transformer\/(?!loader|jest|register)/;

/** Configurations, those of frameworks before those of the bundlers in them; and files for `node --import`. */
const configNames =
  /^(?:(?:next|nuxt|astro|svelte|react-router|electron\.vite|vite|vitest|rsbuild|rspack|webpack|rolldown|rollup|tsdown|tsup)\.config|preempt|esbuild|build)\.[cm]?[jt]s$/;

/** Those of the files in a project's folder that may hand options to Preempt, the one that counts first. */
export function configurationsAmong(names: readonly string[]): string[] {
  const place = (name: string) => configNames.source.indexOf(name.split(".")[0] as string);
  return names.filter((name) => configNames.test(name)).sort((a, b) => place(a) - place(b));
}

/** Undefined if there is no such call; "computed" if its argument is more than values that are written down. */
export function optionsInText(fileName: string, text: string): object | "computed" | undefined {
  const call = preemptCallIn(ts.createSourceFile(fileName, text, ts.ScriptTarget.ESNext, true));
  if (call === undefined) return undefined;
  const [argument] = call.arguments;
  const value = argument === undefined ? {} : constantIn(argument, constantsOf(call.getSourceFile()));
  return value === computed || typeof value !== "object" ? "computed" : (value as object);
}

/** The first call of what the file imports from `@preempt/transformer`. */
export function preemptCallIn(file: ts.SourceFile): ts.CallExpression | undefined {
  const names = importedNames(file);
  const visit = (node: ts.Node): ts.CallExpression | undefined =>
    ts.isCallExpression(node) && ts.isIdentifier(node.expression) && names.has(node.expression.text)
      ? node
      : ts.forEachChild(node, visit);
  return visit(file);
}

/** `import preempt from "…/vite"`, `import { register } from "…/node"`, `const preempt = require("…/webpack").default`. */
function importedNames(file: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement) && isOurs(statement.moduleSpecifier)) {
      const { name, namedBindings } = statement.importClause ?? {};
      if (name !== undefined) names.add(name.text);
      if (namedBindings && ts.isNamedImports(namedBindings))
        for (const e of namedBindings.elements) names.add(e.name.text);
    }
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      const [, specifier = ""] = /^require\(\s*["']([^"']+)["']\s*\)/.exec(initializer?.getText(file) ?? "") ?? [];
      if (!ofTransformer.test(specifier)) continue;
      if (ts.isIdentifier(name)) names.add(name.text);
      else if (ts.isObjectBindingPattern(name)) for (const e of name.elements) names.add(e.name.getText(file));
    }
  }
  return names;
}

function isOurs(specifier: ts.Expression): boolean {
  return ts.isStringLiteral(specifier) && ofTransformer.test(specifier.text);
}

function constantsOf(file: ts.SourceFile): ReadonlyMap<string, ts.Expression> {
  const constants = new Map<string, ts.Expression>();
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement) || !(statement.declarationList.flags & ts.NodeFlags.Const)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (ts.isIdentifier(name) && initializer !== undefined) constants.set(name.text, initializer);
    }
  }
  return constants;
}

const computed = Symbol("computed");

function constantIn(node: ts.Expression, constants: ReadonlyMap<string, ts.Expression>): unknown {
  const e = unwrap(node);
  if (ts.isStringLiteralLike(e)) return e.text;
  if (ts.isNumericLiteral(e)) return Number(e.text);
  if (e.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (e.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (ts.isRegularExpressionLiteral(e)) return expressionOf(e.text);
  if (ts.isIdentifier(e)) {
    const constant = constants.get(e.text);
    return e.text === "undefined" ? undefined : constant === undefined ? computed : constantIn(constant, new Map());
  }
  // What is done with a finding is no matter of what is found.
  if (ts.isFunctionExpression(e) || ts.isArrowFunction(e)) return undefined;
  if (ts.isArrayLiteralExpression(e)) {
    const values = e.elements.flatMap((element) => {
      if (!ts.isSpreadElement(element)) return [constantIn(element, constants)];
      const spread = constantIn(element.expression, constants);
      return Array.isArray(spread) ? (spread as unknown[]) : [computed];
    });
    return values.includes(computed) ? computed : values;
  }
  return ts.isObjectLiteralExpression(e) ? objectOf(e, constants) : computed;
}

function objectOf(e: ts.ObjectLiteralExpression, constants: ReadonlyMap<string, ts.Expression>): unknown {
  const object: Record<string, unknown> = {};
  for (const member of e.properties) {
    if (ts.isMethodDeclaration(member)) continue;
    if (!ts.isPropertyAssignment(member) && !ts.isShorthandPropertyAssignment(member)) return computed;
    if (!ts.isIdentifier(member.name) && !ts.isStringLiteral(member.name)) return computed;
    const value = constantIn(ts.isPropertyAssignment(member) ? member.initializer : member.name, constants);
    if (value === computed) return computed;
    object[member.name.text] = value;
  }
  return object;
}

function expressionOf(text: string): RegExp {
  const end = text.lastIndexOf("/");
  return new RegExp(text.slice(1, end), text.slice(end + 1));
}
