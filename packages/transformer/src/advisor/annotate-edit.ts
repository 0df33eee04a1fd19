/** The annotation before a function: a line of its own above its statement, or a comment before it on the same line. */
import * as ts from "typescript";
import type { TextChange } from "../shared/text-changes.ts";
import { outward, type Preemptable } from "../syntax/nodes.ts";

export function annotation(f: Preemptable): TextChange {
  const file = f.getSourceFile();
  const { text } = file;
  const start = placeFor(f);
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const indent = /^[ \t]*$/.exec(text.slice(lineStart, start))?.[0];
  // Before something else on its line: `items.map(/** @preempt */ (item) => …)`.
  if (indent === undefined) return { start, end: start, text: "/** @preempt */ " };
  const at = aboveComments(text, start);
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  return { start: at, end: at, text: `/** @preempt */${newline}${indent}` };
}

/** Where the statement or the member starts that the function is the value of; else where the function does. */
function placeFor(f: Preemptable): number {
  const file = f.getSourceFile();
  const value = outward(f);
  const { parent } = value;
  if (ts.isVariableDeclaration(parent) && ts.isVariableDeclarationList(parent.parent)) {
    const { parent: statement, declarations } = parent.parent;
    if (ts.isVariableStatement(statement) && declarations.length === 1) return statement.getStart(file);
  }
  if (ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent) || ts.isExportAssignment(parent)) {
    return parent.getStart(file);
  }
  const assignment = ts.isBinaryExpression(parent) ? outward(parent).parent : undefined;
  if (assignment !== undefined && ts.isExpressionStatement(assignment)) return assignment.getStart(file);
  return value.getStart(file);
}

/** A documentation comment stays next to what it documents, so the annotation comes above it. */
function aboveComments(text: string, start: number): number {
  const comment = /\/\*\*(?:[^*]|\*(?!\/))*\*\/[ \t]*\r?\n[ \t]*$/.exec(text.slice(0, start));
  return comment === null ? start : comment.index;
}
