/** `rt.listener(handler, { … })` around an event handler, with a scheduler in scope. */
import { dirname, relative } from "node:path";
import { runtimePackage } from "@preempt/abi";
import * as ts from "typescript";
import { slashed } from "../project/globs.ts";
import type { TextChange } from "../shared/text-changes.ts";
import type { NewFile } from "./advice.ts";

/** Events that replace what the one before asked for: the older job is of no use any more. */
const replacing: ReadonlySet<string> = new Set(
  "input keyup keydown pointermove mousemove touchmove scroll resize selectionchange dragover wheel".split(" "),
);

/** A scheduler that a file of the project exports. */
export interface ExportedScheduler {
  readonly file: string;
  readonly name: string;
}

export interface Wrapped {
  readonly changes: readonly TextChange[];
  /** The module of the page's scheduler, if the project has none. */
  readonly creates?: NewFile;
}

/** @param exported What may be imported. @param exists Whether there is such a file */
export function wrapping(
  argument: ts.Expression,
  event: string,
  exported: readonly ExportedScheduler[],
  exists: (file: string) => boolean,
): Wrapped {
  const file = argument.getSourceFile();
  const { name, changes, creates } = schedulerFor(file, exported, exists);
  const [start, end] = [argument.getStart(file), argument.end];
  const options = replacing.has(event) ? "{ deadline: 100, latest: true }" : "{ deadline: 100 }";
  // Two insertions: the handler between them may be changed by others.
  const before = { start, end: start, text: `${name}.listener(` };
  const all = [...changes, before, { start: end, end, text: `, ${options})` }];
  return { changes: all, ...(creates !== undefined && { creates }) };
}

/** What latest does: part of the reason that is shown. */
export function isReplacing(event: string): boolean {
  return replacing.has(event);
}

function schedulerFor(
  file: ts.SourceFile,
  exported: readonly ExportedScheduler[],
  exists: (file: string) => boolean,
): { readonly name: string } & Wrapped {
  const own = declaredScheduler(file);
  if (own !== undefined) return { name: own, changes: [] };
  for (const other of exported) {
    const imported = importedAs(file, other);
    if (imported !== undefined) return { name: imported, changes: [] };
  }
  const [first] = exported;
  const creates = first === undefined ? newScheduler(file, exists) : undefined;
  const { name, file: from } = first ?? { name: "rt", file: (creates as NewFile).file };
  const local = new RegExp(`\\b${name}\\b`).test(file.text) ? "scheduler" : name;
  const bindings = local === name ? name : `${name} as ${local}`;
  const line = `import { ${bindings} } from "${specifierOf(from, file)}";`;
  const newline = file.text.includes("\r\n") ? "\r\n" : "\n";
  const last = file.statements.filter((statement) => ts.isImportDeclaration(statement)).at(-1);
  const change =
    last === undefined
      ? { start: 0, end: 0, text: line + newline }
      : { start: last.end, end: last.end, text: newline + line };
  return { name: local, changes: [change], ...(creates !== undefined && { creates }) };
}

/** A page has one scheduler. In a module of its own, no file has to import another one's side effects for it. */
function newScheduler({ fileName }: ts.SourceFile, exists: (file: string) => boolean): NewFile {
  const [, ending = "js"] = /\.([cm]?[jt]s)x?$/.exec(fileName) ?? [];
  const folder = slashed(dirname(fileName));
  const names = ["rt", "scheduler", "preempt-scheduler"].map((name) => `${folder}/${name}.${ending}`);
  const file = names.find((name) => !exists(name)) ?? `${folder}/preempt-rt.${ending}`;
  const text = `import { Scheduler } from "${runtimePackage}";\n\n/** The page's scheduler: one for all. */\nexport const rt = new Scheduler();\n`;
  return { file, text };
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
function importedAs(file: ts.SourceFile, other: ExportedScheduler): string | undefined {
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
  // JavaScript may run in Node as it stands, which needs the ending; TypeScript is compiled by something that finds the file.
  if (ending === undefined) return /\.[cm]?jsx?$/.test(file.fileName) ? dotted : bare;
  return ending.includes("t") ? dotted : `${bare}.js`;
}
