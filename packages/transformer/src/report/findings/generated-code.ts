/**
 * Code that is made of a text at run time, by `new Function` or an indirect `eval`, and by libraries that do so: no transform sees it, and
 * no job is suspended in it. One finding for each file.
 */
import * as ts from "typescript";
import type { Scopes } from "../../1-resolve/scopes.ts";
import { type Diagnostic, diagnose } from "../../shared/diagnostics.ts";
import { unwrap } from "../../syntax/nodes.ts";
import { nodesOf } from "../../syntax/nodes-of.ts";

interface Maker {
  /** What such a call is called: a method, or the function that the module exports. */
  readonly call: RegExp;
  readonly remedy: string;
}

/** Libraries that compile texts or schemas, by module. */
const makers: ReadonlyMap<string, Maker> = new Map([
  ["ajv", { call: /^compile(?:Async)?$/, remedy: "Make the validator in the build, with ajv/dist/standalone" }],
  ["fast-json-stringify", { call: /^$/, remedy: 'Make the serialiser in the build, with { mode: "standalone" }' }],
  ["handlebars", { call: /^compile$/, remedy: "Precompile the template in the build, with Handlebars.precompile" }],
  ["ejs", { call: /^(?:compile|render)$/, remedy: "Compile the template in the build, with { client: true }" }],
  ["pug", { call: /^(?:compile|render)$/, remedy: "Compile the template in the build, with pug.compileClient" }],
  ["lodash", { call: /^template$/, remedy: "Write the source of the template to a file in the build" }],
  ["dot", { call: /^(?:template|compile)$/, remedy: "Compile the template in the build" }],
]);

export function findGeneratedCode(sourceFile: ts.SourceFile, scopes: Scopes): Diagnostic[] {
  const { text } = sourceFile;
  const mayMake = /\bFunction\s*\(|\beval\b/.test(text);
  const libraries = [...makers.keys()].filter((name) => text.includes(name));
  if (!mayMake && libraries.length === 0) return [];
  const imported = libraries.length === 0 ? new Map<string, string>() : importsOf(sourceFile);
  for (const node of nodesOf(sourceFile)) {
    const made = whatMakes(node);
    if (made === undefined) continue;
    const start = node.getStart(sourceFile);
    return [diagnose(sourceFile, { start, length: node.end - start }, "generated_code", made)];
  }
  return [];

  function whatMakes(node: ts.Node): { what: string; remedy: string } | undefined {
    if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return undefined;
    const callee = unwrap(node.expression);
    const general = "Make the code in the build, and list its file in the option include";
    if (ts.isIdentifier(callee) && callee.text === "Function" && scopes.isGlobal(callee)) {
      return { what: "new Function", remedy: general };
    }
    if (isIndirectEval(callee)) return { what: "eval", remedy: general };
    return ts.isCallExpression(node) ? whatLibraryMakes(callee) : undefined;
  }

  function whatLibraryMakes(callee: ts.Expression): { what: string; remedy: string } | undefined {
    const isMember = ts.isPropertyAccessExpression(callee);
    const method = isMember ? callee.name.text : "";
    for (const [local, module] of imported) {
      const maker = makers.get(module);
      if (maker === undefined || !maker.call.test(method)) continue;
      // Of what a class makes, such as `new Ajv()`, the name says nothing.
      const isIts = isMember || (ts.isIdentifier(callee) && callee.text === local);
      if (isIts) return { what: isMember ? `${method} of ${module}` : module, remedy: maker.remedy };
    }
    return undefined;
  }
}

/** `(0, eval)(code)`, `globalThis.eval(code)` */
function isIndirectEval(callee: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(callee)) {
    return callee.name.text === "eval" && /^(?:globalThis|window|self|global)$/.test(callee.expression.getText());
  }
  return (
    ts.isBinaryExpression(callee) &&
    callee.operatorToken.kind === ts.SyntaxKind.CommaToken &&
    ts.isIdentifier(callee.right) &&
    callee.right.text === "eval"
  );
}

/** Local names of what is imported from one of the libraries. */
function importsOf(sourceFile: ts.SourceFile): Map<string, string> {
  const imported = new Map<string, string>();
  for (const statement of sourceFile.statements) {
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      const { name, namedBindings } = statement.importClause ?? {};
      const module = moduleOf(statement.moduleSpecifier.text);
      if (name) imported.set(name.text, module);
      if (namedBindings && ts.isNamespaceImport(namedBindings)) imported.set(namedBindings.name.text, module);
      if (namedBindings && ts.isNamedImports(namedBindings)) {
        for (const element of namedBindings.elements) imported.set(element.name.text, module);
      }
    }
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      const [, specifier] = /^require\(\s*["']([^"']+)["']\s*\)/.exec(initializer?.getText(sourceFile) ?? "") ?? [];
      if (specifier !== undefined && ts.isIdentifier(name)) imported.set(name.text, moduleOf(specifier));
    }
  }
  return imported;
}

/** `ajv/dist/2020` is ajv; its standalone code is not meant. */
function moduleOf(specifier: string): string {
  return specifier.includes("standalone") ? "" : (specifier.split("/")[0] ?? "");
}
