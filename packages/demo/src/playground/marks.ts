/** The compiler's problems in the editor: underlined, with a sign beside the line, explained under the pointer and by F8. */
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import type { EditorState, Extension, TransactionSpec } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import type { Problem } from "./compile.ts";
import { explain } from "./problems.ts";

export const linting: Extension = [lintGutter(), keymap.of(lintKeymap)];

export function setMarks(state: EditorState, problems: readonly Problem[]): TransactionSpec {
  return setDiagnostics(state, marksOf(problems, state.doc.length));
}

/**
 * Marks for a text of `length` characters: at least one character each, none beyond the end. The text may have become
 * shorter since it was compiled.
 */
export function marksOf(problems: readonly Problem[], length: number): Diagnostic[] {
  return problems.map((problem) => {
    const { code, severity, message, hint } = problem;
    const to = Math.min(Math.max(problem.to, problem.from + 1), length);
    const from = Math.min(problem.from, Math.max(to - 1, 0));
    return { from, to, severity, message: `${code} ${message} ${hint}`, renderMessage: () => explain(problem) };
  });
}
