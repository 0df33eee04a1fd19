/** Edits that mend what was found, as far as a text can be changed without knowing what its author meant. */
import * as ts from "typescript";
import { catalog, type Diagnostic, type DiagnosticName } from "../shared/diagnostics.ts";
import { isPreemptable, outward } from "../syntax/nodes.ts";
import { parsed } from "./parsed.ts";

/** One change of a text: `length` characters from `start` become `text`. */
export interface Edit {
  /** In UTF-16 units. */
  readonly start: number;
  /** How many characters are replaced; 0: `text` is inserted. */
  readonly length: number;
  /** What stands there then. */
  readonly text: string;
}

/** A way to mend a finding. */
export interface Fix {
  /** What it does, for a menu: "Remove the annotation". */
  readonly title: string;
  /** Whether it may be applied without asking: there is one way, and it is what was meant. */
  readonly isSafe: boolean;
  /** In the order of the text. */
  readonly edits: readonly Edit[];
}

const annotation = "/** @preempt */";

/** Ways to mend a finding of {@link inspectText}, best first. Often there is none. */
export function fixesFor(code: string, finding: Diagnostic): Fix[] {
  return fixers[finding.name]?.(code, finding) ?? [];
}

/** The edit that annotates the innermost function around `position`; undefined where there is none, or where it is annotated. */
export function annotationFor(code: string, fileName: string, position: number): Fix | undefined {
  const file = parsed(fileName, code);
  const f = functionAround(file, position);
  return f === undefined ? undefined : annotate(file, f, `Make ${nameOf(f)} preemptable`);
}

type Fixer = (code: string, finding: Diagnostic) => Fix[];

const remove =
  (title: string): Fixer =>
  (code, { start }) =>
    removeAnnotation(code, start, title);

const fixers: Partial<Record<DiagnosticName, Fixer>> = {
  misspelt_annotation: (code, { start, length }) => [respell(code, start, length)],
  not_annotatable: (code, { start }) =>
    removeAnnotation(code, start, "Remove the annotation, which has no effect", true),
  never_reached: remove("Remove the annotation"),
  direct_eval: remove("Remove the annotation"),
  with_statement: remove("Remove the annotation"),
  yield_name: remove("Remove the annotation"),
  arguments_changed: remove("Remove the annotation"),
  last_match: remove("Remove the annotation"),
  broken_chain: annotateNamed,
  passed_plain: annotateNamed,
  one_at_a_time: (code) => [
    atHead(code, "reentrant", "Let jobs interleave in this file"),
    atHead(code, "exclusive", "Say that one job at a time may be in this file"),
  ],
  await_outside: (code, { fileName, start }) => {
    const file = parsed(fileName, code);
    const around = functionAround(file, start);
    const isAsync = around !== undefined && (ts.getCombinedModifierFlags(around) & ts.ModifierFlags.Async) !== 0;
    return isAsync
      ? [{ title: "Write await before the call", isSafe: false, edits: [{ start, length: 0, text: "await " }] }]
      : [];
  },
};

/** Codes of the findings that {@link fixesFor} may have a fix for: "PT1001". Tools that ask for fixes by code ask for these. */
export const fixableCodes: readonly string[] = Object.keys(fixers).map((name) => catalog[name as DiagnosticName].code);

/** `// @preempt`, `/* @preempt`, `/** @Preempt`: the comment as it was meant. */
function respell(code: string, start: number, length: number): Fix {
  const title = "Write the annotation as /** @preempt */";
  const lineStart = code.lastIndexOf("\n", start) + 1;
  const line = code.lastIndexOf("//", start);
  const block = code.lastIndexOf("/*", start);
  if (line >= lineStart && line > block) {
    const end = endOfLine(code, start);
    const rest = code.slice(start + length, end).trim();
    const text = `/** @preempt${rest === "" ? "" : ` ${rest}`} */`;
    return { title, isSafe: true, edits: [{ start: line, length: end - line, text }] };
  }
  const word: Edit = { start, length, text: "@preempt" };
  const star: Edit[] = code.startsWith("/**", block) ? [] : [{ start: block + 2, length: 0, text: "*" }];
  return { title, isSafe: true, edits: [...star, word] };
}

