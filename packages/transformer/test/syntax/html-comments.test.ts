/** HTML-like comments: where there are any, what becomes of them, and how long it takes to find them. */
import { expect, test } from "vitest";
import { transform } from "../../src/index.ts";
import { blank, findHtmlComments } from "../../src/syntax/html-comments.ts";

const found = (code: string) => findHtmlComments(code, "a.js").map(({ start, end }) => code.slice(start, end));

test.each<[code: string, comments: string[]]>([
  ["a <!-- b\nc", ["<!-- b"]],
  ["--> a", ["--> a"]],
  ["#! --> a\n--> b", ["--> b"]],
  ["a\n /* b */ --> c", ["--> c"]],
  ["a /* \n */ --> c", ["--> c"]],
  ["a --> c", []],
  ["a\u2028--> b", ["--> b"]],
  ["a <<!--b", []],
  ["'<!--' + \"<!--\" + `<!--` + /<!--/", []],
  ["a = b /c<!--/\n1", ["<!--/"]],
  ["`${ a <!-- }\n}\n--> `", ["<!-- }"]],
  ["// <!--\n/* \n--> */", []],
  ["a <!-- `\n'\\\n--> ' <!-- b", ["<!-- `", "<!-- b"]],
  ["a = /[/'\"`]/; b <!-- '\nc = /`/", ["<!-- '"]],
])("%j", (code, comments) => {
  expect(found(code)).toEqual(comments);
  expect(blank(code, findHtmlComments(code, "a.js"))).toHaveLength(code.length);
});

const script = "<!-- a page\n/** @preempt */ function f(n) { for (;;) if (n --> 0) return n; }\n--> its end";

test("findings and source maps show the file as it is", () => {
  const { map, diagnostics } = transform(`${script}\n/** @preempt */ const g = 1;`, {
    fileName: "a.js",
    module: false,
  });
  expect(map?.sourcesContent).toEqual([`${script}\n/** @preempt */ const g = 1;`]);
  expect(diagnostics.map((d) => [d.code, d.line, d.column])).toEqual([["PT1001", 4, 23]]);
});

test("CommonJS has them, modules and TypeScript do not", () => {
  const isRewritten = (fileName: string, module: boolean) => transform(script, { fileName, module }).code !== script;
  expect([isRewritten("a.cjs", true), isRewritten("a.js", false)]).toEqual([true, true]);
  expect([isRewritten("a.mjs", true), isRewritten("a.ts", false)]).toEqual([false, false]);
  const inModule = "/** @preempt */ export function f(a) { for (;;) return a <!--a\n; }";
  const { code, diagnostics } = transform(inModule, { fileName: "a.mjs" });
  expect(code).toBe(inModule);
  expect(diagnostics.map((d) => [d.code, d.message, d.line, d.column])).toEqual([
    ["PT1000", "A module cannot contain HTML-like comments.", 1, 58],
  ]);
});

test("many are found in one reading", () => {
  const lines = Array.from({ length: 2000 }, (_, i) => `f(${i}, "it's", \`\${a / 2}\`); <!-- don't \`${i}`);
  expect(found(lines.join("\n"))).toHaveLength(2000);
});
