/** What a reader of a figure needs beside it: what is drawn, how to read it, the formula, and where that is from. */
import { details, list, paragraph, text } from "../report/page/html.ts";

export interface FigureNote {
  /** What the figure shows, in a sentence or two. */
  readonly drawn: string;
  /** How to read it: what marks and lines mean, and which shape says what. */
  readonly read: readonly string[];
  /** The formulas of what is drawn, with their symbols. */
  readonly formulas: readonly string[];
  /** Publications, or files of this repository. */
  readonly sources: readonly string[];
}

/** Folded, for a page, below the figure. */
export function noteDetails({ drawn, read, formulas, sources }: FigureNote): string {
  return details("How to read this figure", [
    paragraph(drawn),
    list(read),
    ...(formulas.length === 0 ? [] : [titled("Formula", formulas)]),
    titled(sources.length === 1 ? "Source" : "Sources", sources),
  ]);
}

/** In one paragraph, for the `<desc>` of an SVG file, which has no page beside it. */
export function noteText({ drawn, read, formulas, sources }: FigureNote): string {
  const formula = formulas.length === 0 ? "" : ` Formula: ${formulas.join("; ")}.`;
  return `${drawn} How to read it: ${read.join(" ")}${formula} From: ${sources.join("; ")}.`;
}

const titled = (heading: string, items: readonly string[]) =>
  `<p><strong>${text(heading)}</strong></p>\n${list(items)}`;
