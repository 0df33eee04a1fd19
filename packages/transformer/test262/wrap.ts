/**
 * Makes a test262 file the body of an annotated function, with an annotation on every function in it.
 */
import ts from "typescript";
import { isLegal } from "../src/syntax/legal.ts";
import { isPreemptable, isPrologueDirective } from "../src/syntax/nodes.ts";

/** How a test is wrapped. */
export interface Form {
  readonly strict: boolean;
  readonly async: boolean;
  /** Whether empty loops between the statements give the test preemption points; else its functions are as they are. */
  readonly points: boolean;
}

/** The name of the function around the test. */
export const mainName = "$main";

export function wrap(source: string, { strict, async, points }: Form): string {
  // The first line stays the first statement, so that a directive of the test's own stays one.
  const text = `${async ? "async " : ""}function ${mainName}() {${strict ? '"use strict";' : ""}\n${source}\n}`;
  return points ? addPoints(text) : text;
}

/**
 * Puts an empty loop between the statements of every function: without calls and loops, most tests would have no
 * preemption point. (But then no function is without one.)
 */
function addPoints(source: string): string {
  const file = parse(source);
  if (!isUnderstood(file)) return source;
  const starts: number[] = [];
  const visit = (node: ts.Node): void => {
    if (isPreemptable(node) && node.body && ts.isBlock(node.body)) {
      for (const s of node.body.statements) if (!isPrologueDirective(s)) starts.push(s.getStart(file));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return insert(source, starts, ";do {} while (0);");
}

/** Puts `@preempt` before every function that can carry it. */
export function annotate(source: string): string {
  const file = parse(source);
  if (!isUnderstood(file)) return source;
  const starts: number[] = [];
  const visit = (node: ts.Node): void => {
    if (isPreemptable(node) && node.body) starts.push(node.getStart(file));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return insert(source, starts, "/** @preempt */ ");
}

/** In what TypeScript cannot parse, something put in could stand anywhere. */
function isUnderstood(file: ts.SourceFile): boolean {
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: readonly ts.DiagnosticWithLocation[] };
  return parseDiagnostics.every(isLegal);
}

function parse(source: string): ts.SourceFile {
  return ts.createSourceFile("test.js", source, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
}

function insert(source: string, positions: readonly number[], inserted: string): string {
  let text = source;
  for (const at of [...positions].sort((a, b) => b - a)) text = text.slice(0, at) + inserted + text.slice(at);
  return text;
}
