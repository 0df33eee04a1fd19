/** Packages that read texts. */
import type { Jobs } from "../job.ts";

export const parsers: Jobs = {
  acorn: {
    uses: { acorn: "8.19.0" },
    module: `import { parse } from "acorn"; import { script } from "inputs";
const text = script(120);
export const once = () => JSON.stringify(parse(text, { ecmaVersion: "latest", sourceType: "module" }).body.at(-2));`,
  },
  "@babel/parser": {
    uses: { "@babel/parser": "8.1.3" },
    module: `import { parse } from "@babel/parser"; import { script } from "inputs";
const text = script(80);
export const once = () => JSON.stringify(parse(text, { sourceType: "module" }).program.body.at(-2).id);`,
  },
  esprima: {
    uses: { esprima: "4.0.1" },
    module: `import { parseScript } from "esprima"; import { oldScript } from "inputs";
const text = oldScript(150);
export const once = () => JSON.stringify(parseScript(text, { loc: true }).body.at(-1));`,
  },
  "css-tree": {
    uses: { "css-tree": "3.2.1" },
    module: `import { generate, parse, walk } from "css-tree/dist/csstree.esm"; import { css } from "inputs";
const text = css(150);
export const once = () => {
  const tree = parse(text);
  let nodes = 0;
  walk(tree, () => { nodes++; });
  return nodes + generate(tree);
};`,
  },
  postcss: {
    uses: { postcss: "8.5.33" },
    module: `import postcss from "postcss"; import { css } from "inputs";
const text = css(250);
export const once = () => {
  const root = postcss.parse(text);
  root.walkDecls((declaration) => { if (declaration.prop === "color") declaration.cloneBefore({ prop: "-x-color" }); });
  root.walkRules(/card/, (rule) => { rule.selector = ".app " + rule.selector; });
  return root.toString();
};`,
  },
  "js-yaml": {
    uses: { "js-yaml": "5.5.0" },
    module: `import * as yaml from "js-yaml"; import { yaml as made } from "inputs";
const text = made(250);
export const once = () => yaml.dump(yaml.load(text));`,
  },
  "fast-xml-parser": {
    uses: { "fast-xml-parser": "5.12.1" },
    module: `import { XMLBuilder, XMLParser } from "fast-xml-parser"; import { xml } from "inputs";
const text = xml(400);
export const once = () => {
  const options = { ignoreAttributes: false };
  return new XMLBuilder(options).build(new XMLParser(options).parse(text));
};`,
  },
  papaparse: {
    uses: { papaparse: "5.7.1" },
    module: `import Papa from "papaparse"; import { rows } from "inputs";
const text = Papa.unparse(rows(4000).map(({ tags, place, ...row }) => ({ ...row, note: 'say "' + place.x + '"' })));
export const once = () => Papa.unparse(Papa.parse(text, { header: true, dynamicTyping: true }).data);`,
  },
  cheerio: {
    uses: { cheerio: "1.2.0" },
    module: `import { load } from "cheerio"; import { html } from "inputs";
const text = html(300);
export const once = () => {
  const $ = load(text);
  $("li.odd > a").attr("rel", "next").each((i, link) => { $(link).text($(link).text() + i); });
  return $.html();
};`,
  },
  graphql: {
    uses: { graphql: "17.1.0" },
    module: `import { buildSchema, execute, parse, print, validate } from "graphql";
const schema = buildSchema("type Query { people(first: Int!): [Person!]! } type Person { id: ID!, name: String!, age: Int, friends(first: Int!): [Person!]! }");
const person = (i) => ({ id: i, name: "name " + i, age: i % 90, friends: ({ first }) => list(first, i + 1) });
const list = (first, from) => Array.from({ length: first }, (_, i) => person(from + i));
const fields = Array.from({ length: 60 }, (_, i) => "a" + i + ": people(first: 8) { id name age friends(first: 4) { name ...F } }");
const source = "{ " + fields.join("\\n") + " } fragment F on Person { id age friends(first: 2) { name } }";
export const once = () => {
  const document = parse(source);
  const errors = validate(schema, document);
  const { data } = execute({ schema, document, rootValue: { people: ({ first }) => list(first, 0) } });
  return errors.length + print(document) + JSON.stringify(data);
};`,
  },
  diff: {
    uses: { diff: "9.0.0" },
    module: `import { createTwoFilesPatch, diffWords } from "diff"; import { documents, script } from "inputs";
const before = script(40);
const after = before.replaceAll("balance", "amount").replaceAll(/worst = (\\w)/g, "least = $1");
const [one, other] = documents(30).map(({ text }) => text).reduce(([a, b], text, i) => (i % 2 ? [a + text, b] : [a, b + text]), ["", ""]);
export const once = () => createTwoFilesPatch("a", "b", before, after) + JSON.stringify(diffWords(one, other).length);`,
  },
};
