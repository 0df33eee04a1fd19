/** The findings of a file, made once for all rules. */
import { type Diagnostic, inspectText } from "@preempt/transformer/editor";
import type { Rule } from "eslint";

/** `settings.preempt` of a configuration. */
interface Settings {
  /** As the option of the integrations. */
  readonly functions?: "annotated" | "all";
  readonly jobs?: readonly string[];
}

/** Linters run all rules on one file before they come to the next: so the last one is enough, and nothing stays alive. */
let last: { readonly key: string; readonly code: string; readonly findings: readonly Diagnostic[] } | undefined;

export function findingsOf({ filename, settings, sourceCode }: Rule.RuleContext): readonly Diagnostic[] {
  const code = sourceCode.text;
  const given = (settings?.preempt ?? {}) as Settings;
  const { functions, jobs } = given;
  const key = JSON.stringify([filename, functions, jobs]);
  if (last?.key !== key || last.code !== code) {
    const options = { ...(functions !== undefined && { functions }), ...(jobs !== undefined && { jobs }) };
    last = { key, code, findings: inspectText(code, { ...options, fileName: fileNameOf(filename) }).diagnostics };
  }
  return last.findings;
}

/** The processors of other plugins name blocks of code `page.md/0.js`; texts have no name. */
function fileNameOf(filename: string): string {
  return /\.[cm]?[jt]sx?$/.test(filename) ? filename : `${filename}.js`;
}
