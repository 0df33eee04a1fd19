/**
 * Adds Preempt to a configuration in JavaScript or TypeScript. The text is edited at positions, so everything else keeps its form. A
 * configuration that is not understood gives the reason, and stays as it is.
 */
import * as ts from "typescript";
import { changed, inserted, type TextChange } from "../../shared/text-changes.ts";
import { exportedExpression, listOf, objectOf } from "./config-object.ts";
import { addElement, addProperty, type EditedFile, propertyOf, type Value } from "./literals.ts";
import { styleOf } from "./style.ts";

/** The default export of an integration, under the name that the configuration gives it. */
export interface Imported {
  readonly name: string;
  readonly module: string;
}

/** A value in the object of the configuration. */
export interface Addition {
  /** The properties that lead to it, as ["vite", "plugins"]. */
  readonly path: readonly string[];
  readonly value: Value;
  /** Whether a list stands at the path, and the value is an element of it. */
  readonly isElement: boolean;
}

export interface ConfigEdit {
  readonly imports: readonly Imported[];
  /** What is added to the object of the configuration, */
  readonly additions?: readonly Addition[];
  /** or the call around the configuration: "preempt()" makes `preempt()(config)`. */
  readonly wrapper?: string;
  /** Names of the calls whose first argument is the configuration, as ["build"]; without it the export is. */
  readonly calls?: readonly string[];
}

/** The new text; or why there is none. */
export type EditedText = { readonly text: string } | { readonly reason: string };

export function editConfig(fileName: string, text: string, edit: ConfigEdit): EditedText {
  const file = parsed(fileName, text);
  const { parseDiagnostics = [] } = file.source as { parseDiagnostics?: readonly unknown[] };
  if (parseDiagnostics.length > 0) return { reason: "it has a syntax error" };
  const code = withoutComments(file.source);
  const taken = edit.imports.find(({ name }) => new RegExp(`(?<![\\w$.])${name}(?![\\w$])`).test(code));
  if (taken !== undefined) return { reason: `it uses the name ${taken.name} already` };
  if (edit.wrapper !== undefined) {
    const edits = wrapping(file, edit.wrapper);
    return edits === undefined ? noExport : { text: changed(text, [...importing(file, edit.imports), ...edits]) };
  }
  let result = text;
  // One by one: two that stand at the same place know of each other.
  for (const addition of edit.additions ?? []) {
    const edits = withAddition(parsed(fileName, result), addition, edit.calls);
    if (!Array.isArray(edits)) return edits;
    result = changed(result, edits);
  }
  return { text: changed(result, importing(parsed(fileName, result), edit.imports)) };
}

const noExport = { reason: "it has no default export" };

function parsed(fileName: string, text: string): EditedFile {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.ESNext, true);
  return { source, style: styleOf(text), isJson: false };
}

function withoutComments(source: ts.SourceFile): string {
  return source.statements.map((statement) => statement.getText(source)).join("\n");
}

function wrapping({ source }: EditedFile, wrapper: string): TextChange[] | undefined {
  const exported = exportedExpression(source);
  if (exported === undefined) return undefined;
  return [inserted(exported.getStart(source), `${wrapper}(`), inserted(exported.end, ")")];
}

function withAddition(file: EditedFile, addition: Addition, calls: readonly string[] | undefined): Edits {
  const { source } = file;
  const configuration = calls === undefined ? exportedExpression(source) : argumentOf(source, calls);
  if (configuration === undefined) {
    return calls === undefined ? noExport : { reason: `it does not call ${calls.join(" or ")} exactly once` };
  }
  const object = objectOf(configuration, source);
  if (object === undefined) return { reason: "its configuration is put together by code" };
  return additionIn(file, object, addition.path, addition);
}

type Edits = TextChange[] | { readonly reason: string };

function additionIn(
  file: EditedFile,
  object: ts.ObjectLiteralExpression,
  [name = "", ...rest]: readonly string[],
  addition: Addition,
): Edits {
  const property = propertyOf(object, name);
  const { source } = file;
  if (property === undefined) {
    if (object.properties.some(ts.isSpreadAssignment)) {
      return { reason: `its ${name} may come from another object, which is spread into it` };
    }
    const last: Value = addition.isElement ? { list: [addition.value] } : addition.value;
    const value = rest.reduceRight<Value>((inner, key) => ({ object: { [key]: inner } }), last);
    return addProperty(file, object, name, value);
  }
  const initializer = ts.isPropertyAssignment(property)
    ? property.initializer
    : ts.isShorthandPropertyAssignment(property)
      ? property.name
      : undefined;
  const unclear = { reason: `its ${name} is put together by code` };
  if (initializer === undefined) return unclear;
  if (rest.length > 0) {
    const inner = objectOf(initializer, property);
    return inner ? additionIn(file, inner, rest, addition) : unclear;
  }
  if (!addition.isElement) return { reason: `it has a ${name} already` };
  const list = listOf(initializer, property);
  if (list === undefined) return unclear;
  const isThere = list.elements.some((element) => element.getText(source) === addition.value);
  return isThere ? [] : addElement(file, list, addition.value);
}

/** The first argument of the only call of one of the names, as `build` or `esbuild.build`. */
function argumentOf(source: ts.SourceFile, names: readonly string[]): ts.Expression | undefined {
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const [argument] = node.arguments;
      const name = node.expression.getText(source);
      if (argument && names.includes(name)) found.push(argument);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.length === 1 ? found[0] : undefined;
}

function importing({ source, style }: EditedFile, imports: readonly Imported[]): TextChange[] {
  const { text } = source;
  const isCommonJs = isCommonJsFile(source);
  const { quote: q, semicolon, newline } = style;
  const lines = imports.map(({ name, module }) =>
    isCommonJs
      ? `const ${name} = require(${q}${module}${q}).default${semicolon}`
      : `import ${name} from ${q}${module}${q}${semicolon}`,
  );
  const isHead = (statement: ts.Statement) =>
    isCommonJs
      ? /^(?:const|var|let)\b[^;]*\brequire\(/.test(statement.getText(source))
      : ts.isImportDeclaration(statement);
  const last = source.statements.findLast(isHead);
  if (last !== undefined) {
    const end = ts.getTrailingCommentRanges(text, last.end)?.at(-1)?.end ?? last.end;
    return [inserted(end, lines.map((line) => newline + line).join(""))];
  }
  const [first] = source.statements;
  const isDirective = first !== undefined && ts.isExpressionStatement(first) && ts.isStringLiteral(first.expression);
  if (isDirective) return [inserted(first.end, newline + newline + lines.join(newline))];
  return [inserted(placeAtTop(source), lines.join(newline) + newline + newline)];
}

/** After a first line for the shell, and before a comment that belongs to a statement. */
function placeAtTop({ text }: ts.SourceFile): number {
  const shebang = /^#!.*\r?\n/.exec(text)?.[0].length ?? 0;
  const check = /^\/\/ @ts-(?:check|nocheck)\r?\n/.exec(text.slice(shebang))?.[0].length ?? 0;
  return shebang + check;
}

function isCommonJsFile(source: ts.SourceFile): boolean {
  if (source.fileName.endsWith(".cjs") || source.fileName.endsWith(".cts")) return true;
  const isModule = source.statements.some((s) => ts.isImportDeclaration(s) || ts.isExportAssignment(s));
  return !isModule && /\b(?:module\.exports|require\()/.test(source.text);
}
