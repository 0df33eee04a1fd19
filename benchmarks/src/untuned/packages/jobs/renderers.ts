/** Packages that make texts for people to read. */
import type { Jobs } from "../job.ts";

const tableOfRows = (
  h: string,
) => `const Row = ({ row }) => ${h}("tr", { id: row.name, style: { color: "red", marginTop: 4 } },
  ${h}("th", null, row.name), row.tags.map((tag, i) => ${h}("td", { key: i, className: tag === "a" ? "odd" : "even" }, tag)), row.value);
const Table = () => ${h}("table", null, ${h}("tbody", null, data.map((row) => ${h}(Row, { key: row.id, row }))));`;

export const renderers: Jobs = {
  marked: {
    uses: { marked: "18.2.1" },
    module: `import { marked } from "marked"; import { markdown } from "inputs";
const text = markdown(120);
export const once = () => marked.parse(text);`,
  },
  "markdown-it": {
    uses: { "markdown-it": "15.0.3" },
    module: `import MarkdownIt from "markdown-it"; import { markdown } from "inputs";
const text = markdown(120);
export const once = () => new MarkdownIt({ linkify: true, typographer: true, html: true }).render(text);`,
  },
  "highlight.js": {
    uses: { "highlight.js": "11.12.0" },
    module: `import hljs from "highlight.js/lib/core"; import javascript from "highlight.js/lib/languages/javascript"; import { script } from "inputs";
hljs.registerLanguage("javascript", javascript);
const text = script(25);
export const once = () => hljs.highlight(text, { language: "javascript" }).value;`,
  },
  prismjs: {
    uses: { prismjs: "1.30.0" },
    module: `import Prism from "prismjs"; import { script } from "inputs";
const text = script(25);
export const once = () => Prism.highlight(text, Prism.languages.javascript, "javascript");`,
  },
  katex: {
    uses: { katex: "0.19.1" },
    module: `import katex from "katex";
const formulas = Array.from({ length: 20 }, (_, i) => "\\\\frac{-b \\\\pm \\\\sqrt{b^2-4ac}}{" + i + "a} = \\\\sum_{k=0}^{" + i + "} \\\\binom{n}{k} \\\\int_0^\\\\infty e^{-x^2}\\\\,dx");
export const once = () => formulas.map((formula) => katex.renderToString(formula)).join("");`,
  },
  handlebars: {
    uses: { handlebars: "4.7.10" },
    module: `import Handlebars from "handlebars/dist/handlebars.js"; import { rows } from "inputs";
const people = rows(1500);
Handlebars.registerHelper("kind", (i) => (i % 2 ? "odd" : "even"));
const source = "{{#each people as |p i|}}<li class='{{kind i}}'>{{#if p.value}}<b>{{p.name}}</b>{{else}}{{p.name}}{{/if}} {{p.email}}</li>{{/each}}";
export const once = () => Handlebars.compile(source)({ people });`,
  },
  mustache: {
    uses: { mustache: "4.2.0" },
    module: `import Mustache from "mustache"; import { rows } from "inputs";
const people = rows(1500);
const source = "{{#people}}<li>{{#value}}<b>{{name}}</b>{{/value}}{{^value}}{{name}}{{/value}} {{{email}}} {{place.x}}</li>{{/people}}";
export const once = () => Mustache.render(source, { people });`,
  },
  "react-dom": {
    uses: { react: "19.3.1", "react-dom": "19.3.1" },
    module: `import { createElement } from "react"; import { renderToString } from "react-dom/server"; import { rows } from "inputs";
const data = rows(400);
${tableOfRows("createElement")}
export const once = () => renderToString(createElement(Table));`,
  },
  "preact-render-to-string": {
    uses: { preact: "11.2.0", "preact-render-to-string": "6.8.2" },
    module: `import { h } from "preact"; import { renderToString } from "preact-render-to-string"; import { rows } from "inputs";
const data = rows(400);
${tableOfRows("h")}
export const once = () => renderToString(h(Table));`,
  },
  "pdf-lib": {
    uses: { "pdf-lib": "1.17.1" },
    module: `import { PDFDocument, rgb, StandardFonts } from "pdf-lib"; import { hash } from "inputs";
export async function once() {
  const doc = await PDFDocument.create();
  doc.setCreationDate(new Date(0));
  doc.setModificationDate(new Date(0));
  const font = await doc.embedFont(StandardFonts.TimesRoman);
  for (let i = 0; i < 6; i++) {
    const page = doc.addPage([400, 600]);
    for (let line = 0; line < 40; line++) page.drawText("page " + i + " line " + line + ": the quick brown fox", { x: 20, y: 570 - line * 14, size: 10, font, color: rgb(0, line / 40, 0.4) });
  }
  return hash(await doc.save());
}`,
  },
  xlsx: {
    uses: { xlsx: "0.18.5" },
    module: `import { read, utils, write } from "xlsx"; import { rows } from "inputs";
const data = rows(400).map(({ tags, place, ...row }) => row);
export const once = () => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.json_to_sheet(data), "rows");
  const file = write(book, { type: "array", bookType: "xlsx", compression: true });
  return JSON.stringify(utils.sheet_to_json(read(file, { type: "array" }).Sheets.rows));
};`,
  },
};
