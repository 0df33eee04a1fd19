/** A finding as bundlers take it: with its place, and the code around it, which they show in terminals and in the page. */

import { excerpt } from "../report/excerpt.ts";
import { type Diagnostic, formatDiagnostic } from "../shared/diagnostics.ts";

export interface Message {
  readonly message: string;
  readonly loc: { readonly file: string; readonly line: number; readonly column: number };
  readonly frame: string;
}

/** @param code The text in which the finding stands */
export function messageOf(d: Diagnostic, code: string): Message {
  return {
    message: formatDiagnostic(d),
    // Bundlers count columns from 0.
    loc: { file: d.fileName, line: d.line, column: d.column - 1 },
    frame: frameOf(d, code.trimEnd().split(/\r?\n/)),
  };
}

/** For bundlers that take a text. */
export function printedMessage({ message, frame }: Message): string {
  return `${message}\n${frame}`;
}

/** The line and two before and after it, with an arrow below the column. */
function frameOf({ line, column }: Diagnostic, lines: readonly string[]): string {
  const first = Math.max(1, line - 2);
  const shown = lines.slice(first - 1, line + 2);
  const width = String(first + shown.length - 1).length;
  const numbered = shown.map((text, i) => {
    const isIts = first + i === line;
    return `${String(first + i).padStart(width)}: ${excerpt(text, isIts ? column - 1 : 0).text}`;
  });
  const marked = excerpt(lines[line - 1] ?? "", column - 1);
  const indent = marked.text.slice(0, marked.column).replace(/[^\t]/g, " ");
  numbered.splice(line - first + 1, 0, `${" ".repeat(width + 2)}${indent}^`);
  return numbered.join("\n");
}
