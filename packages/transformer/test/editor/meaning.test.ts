/** Which function a name means, for hover texts at calls: by scopes and imports alone. */
import { exportedFunction, isShown, meaningAt } from "@preempt/transformer/editor";
import { expect, test } from "vitest";

const fileName = "file.ts";

/** What the name at "|" means, a function of the file by the text that starts there. */
function meant(marked: string): unknown {
  const code = marked.replace("|", "");
  const meaning = meaningAt(code, fileName, marked.indexOf("|"));
  return meaning !== undefined && "start" in meaning ? code.slice(meaning.start) : meaning;
}

test.each([
  ["|f(); function f() {}", "f() {}"],
  ["const g = () => 1; |g();", "g = () => 1; g();"],
  ["function f() {} { const f = () => 2; |f(); }", "f = () => 2; f(); }"],
  ["class A { a() { this.|b(); } b() {} }", "b() {} }"],
  ["class A { #b() {} a() { this.#|b(); } }", "#b() {} a() { this.#b(); } }"],
])("%s: a function of the file", (code, expected) => {
  expect(meant(code)).toEqual(expected);
});

test.each([
  ['import { f } from "./a"; |f();', { specifier: "./a", name: "f" }],
  ['import { f as g } from "./a"; |g();', { specifier: "./a", name: "f" }],
  ['import { f as g| } from "./a";', { specifier: "./a", name: "f" }],
  ['import f from "./a"; f|();', { specifier: "./a", name: "default" }],
  ['import * as a from "./a"; a.|f();', { specifier: "./a", name: "f" }],
])("%s: what another file exports", (code, expected) => {
  expect(meant(code)).toEqual(expected);
});

test.each([
  'import { o } from "./a"; o.|f();',
  'import { f } from "./a"; { const f = 1; |f; }',
  "function f(g: () => void) { |g(); }",
  "|undeclared();",
  "const o = { f() {} }; o.f|; const p = { f() {} };",
  "let f = () => 1; { let f = () => 2; } 'f|'",
  "|",
])("%s: nobody knows without types", (code) => {
  expect(meant(code)).toBeUndefined();
});

test.each([
  ["export function f() {}", "f", "f() {}"],
  ["export const f = () => 1;", "f", "f = () => 1;"],
  ["export default function g() {}", "default", "g() {}"],
  ["function g() {}\nexport { g as f };", "f", "g() {}\nexport { g as f };"],
  ["function g() {}\nmodule.exports = { f: g };", "f", "g() {}\nmodule.exports = { f: g };"],
])("%j exports %s itself", (code, name, expected) => {
  const found = exportedFunction(code, fileName, name);
  expect(found !== undefined && "start" in found ? code.slice(found.start) : found).toBe(expected);
});

test("what a file passes on leads to the next one", () => {
  const code = 'export { g as f, h } from "./b";\nexport * from "./c";\nexport * as n from "./d";\n';
  expect(exportedFunction(code, fileName, "f")).toEqual({ specifier: "./b", name: "g" });
  expect(exportedFunction(code, fileName, "h")).toEqual({ specifier: "./b", name: "h" });
  expect(exportedFunction(code, fileName, "other")).toBeUndefined();
});

test.each([
  ["/p/src/a.ts", true],
  ["/p/src/d.ts", true],
  ["/p/a.d.ts", false],
  ["/p/a.d.mts", false],
  ["/p/styles.d.css.ts", false],
  ["C:\\p\\node_modules\\lib\\a.js", false],
  ["/p/my_node_modules/a.js", true],
])("%s: findings are shown: %s", (name, expected) => {
  expect(isShown(name)).toBe(expected);
});
