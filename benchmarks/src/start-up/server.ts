/** What a server with six libraries does until it can answer: it loads them, and uses each once. Says what that took. */
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import { buildSchema, graphql } from "graphql";
import MarkdownIt from "markdown-it";
import Papa from "papaparse";
import PDFDocument from "pdfkit";
import { createElement } from "react";
import { renderToString } from "react-dom/server";

new MarkdownIt().render("# Report\n\n* one\n* two");
Papa.parse("a,b\n1,2");
await graphql({ schema: buildSchema("type Query { a: Int }"), source: "{ a }", rootValue: { a: 1 } });
new Ajv().compile({ type: "object", properties: { a: { type: "number" } } })({ a: 1 });
renderToString(createElement("p", null, "hello"));
new PDFDocument().text("hello").end();

const { user, system } = process.cpuUsage();
const { cache } = createRequire(import.meta.url);
console.log(
  JSON.stringify({
    cpu: (user + system) / 1000,
    memory: process.memoryUsage.rss() / 1e6,
    hasCompiler: Object.keys(cache).some((file) => /[\\/]typescript\.js$/.test(file)),
  }),
);
