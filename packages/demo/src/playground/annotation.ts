/** Makes `@preempt` stand out in comments: it is what the page is about. */
import type { Extension } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";

const matcher = new MatchDecorator({
  regexp: /@preempt(?![\w/-])(?:[ \t]+never\b)?/g,
  decoration: Decoration.mark({ class: "annotation" }),
});

class Annotations {
  decorations: DecorationSet;

  constructor(view: EditorView) {
    this.decorations = matcher.createDeco(view);
  }

  update(update: ViewUpdate): void {
    this.decorations = matcher.updateDeco(update, this.decorations);
  }
}

export const annotations: Extension = ViewPlugin.fromClass(Annotations, {
  decorations: ({ decorations }) => decorations,
});
