/** A figure as a file: the SVG alone, or a page that explains it. */

import { svgText } from "../../svg.ts";
import { figure, htmlPage } from "../report/page/html.ts";
import { writeTo } from "../write-file.ts";
import { type FigureNote, noteDetails, noteText } from "./note.ts";

/**
 * Writes a figure with its note: in the `<desc>` of an SVG, or, if the file's name ends in ".html", on a page beside the figure.
 *
 * @throws LabError if the file cannot be written
 */
export function writeFigure(file: string, svg: string, note: FigureNote): void {
  writeTo(file, file.endsWith(".html") ? figurePage(svg, note) : described(svg, note));
}

/** A page with one figure, which needs nothing else. */
export function figurePage(svg: string, note: FigureNote): string {
  const [, escaped = "Figure"] = /<title>(.*?)<\/title>/.exec(svg) ?? [];
  const title = escaped
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
  return htmlPage(title, [figure(svg, title, "", noteDetails(note))]);
}

/** The figure with its note after the description that it has. */
export function described(svg: string, note: FigureNote): string {
  return svg.replace("</desc>", () => ` ${svgText(noteText(note))}</desc>`);
}
