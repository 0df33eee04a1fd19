/** Findings as TypeScript's diagnostics, and their fixes as its code fixes. */
import { fixableCodes, fixesFor, messageOf, type Severity } from "@preempt/transformer/editor";
import type ts from "typescript";
import type { InspectedFile } from "./files.ts";

/** TypeScript's codes are numbers, and its own end below this: PT1002 is 9001002. */
const base = 9_000_000;
const codeOf = ({ code }: { readonly code: string }): number => base + Number(code.slice("PT".length));

/** Editors ask for fixes of these only. */
export const supportedCodes: readonly number[] = fixableCodes.map((code) => codeOf({ code }));

export function diagnosticsOf<F extends ts.SourceFile | undefined>(
  typescript: typeof ts,
  { diagnostics }: InspectedFile,
  file: F,
  severities: readonly Severity[],
): (ts.Diagnostic & { file: F; start: number; length: number })[] {
  const { Warning, Suggestion } = typescript.DiagnosticCategory;
  return diagnostics
    .filter(({ severity }) => severities.includes(severity))
    .map((finding) => ({
      ...{ file, start: finding.start, length: finding.length },
      category: finding.severity === "info" ? Suggestion : Warning,
      code: codeOf(finding),
      source: "preempt",
      messageText: messageOf(finding),
    }));
}

export function codeFixesAt(
  { code, diagnostics }: InspectedFile,
  { fileName, start, end }: { readonly fileName: string; readonly start: number; readonly end: number },
  errorCodes: readonly number[],
): ts.CodeFixAction[] {
  const meant = diagnostics.filter(
    (d) => errorCodes.includes(codeOf(d)) && d.start <= end && d.start + d.length >= start,
  );
  return meant.flatMap((finding) =>
    fixesFor(code, finding).map(({ title, edits }) => ({
      fixName: "preempt",
      description: title,
      changes: [{ fileName, textChanges: edits.map(changeOf) }],
    })),
  );
}

export function changeOf({ start, length, text }: { start: number; length: number; text: string }): ts.TextChange {
  return { span: { start, length }, newText: text };
}
