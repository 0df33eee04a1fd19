/** `rt.listener(handler, { … })` around an event handler, with a scheduler in scope. */
import { dirname, relative } from "node:path";
import { runtimePackage } from "@preempt/abi";
import * as ts from "typescript";
import { slashed } from "../project/globs.ts";
import type { TextChange } from "./advice.ts";

/** Events that replace what the one before asked for: the older job is of no use any more. */
const replacing: ReadonlySet<string> = new Set(
  "input keyup keydown pointermove mousemove touchmove scroll resize selectionchange dragover wheel".split(" "),
);

/** @param exported Files of the project that export a scheduler, and its name there */
export function wrapping(
  argument: ts.Expression,
  event: string,
  exported: readonly { readonly file: string; readonly name: string }[],
): readonly TextChange[] {
  const file = argument.getSourceFile();
  const { name, changes } = schedulerFor(file, exported);
  const [start, end] = [argument.getStart(file), argument.end];
  const options = replacing.has(event) ? "{ deadline: 100, latest: true }" : "{ deadline: 100 }";
  // Two insertions: the handler between them may be changed by others.
  const before = { start, end: start, text: `${name}.listener(` };
  return [...changes, before, { start: end, end, text: `, ${options})` }];
}

/** What latest does: part of the reason that is shown. */
export function isReplacing(event: string): boolean {
  return replacing.has(event);
}

function schedulerFor(
  file: ts.SourceFile,
  exported: readonly { readonly file: string; readonly name: string }[],
): { readonly name: string; readonly changes: readonly TextChange[] } {
  const own = declaredScheduler(file);
  if (own !== undefined) return { name: own, changes: [] };
  const path = slashed(file.fileName);
  for (const other of exported) {
    if (slashed(other.file) === path) continue;
    const imported = importedAs(file, other);
    if (imported !== undefined) return { name: imported, changes: [] };
  }
  const [first] = exported;
  const name = first?.name ?? free(file, "rt");
  const newline = file.text.includes("\r\n") ? "\r\n" : "\n";
  const line =
    first === undefined
      ? `import { Scheduler } from "${runtimePackage}";${newline}${newline}const ${name} = new Scheduler();${newline}`
      : `import { ${name} } from "${specifierOf(first.file, file)}";${newline}`;
  const imports = file.statements.filter((statement) => ts.isImportDeclaration(statement));
  const last = imports.at(-1);
  if (last === undefined) return { name, changes: [{ start: 0, end: 0, text: line }] };
  return { name, changes: [{ start: last.end, end: last.end, text: `${newline}${line.slice(0, -newline.length)}` }] };
}

/** `const rt = new Scheduler(…)` at the top of a file. */
export function declaredScheduler(file: ts.SourceFile, isExported = false): string | undefined {
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    const isSeen = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
    if (isExported && !isSeen) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (!ts.isIdentifier(name) || initializer === undefined || !ts.isNewExpression(initializer)) continue;
      if (initializer.expression.getText(file) === "Scheduler") return name.text;
    }
  }
  return undefined;
}

/** The name under which the file imports it by a relative path. */
function importedAs(file: ts.SourceFile, other: { readonly file: string; readonly name: string }): string | undefined {
  const stem = (path: string) => path.replace(/\.[cm]?[jt]sx?$/, "");
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    if (stem(statement.moduleSpecifier.text) !== stem(specifierOf(other.file, file))) continue;
    const bindings = statement.importClause?.namedBindings;
    if (bindings === undefined || !ts.isNamedImports(bindings)) continue;
    const found = bindings.elements.find((one) => (one.propertyName ?? one.name).text === other.name);
    if (found !== undefined) return found.name.text;
  }
  return undefined;
}

/** Relative, with the ending that the file's other imports have. */
function specifierOf(target: string, file: ts.SourceFile): string {
  const path = slashed(relative(dirname(file.fileName), target));
  const dotted = path.startsWith(".") ? path : `./${path}`;
  const ending = /["']\.[^"']*\.([cm]?[jt]sx?)["']/.exec(file.text)?.[1];
  const bare = dotted.replace(/\.[cm]?[jt]sx?$/, "");
  if (ending === undefined) return bare;
  return ending.includes("t") ? dotted : `${bare}.js`;
}

function free(file: ts.SourceFile, wanted: string): string {
  return new RegExp(`\\b${wanted}\\b`).test(file.text) ? "scheduler" : wanted;
}
