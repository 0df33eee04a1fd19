/** HTML as text: what the page is put together from. */
import { svgText } from "../../../svg.ts";
import { pageStyle } from "./style.ts";

export const text = svgText;

export interface Table {
  readonly caption: string;
  readonly head: readonly string[];
  /** The first cell of a row is its heading. */
  readonly rows: readonly (readonly string[])[];
}

/** Wide tables scroll by themselves, with the keyboard as well. */
export function table({ caption, head, rows }: Table): string {
  return [
    `<div class="wide" role="region" tabindex="0" aria-label="${text(caption)}"><table>`,
    `<caption>${text(caption)}</caption>`,
    `<thead><tr>${head.map((cell) => `<th scope="col">${text(cell)}</th>`).join("")}</tr></thead>`,
    "<tbody>",
    ...rows.map(([first = "", ...rest]) => {
      const cells = rest.map((cell) => `<td>${text(cell)}</td>`).join("");
      return `<tr><th scope="row">${text(first)}</th>${cells}</tr>`;
    }),
    "</tbody></table></div>",
  ].join("\n");
}

/**
 * A chart with what there is to say about it. It keeps a width at which it can be read, and scrolls on a phone.
 *
 * @param note HTML below the caption: how to read it
 */
export function figure(svg: string, name: string, caption: string, note = ""): string {
  return [
    "<figure>",
    `<div class="chart" role="region" tabindex="0" aria-label="${text(name)}, a chart">`,
    svg.trim(),
    "</div>",
    ...(caption === "" ? [] : [`<figcaption>${caption}</figcaption>`]),
    ...(note === "" ? [] : [note]),
    "</figure>",
  ].join("\n");
}

export function section(id: string, heading: string, parts: readonly string[]): string {
  return [`<section aria-labelledby="${id}">`, `<h2 id="${id}">${text(heading)}</h2>`, ...parts, "</section>"].join(
    "\n",
  );
}

/** Closed until somebody wants it. */
export function details(heading: string, parts: readonly string[]): string {
  return [`<details><summary>${text(heading)}</summary>`, ...parts, "</details>"].join("\n");
}

export const paragraph = (words: string): string => `<p>${text(words)}</p>`;

export const list = (items: readonly string[]): string =>
  `<ul>${items.map((item) => `<li>${text(item)}</li>`).join("")}</ul>`;

/** What a report begins with: terms and what there is to say of them. */
export const facts = (rows: readonly (readonly string[])[]): string =>
  `<dl>${rows.map(([term = "", words = ""]) => `<dt>${text(term)}</dt><dd>${text(words)}</dd>`).join("")}</dl>`;

/** A whole page, which needs nothing else: its style is in it. */
export function htmlPage(title: string, parts: readonly string[]): string {
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${text(title)}</title>`,
    `<style>${pageStyle}</style>`,
    "</head>",
    "<body>",
    "<main>",
    `<h1>${text(title)}</h1>`,
    ...parts,
    "</main>",
    "</body>",
    "</html>",
    "",
  ].join("\n");
}
