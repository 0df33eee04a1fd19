/**
 * The text of a script as the text of one function, whose parameters are its globals:
 *
 *   rows.length * 2              ⇒   function $script(rows) { "use strict"; return (rows.length * 2
 *                                    ); }
 *   const r = await load();      ⇒   async function $script(load) { "use strict"; { const r = await load();
 *   return r;                        return r;
 *                                    } }
 *
 * All that is added stands before the first character and behind the last, so that lines stay where they are.
 */
import * as ts from "typescript";
import { ScriptSyntaxError } from "./errors.ts";
import { positionAt } from "./positions.ts";

/** The name of the function; no script should have a variable of that name. */
export const functionName = "$script";

export interface SourceText {
  /** The function. */
  readonly text: string;
  /** How many characters stand before the script. */
  readonly start: number;
  /** The parsed function. */
  readonly file: ts.SourceFile;
  readonly isAsync: boolean;
}

interface Form {
  readonly head: string;
  readonly tail: string;
}

const expression: Form = { head: "return (", tail: "\n); }" };
const statements: Form = { head: "{", tail: "\n} }" };

/**
 * @param parametersFor Returns the parameters for a script that has these identifiers
 * @throws ScriptSyntaxError if it cannot be parsed, or imports something
 */
export function sourceTextOf(
  code: string,
  name: string,
  parametersFor: (mentioned: ReadonlySet<string>) => readonly string[],
): SourceText {
  const fileName = fileNameOf(name);
  const form = formOf(code, fileName, name);
  const draft = wrap(form.code, form, true, []);
  const parsed = parse(draft.text, fileName);
  refuseMisplaced(parsed, code, name, draft.start);
  const isAsync = awaits(parsed);
  const { text, start } = wrap(form.code, form, isAsync, parametersFor(identifiersOf(parsed)));
  return { text, start, file: parse(text, fileName), isAsync };
}

/** For the parser, whose languages differ by extension. */
export function fileNameOf(name: string): string {
  return /\.[cm]?[jt]sx?$/.test(name) ? name : `${name}.js`;
}

function wrap(code: string, { head, tail }: Form, isAsync: boolean, parameters: readonly string[]) {
  // Annotated: a function that only calls built-ins with callbacks of its own would not be preemptable otherwise.
  const before = `/** @preempt */ ${isAsync ? "async " : ""}function ${functionName}(${parameters.join(", ")}) { "use strict"; ${head}`;
  return { text: `${before}${code}${tail}`, start: before.length };
}

/** A script that is one expression gives its value; others say `return`. */
function formOf(code: string, fileName: string, name: string): Form & { readonly code: string } {
  // `{ total: 1 }` is an object, as in a formula, and no block with a label.
  if (isExpression(code, fileName)) return { ...expression, code };
  const { text, start } = wrap(code, statements, true, []);
  const error = errorIn(text, fileName);
  if (error !== undefined)
    throw new ScriptSyntaxError(name, error.what, positionAt(code, Math.min(error.at - start, code.length)));
  const bare = withoutSemicolon(parse(text, fileName), code, start);
  return bare === undefined ? { ...statements, code } : { ...expression, code: bare };
}

function isExpression(code: string, fileName: string): boolean {
  return code.trim() !== "" && errorIn(wrap(code, expression, true, []).text, fileName) === undefined;
}

/** `rows.length;` is one expression as well: a space instead of its semicolon leaves all else where it is. */
function withoutSemicolon(file: ts.SourceFile, code: string, start: number): string | undefined {
  const [only, ...others] = blockOf(file)?.statements ?? [];
  if (only === undefined || others.length > 0 || !ts.isExpressionStatement(only)) return undefined;
  const at = only.end - start - 1;
  const bare = code[at] === ";" ? `${code.slice(0, at)} ${code.slice(at + 1)}` : code;
  return isExpression(bare, file.fileName) ? bare : undefined;
}

function errorIn(text: string, fileName: string): { readonly what: string; readonly at: number } | undefined {
  const file = parse(text, fileName);
  // Not in the types, though all tools of TypeScript use it: there is no program here to ask.
  const [error] = (file as unknown as { readonly parseDiagnostics: readonly ts.DiagnosticWithLocation[] })
    .parseDiagnostics;
  if (error !== undefined) return { what: ts.flattenDiagnosticMessageText(error.messageText, "\n"), at: error.start };
  const [only, other] = file.statements;
  if (other !== undefined) return { what: "'}' closes nothing.", at: (only as ts.Statement).end - 1 };
  const [, inner, more] = (only as ts.FunctionDeclaration).body?.statements ?? [];
  if (more !== undefined) return { what: "'}' closes nothing.", at: (inner as ts.Statement).end - 1 };
  if (inner !== undefined && ts.isReturnStatement(inner)) {
    const isWhole = inner.expression !== undefined && ts.isParenthesizedExpression(inner.expression);
    return isWhole ? undefined : { what: "')' closes nothing.", at: inner.end };
  }
  return undefined;
}

/** What the script's statements stand in, where it is no expression. */
function blockOf(file: ts.SourceFile): ts.Block | undefined {
  const inner = (file.statements[0] as ts.FunctionDeclaration).body?.statements[1];
  return inner !== undefined && ts.isBlock(inner) ? inner : undefined;
}

function parse(text: string, fileName: string): ts.SourceFile {
  return ts.createSourceFile(fileName, text, ts.ScriptTarget.ESNext, true);
}

function identifiersOf(file: ts.SourceFile): Set<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  found.delete(functionName);
  return found;
}

/** Whether the script itself awaits something, outside of its functions. */
function awaits(file: ts.SourceFile): boolean {
  const { body } = file.statements[0] as ts.FunctionDeclaration;
  const visit = (node: ts.Node): boolean => {
    if (ts.isAwaitExpression(node)) return true;
    if (ts.isForOfStatement(node) && node.awaitModifier !== undefined) return true;
    if (ts.isVariableDeclarationList(node) && (node.flags & ts.NodeFlags.AwaitUsing) === ts.NodeFlags.AwaitUsing)
      return true;
    return !ts.isFunctionLike(node) && (ts.forEachChild(node, visit) ?? false);
  };
  return body !== undefined && visit(body);
}

/** What the parser lets pass, and the engine would refuse without saying where. */
function refuseMisplaced(file: ts.SourceFile, code: string, name: string, start: number): void {
  const visit = (node: ts.Node): void => {
    const what = misplacedWords.get(node.kind);
    const isMisplaced = node.kind !== ts.SyntaxKind.AwaitExpression || !isInAsync(node);
    if (what !== undefined && isMisplaced)
      throw new ScriptSyntaxError(name, what, positionAt(code, node.getStart(file) - start));
    ts.forEachChild(node, visit);
  };
  visit(file);
}

const importing = "A script cannot import or export. Give what it needs in globals, and return what it makes.";
const misplacedWords: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.ImportKeyword, importing],
  [ts.SyntaxKind.ImportDeclaration, importing],
  [ts.SyntaxKind.ImportEqualsDeclaration, importing],
  [ts.SyntaxKind.ExportKeyword, importing],
  [ts.SyntaxKind.ExportDeclaration, importing],
  [ts.SyntaxKind.ExportAssignment, importing],
  [ts.SyntaxKind.AwaitExpression, "Only async functions and the script itself can await."],
]);

function isInAsync(node: ts.Node): boolean {
  const around = ts.findAncestor(node, ts.isFunctionLike) as ts.FunctionLikeDeclaration | undefined;
  return around !== undefined && (ts.getCombinedModifierFlags(around) & ts.ModifierFlags.Async) !== 0;
}