/** Takes out the last annotation before `start`: the whole comment if it says nothing else. */
function removeAnnotation(code: string, start: number, title: string, isSafe = false): Fix[] {
  const open = code.lastIndexOf("/**", start);
  const close = code.indexOf("*/", open) + 2;
  const comment = open < 0 ? "" : code.slice(open, close);
  const tag = /@preempt\b(?![\w/-])(?:[ \t]+(?:exclusive|reentrant)\b)?/.exec(comment);
  if (tag === null || close > start) return [];
  if (
    /^\/\*\*[\s*]*$/.test(comment.slice(0, tag.index)) &&
    /^[\s*]*\/$/.test(comment.slice(tag.index + tag[0].length))
  ) {
    const behind = /^[ \t]*\r?\n[ \t]*|^[ \t]*/.exec(code.slice(close)) as RegExpExecArray;
    return [{ title, isSafe, edits: [{ start: open, length: close - open + behind[0].length, text: "" }] }];
  }
  const from = open + tag.index;
  const lineStart = code.lastIndexOf("\n", from) + 1;
  const lineEnd = endOfLine(code, from);
  const isOwnLine =
    /^[\s*]*$/.test(code.slice(lineStart, from)) && code.slice(from + tag[0].length, lineEnd).trim() === "";
  const edit = isOwnLine
    ? { start: lineStart, length: lineEnd + 1 - lineStart, text: "" }
    : { start: from, length: tag[0].length, text: "" };
  return [{ title, isSafe, edits: [edit] }];
}

/** The function that the finding names is annotated where it is declared, if that is in this file. */
function annotateNamed(code: string, { fileName, start, length }: Diagnostic): Fix[] {
  const file = parsed(fileName, code);
  const [name] = /^[\w$]+/.exec(code.slice(start, start + length)) ?? [];
  const declared = name === undefined ? [] : declarationsOf(file, name);
  // Two of one name: nobody knows here which is meant.
  const [only, other] = declared;
  const fix = only === undefined || other !== undefined ? undefined : annotate(file, only, `Annotate ${name}`);
  return fix === undefined ? [] : [fix];
}

type Annotatable = ts.FunctionLikeDeclaration;

function declarationsOf(file: ts.SourceFile, name: string): Annotatable[] {
  const found: Annotatable[] = [];
  const visit = (node: ts.Node): void => {
    if (isAnnotatable(node) && nameOf(node) === name) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function functionAround(file: ts.SourceFile, position: number): Annotatable | undefined {
  let found: Annotatable | undefined;
  const visit = (node: ts.Node): void => {
    // The name of a function may stand before it: `const f = () => …`
    const start = (isAnnotatable(node) ? annotatedPlace(node) : node).getStart(file);
    if (position < start || position > node.end) return;
    if (isAnnotatable(node)) found = node;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isAnnotatable(node: ts.Node): node is Annotatable {
  return isPreemptable(node) && (node as Annotatable).body !== undefined;
}

function nameOf(f: Annotatable): string {
  if (ts.isConstructorDeclaration(f)) return "the constructor";
  if (f.name !== undefined) return f.name.getText();
  const { parent } = outward(f);
  const isNamed =
    ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent) || ts.isPropertyAssignment(parent);
  return isNamed ? parent.name.getText() : "this function";
}

/** What a comment stands before that means the function. */
function annotatedPlace(f: Annotatable): ts.Node {
  if (!ts.isFunctionExpression(f) && !ts.isArrowFunction(f)) return f;
  const { parent } = outward(f);
  if (ts.isPropertyDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent;
  const list = ts.isVariableDeclaration(parent) ? parent.parent : undefined;
  const isOnly = list !== undefined && ts.isVariableDeclarationList(list) && list.declarations.length === 1;
  return isOnly && ts.isVariableStatement(list.parent) ? list.parent : f;
}

/** Before the statement or member that the function is, or is the value of; else before itself, in parentheses where it needs them. */
function annotate(file: ts.SourceFile, f: Annotatable, title: string): Fix | undefined {
  const place = annotatedPlace(f);
  const start = place.getStart(file);
  // What stands behind a token on its line is said to trail that.
  const ranges = [ts.getLeadingCommentRanges, ts.getTrailingCommentRanges];
  const comments = ranges.flatMap((rangesAt) => rangesAt(file.text, place.pos) ?? []);
  if (comments.some(({ pos, end }) => /@preempt\b(?![\w/-])/.test(file.text.slice(pos, end)))) return undefined;
  const before = file.text.slice(file.text.lastIndexOf("\n", start - 1) + 1, start);
  const text = before.trim() === "" ? `${annotation}\n${before}` : `${annotation} `;
  return { title, isSafe: false, edits: [{ start, length: 0, text }] };
}

/** Behind a first line that is for the system, and before everything else. */
function atHead(code: string, word: "exclusive" | "reentrant", title: string): Fix {
  const start = code.startsWith("#!") ? endOfLine(code, 0) + 1 : 0;
  return { title, isSafe: false, edits: [{ start, length: 0, text: `/** @preempt ${word} */\n\n` }] };
}

function endOfLine(code: string, from: number): number {
  const found = code.slice(from).search(/\r?\n/);
  return found < 0 ? code.length : from + found;
}
