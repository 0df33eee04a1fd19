/** Findings for people: one line each, and on a terminal the code that they are about. */
import type ts from "typescript";
import { excerpt } from "../report/excerpt.ts";
import { type Diagnostic, formatDiagnostic, type Severity } from "../shared/diagnostics.ts";

const escapeCode = String.fromCharCode(27);
const colours = { error: 91, warning: 93, info: 94 } as const satisfies Record<Severity, number>;

/** "12 ⇥ return helper(n);" with the span underlined. A span of several lines is cut after the first. */
export function pretty(d: Diagnostic, sourceFile: ts.SourceFile): string {
  const paint = (code: number, text: string) => `${escapeCode}[${code}m${text}${escapeCode}[0m`;
  const starts = sourceFile.getLineStarts();
  const start = starts[d.line - 1] ?? 0;
  const whole = sourceFile.text.slice(start, starts[d.line] ?? sourceFile.text.length).replace(/\r?\n$/, "");
  const { text: line, column: from } = excerpt(whole, d.column - 1);
  const length = Math.max(1, Math.min(d.length, line.length - from));
  const indent = line.slice(0, from).replace(/[^\t]/g, " ");
  const number = String(d.line);
  const place = `${paint(96, d.fileName)}:${paint(93, number)}:${paint(93, String(d.column))}`;
  const head = `${place} ${paint(colours[d.severity], d.severity)} ${paint(90, `${d.code} ${d.name}:`)} ${d.message}`;
  const gutter = paint(7, number);
  const margin = paint(7, " ".repeat(number.length));
  const underline = paint(colours[d.severity], "~".repeat(length));
  return `${head}\n\n${gutter} ${line}\n${margin} ${indent}${underline}\n\n  ${d.hint}\n  ${paint(90, d.docs)}\n\n`;
}

export function plain(d: Diagnostic): string {
  return `${formatDiagnostic(d)}\n`;
}
