/**
 * The codes of all errors that the packages throw, as the sources have them. A code gets into an error in one of four ways:
 *
 * - `new PreemptError("deadlock", …)`, or a call of a function that passes a parameter on to such a place, whole or in a template.
 *   `positive(value, "slice", …)` throws `slice_not_positive`. These functions are found, also where they are imported.
 * - a property or a type with the name code: `{ code: "_not_positive" }`, `type RefusalCode = "late" | …`.
 * - a message that starts with its code: "file_pattern: …".
 * - the name of an option in a table, in front of such an ending.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as checks from "@preempt/checks";
import ts from "typescript";

export interface Codes {
  /** Codes that are written out, or joined from two parts that are, each with its first place. */
  readonly whole: ReadonlyMap<string, string>;
  /** What follows the name of an option in a code: "_not_positive". */
  readonly endings: ReadonlyMap<string, string>;
  /** Names of options in tables, as they stand in codes: "max_queue". */
  readonly options: ReadonlySet<string>;
  /** What is passed on as a code, and cannot be followed any further. */
  readonly unclear: ReadonlySet<string>;
}

/** An argument that becomes a code, with what is put around it. */
interface Sink {
  readonly index: number;
  readonly before: string;
  readonly after: string;
}

interface Call {
  readonly file: SourceFile;
  /** The name by which the called function is known: "packages/…/errors.ts#refuse". */
  readonly callee: string;
  readonly given: readonly ts.Expression[];
  /** The functions around the call, outermost first. */
  readonly inside: readonly ts.SignatureDeclaration[];
}

interface SourceFile {
  readonly path: string;
  readonly ast: ts.SourceFile;
  /** What a name means that is imported from another file of the package. */
  readonly imports: ReadonlyMap<string, string>;
}

const errors = ["PreemptError", "LabError", "RequestRefused"];

/** @param folders Folders of sources */
export function codesIn(folders: readonly string[]): Codes {
  return new Collector(folders.flatMap(filesIn));
}

class Collector implements Codes {
  readonly whole = new Map<string, string>();
  readonly endings = new Map<string, string>();
  readonly options = new Set<string>();
  readonly unclear = new Set<string>();
  readonly #calls = new Map<string, Call[]>();
  readonly #sinks: { readonly callee: string; readonly sink: Sink }[] = [];
  /** Files that have not been parsed: most of them hold no code. */
  readonly #unread: Map<string, string>;

  constructor(files: readonly string[]) {
    this.#unread = new Map(files.map((path) => [path, readFileSync(path, "utf8")]));
    this.#readWith(/\bcode: |Code = |\btableOf|[a-z]_[a-z]+: /);
    this.#follow();
  }

  #readWith(words: RegExp): void {
    for (const [path, text] of this.#unread) {
      if (!words.test(text)) continue;
      this.#unread.delete(path);
      this.#read(parse(path, text));
    }
  }

  #read(file: SourceFile): void {
    const visit = (node: ts.Node, inside: readonly ts.SignatureDeclaration[]): void => {
      const within = ts.isFunctionLike(node) ? [...inside, node] : inside;
      if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
        const callee = calleeOf(node.expression, within, file);
        const call = { file, callee, given: node.arguments ?? [], inside: within };
        const known = this.#calls.get(callee);
        if (known === undefined) this.#calls.set(callee, [call]);
        else known.push(call);
      }
      for (const code of writtenCodes(node)) this.#note(code, file, node);
      for (const option of optionsIn(node)) this.options.add(inCode(option));
      ts.forEachChild(node, (child) => visit(child, within));
    };
    visit(file.ast, []);
  }

  /** From the errors to the functions that throw them, and to those that call these. */
  #follow(): void {
    for (const callee of errors) this.#sinks.push({ callee, sink: { index: 0, before: "", after: "" } });
    for (const { callee, sink } of this.#sinks) {
      const name = callee.replace(/^.*#/, "");
      this.#readWith(new RegExp(`\\b${name}[(<]|extends ${name}\\b`));
      for (const { file, given, inside } of this.#calls.get(callee) ?? []) {
        const code = given[sink.index];
        if (code !== undefined) this.#take(code, sink, inside, file);
      }
    }
  }

  #take(node: ts.Expression, sink: Sink, inside: readonly ts.SignatureDeclaration[], file: SourceFile): void {
    const { before, after } = sink;
    if (ts.isStringLiteralLike(node)) this.#note(before + node.text + after, file, node);
    else if (ts.isConditionalExpression(node)) {
      for (const one of [node.whenTrue, node.whenFalse]) this.#take(one, sink, inside, file);
    } else if (ts.isTemplateExpression(node) && node.templateSpans.length === 1) {
      const [span] = node.templateSpans as readonly ts.TemplateSpan[] as readonly [ts.TemplateSpan];
      const around = { ...sink, before: before + node.head.text, after: span.literal.text + after };
      this.#take(span.expression, around, inside, file);
    } else if (!ts.isIdentifier(node) || !this.#takeParameter(node, sink, inside, file)) {
      if (after !== "") this.#note(after, file, node);
      else this.unclear.add(`${file.path}: ${node.getText(file.ast)}`);
    }
  }

  /** @returns Whether it is one: then callers of the function say what the code is */
  #takeParameter(
    { text }: ts.Identifier,
    { before, after }: Sink,
    inside: readonly ts.SignatureDeclaration[],
    file: SourceFile,
  ): boolean {
    const isIt = ({ name }: ts.ParameterDeclaration) => ts.isIdentifier(name) && name.text === text;
    const owner = inside.findLast(({ parameters }) => parameters.some(isIt));
    if (owner?.name === undefined || !("text" in owner.name)) return false;
    const callee = `${file.path}#${owner.name.text}`;
    const index = owner.parameters.findIndex(isIt);
    const isKnown = this.#sinks.some(
      (one) => one.callee === callee && one.sink.index === index && one.sink.after === after,
    );
    if (!isKnown) this.#sinks.push({ callee, sink: { index, before, after } });
    return true;
  }

  #note(code: string, file: SourceFile, node: ts.Node): void {
    const map = code.startsWith("_") ? this.endings : this.whole;
    if (map.has(code)) return;
    map.set(code, `${file.path}:${file.ast.getLineAndCharacterOfPosition(node.pos).line + 1}`);
  }
}

