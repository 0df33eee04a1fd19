/** Where people write: TypeScript in CodeMirror, with the compiler's findings in their places. */
import { history, historyKeymap, indentWithTab, isolateHistory, standardKeymap } from "@codemirror/commands";
import { typescriptLanguage } from "@codemirror/lang-javascript";
import { indentOnInput } from "@codemirror/language";
import { Annotation, EditorState, type Extension, StateEffect } from "@codemirror/state";
import { EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { annotations } from "./annotation.ts";
import type { Problem } from "./compile.ts";
import { followScheme, looks } from "./theme.ts";

interface Handlers {
  /** The text is another one; edited if not by {@link Editor.open}. */
  readonly changed: (isEdited: boolean) => void;
  /** Ctrl or ⌘ with Enter. */
  readonly run: () => void;
}

/** Of a transaction that puts in another program. */
const opened = Annotation.define<true>();

export class Editor {
  readonly #view: EditorView;
  /** Empty until there is something to mark. */
  #linting: Extension = [];

  constructor(parent: HTMLElement, text: string, { changed, run }: Handlers) {
    const submit = () => {
      run();
      return true;
    };
    const extensions = [
      lineNumbers(),
      history(),
      indentOnInput(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      typescriptLanguage,
      annotations,
      looks(),
      // Escape, then Tab leaves: CodeMirror sees to that, and the hint says so.
      keymap.of([{ key: "Mod-Enter", run: submit }, ...historyKeymap, indentWithTab, ...standardKeymap]),
      EditorView.contentAttributes.of({ "aria-label": "Program", "aria-describedby": "editor-hint", tabindex: "0" }),
      EditorView.updateListener.of(({ docChanged, transactions }) => {
        if (docChanged) changed(!transactions.some((transaction) => transaction.annotation(opened)));
      }),
    ];
    this.#view = new EditorView({ state: EditorState.create({ doc: text, extensions }), parent });
    followScheme(this.#view);
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  /** Another program, in one step, which can be undone like any other. */
  open(text: string): void {
    if (text === this.text) return;
    this.#view.dispatch({
      changes: { from: 0, to: this.#view.state.doc.length, insert: text },
      selection: { anchor: 0 },
      effects: EditorView.scrollIntoView(0),
      annotations: [opened.of(true), isolateHistory.of("full")],
    });
  }

  /** Loads what shows them, which the page can do without until the compiler is there. */
  async showProblems(problems: readonly Problem[]): Promise<void> {
    const { linting, setMarks } = await import("./marks.ts");
    if (this.#linting !== linting) {
      this.#linting = linting;
      this.#view.dispatch({ effects: StateEffect.appendConfig.of(linting) });
    }
    this.#view.dispatch(setMarks(this.#view.state, problems));
  }

  goTo(position: number): void {
    const anchor = Math.min(position, this.#view.state.doc.length);
    this.#view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.#view.focus();
  }
}
