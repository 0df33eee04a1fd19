/** Where people write: TypeScript in CodeMirror, with the compiler's findings in their places. */
import { history, historyKeymap, indentWithTab, standardKeymap } from "@codemirror/commands";
import { typescriptLanguage } from "@codemirror/lang-javascript";
import { indentOnInput } from "@codemirror/language";
import { EditorState, type Extension, StateEffect } from "@codemirror/state";
import { EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { annotations } from "./annotation.ts";
import type { Problem } from "./compile.ts";
import { followScheme, looks } from "./theme.ts";

interface Handlers {
  /** The text is another one. */
  readonly changed: () => void;
  /** Ctrl or ⌘ with Enter. */
  readonly run: () => void;
}

export class Editor {
  readonly #view: EditorView;
  readonly #makeState: (text: string) => EditorState;
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
      EditorView.updateListener.of(({ docChanged }) => {
        if (docChanged) changed();
      }),
    ];
    this.#makeState = (doc) => EditorState.create({ doc, extensions: [extensions, this.#linting] });
    this.#view = new EditorView({ state: this.#makeState(text), parent });
    followScheme(this.#view);
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  /** Another program: what was undone in the one before is no part of it. */
  open(text: string): void {
    this.#view.setState(this.#makeState(text));
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