/** The name of an option as it stands in a code. */
const inCode = (name: string) => name.replace(/[A-Z]/g, "_$&").toLowerCase();

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name));
}

function parse(path: string, text: string): SourceFile {
  const ast = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const imports = new Map<string, string>();
  for (const node of ast.statements) {
    if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) continue;
    const from = node.moduleSpecifier.text;
    const names = node.importClause?.namedBindings;
    if (names === undefined || !ts.isNamedImports(names) || !from.startsWith(".")) continue;
    for (const { name, propertyName } of names.elements) {
      imports.set(name.text, `${join(dirname(path), from)}#${(propertyName ?? name).text}`);
    }
  }
  return { path, ast, imports };
}

function calleeOf(callee: ts.Expression, inside: readonly ts.SignatureDeclaration[], file: SourceFile): string {
  const isOwn = ts.isPropertyAccessExpression(callee) && callee.expression.kind === ts.SyntaxKind.ThisKeyword;
  if (isOwn) return `${file.path}#${callee.name.text}`;
  if (callee.kind === ts.SyntaxKind.SuperKeyword) return parentOf(inside.at(-1), file) ?? "";
  if (!ts.isIdentifier(callee)) return "";
  const { text } = callee;
  return errors.includes(text) ? text : (file.imports.get(text) ?? `${file.path}#${text}`);
}

/** The class that the class of a constructor extends. */
function parentOf(made: ts.SignatureDeclaration | undefined, { ast }: SourceFile): string | undefined {
  const own = ast.statements.find(
    (node) => ts.isClassDeclaration(node) && node.members.some((one) => one === (made as ts.Node)),
  );
  const parent = (own as ts.ClassDeclaration | undefined)?.heritageClauses?.[0]?.types[0]?.expression;
  return parent && ts.isIdentifier(parent) ? parent.text : undefined;
}

/** A code in a property or type of that name, or at the start of a message. */
function writtenCodes(node: ts.Node): readonly string[] {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
    const text = ts.isTemplateExpression(node) ? node.head.text : node.text;
    return /^[a-z]+(?:_[a-z]+)+(?=: )/.exec(text) ?? [];
  }
  if (ts.isPropertyAssignment(node)) return isCode(node.name) ? filtered([node.initializer]) : [];
  if (!ts.isTypeAliasDeclaration(node) && !ts.isPropertySignature(node)) return [];
  if (!isCode(node.name) || node.type === undefined || !ts.isUnionTypeNode(node.type)) return [];
  return filtered(node.type.types.map((one) => (ts.isLiteralTypeNode(one) ? one.literal : one)));
}

const isCode = (name: ts.PropertyName) =>
  ts.isIdentifier(name) && /^code$|^(?:Refusal|Crash|Stop)Code$/.test(name.text);

/** The codes of diagnostics and of other projects are in capitals. */
const filtered = (nodes: readonly ts.Node[]) =>
  nodes.flatMap((one) => (ts.isStringLiteral(one) && /^[a-z_]+$/.test(one.text) ? [one.text] : []));

/** The names in `tableOf({ … })`, and those of which a part of a table says what they take. */
function optionsIn(node: ts.Node): readonly string[] {
  if (ts.isPropertyAssignment(node)) return isKind(node.initializer) ? namesOf([node]) : [];
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== "tableOf") return [];
  const [table] = node.arguments;
  return table !== undefined && ts.isObjectLiteralExpression(table) ? namesOf(table.properties) : [];
}

const kinds = Object.entries(checks as Record<string, unknown>).flatMap(([name, value]) =>
  typeof value === "object" && value !== null && "accepts" in value ? [name] : [],
);
const isKind = (value: ts.Expression) => ts.isIdentifier(value) && kinds.includes(value.text);

const namesOf = (members: readonly ts.ObjectLiteralElementLike[]) =>
  members.flatMap(({ name }) => (name && "text" in name ? [name.text] : []));
