/** The transformed program, to be read: follows the editor and keeps its scroll position where it can. */
import { typescriptLanguage } from "@codemirror/lang-javascript";
import { EditorState } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { followScheme, looks } from "./theme.ts";

export class Output {
  readonly #view: EditorView;

  constructor(parent: HTMLElement) {
    this.#view = new EditorView({
      parent,
      extensions: [
        lineNumbers(),
        typescriptLanguage,
        looks(),
        // Not editable, and still focusable: it can be scrolled and copied by keyboard.
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({
          "aria-label": "Transformed program",
          "aria-readonly": "true",
          tabindex: "0",
        }),
      ],
    });
    followScheme(this.#view);
  }

  show(code: string): void {
    const { doc } = this.#view.state;
    if (doc.toString() === code) return;
    this.#view.dispatch({ changes: differenceOf(doc.toString(), code) });
  }
}

/** What lies between the common beginning and the common end: the view keeps its place around it. */
function differenceOf(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from++;
  let end = 0;
  while (end < shorter - from && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}
