/** How both code views look: the page's own variables, so that they follow its colour scheme. */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { Compartment, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags as t } from "@lezer/highlight";

const highlighting = HighlightStyle.define([
  { tag: [t.keyword, t.modifier, t.operatorKeyword, t.self, t.null], color: "var(--accent)" },
  { tag: [t.string, t.special(t.string), t.regexp], color: "var(--good)" },
  { tag: [t.number, t.bool], color: "var(--warn)" },
  { tag: [t.typeName, t.className, t.namespace], color: "var(--type)" },
  { tag: [t.function(t.definition(t.variableName)), t.definition(t.function(t.propertyName))], fontWeight: "600" },
  { tag: t.comment, color: "var(--muted)" },
  { tag: t.invalid, color: "var(--bad)" },
]);

const theme = EditorView.theme({
  "&": { height: "100%", fontSize: "0.84375rem", color: "var(--text)", backgroundColor: "var(--card)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--text)", paddingBottom: "2em" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { color: "var(--muted)", backgroundColor: "var(--card)", border: "none" },
  // Where the signs beside the lines will be.
  "#editor &:not(:has(.cm-gutter-lint)) .cm-gutters": { paddingRight: "1.4em" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--accent) 8%, transparent)" },
  ".cm-content ::selection, .cm-line::selection": {
    backgroundColor: "color-mix(in srgb, var(--accent) 30%, transparent)",
  },
  ".cm-tooltip": {
    color: "var(--text)",
    backgroundColor: "var(--card)",
    border: "1px solid var(--line)",
    borderRadius: "8px",
    maxWidth: "min(32em, 90vw)",
    boxShadow: "0 6px 24px rgb(0 0 0 / 0.2)",
  },
  ".cm-diagnostic": { fontFamily: "system-ui, sans-serif", padding: "8px 12px" },
});

const dark = new Compartment();

/** For the few things that CodeMirror itself colours by scheme. */
export function looks(): Extension {
  return [theme, syntaxHighlighting(highlighting), dark.of(EditorView.darkTheme.of(scheme.matches))];
}

/** Keeps `view` in the page's colour scheme. */
export function followScheme(view: EditorView): void {
  scheme.addEventListener("change", () => {
    view.dispatch({ effects: dark.reconfigure(EditorView.darkTheme.of(scheme.matches)) });
  });
}

const scheme = matchMedia("(prefers-color-scheme: dark)");
