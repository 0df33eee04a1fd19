/** Findings as the protocol's diagnostics, and their fixes as its code actions. */
import { annotationFor, type Diagnostic as Finding, type Fix, fixesFor } from "@preempt/transformer/editor";
import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type Diagnostic,
  DiagnosticSeverity,
  type Range,
  type WorkspaceEdit,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Inspected } from "./inspections.ts";

/** "Make f preemptable" is an answer to no finding, and editors group it under this. */
export const annotateKind = `${CodeActionKind.RefactorRewrite}.preempt`;

/** As TypeScript's server shows its suggestions: three dots, and no entry in the list of problems. */
const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Hint,
} as const;

export function diagnosticsOf({ diagnostics, document }: Inspected): Diagnostic[] {
  return diagnostics.map((finding) => diagnosticOf(finding, document));
}

function diagnosticOf(finding: Finding, document: TextDocument): Diagnostic {
  const { code, severity } = finding;
  // Editors show the code beside it.
  const message = `${finding.message} ${finding.hint}`;
  return { range: rangeOf(finding, document), severity: severities[severity], code, source: "preempt", message };
}

export function rangeOf({ start, length }: { start: number; length: number }, document: TextDocument): Range {
  return { start: document.positionAt(start), end: document.positionAt(start + length) };
}

/** @param hasVersions Whether the editor can compare an edit's version with its own */
export function actionsAt(
  inspected: Inspected,
  { range, context }: CodeActionParams,
  hasVersions: boolean,
): CodeAction[] {
  const { code, diagnostics, document, fileName } = inspected;
  const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
  const isWanted = (kind: string) => context.only?.some((one) => kind === one || kind.startsWith(`${one}.`)) ?? true;
  const actions: CodeAction[] = [];
  if (isWanted(CodeActionKind.QuickFix)) {
    for (const finding of diagnostics) {
      if (finding.start > end || finding.start + finding.length < start) continue;
      const answered = [diagnosticOf(finding, document)];
      for (const fix of fixesFor(code, finding))
        actions.push({ ...actionOf(fix, CodeActionKind.QuickFix), diagnostics: answered, isPreferred: fix.isSafe });
    }
  }
  const annotation = isWanted(annotateKind) ? annotationFor(code, fileName, start) : undefined;
  if (annotation !== undefined) actions.push(actionOf(annotation, annotateKind));
  return actions;

  function actionOf({ title, edits }: Fix, kind: string): CodeAction {
    return { title, kind, edit: editOf(edits) };
  }

  function editOf(edits: Fix["edits"]): WorkspaceEdit {
    const changed = edits.map((edit) => ({ range: rangeOf(edit, document), newText: edit.text }));
    const { uri, version } = document;
    return hasVersions
      ? { documentChanges: [{ textDocument: { uri, version }, edits: changed }] }
      : { changes: { [uri]: changed } };
  }
}
