/** Programs that are errors stay the errors that they are: TypeScript's parser alone would let them pass. */
import { expect, test } from "vitest";
import { transform } from "../src/index.ts";

const annotated = "/** @preempt */ function main() { for (;;) return 1; }\n";

function findings(code: string): { changed: boolean; codes: string[] } {
  const result = transform(annotated + code, { fileName: "program.js", module: false });
  return { changed: result.code !== annotated + code, codes: result.diagnostics.map((d) => d.code) };
}

const errors = [
  "function f(...a,) {}",
  "(async (...a,) => {})",
  "a?.b`c`",
  "a?.`c`",
  "(() => {}) = 1",
  "(function () {})++",
  "for (const x of y) function f() {}",
  "while (a) class C {}",
  "do let x\nwhile (a)",
  "for (;;) const x = 1;",
  "for (;;) l: function f() {}",
  "if (a) async function f() {}",
  "if (a) function* f() {}",
  "if (a) class C {}",
  "'use strict'; 010",
  "(function () { 'use strict'; return 08; })",
  "(function () { 'use strict'; return '\\01'; })",
  "`\\01`",
  "01n",
  "for (let x = 1 of y) {}",
  "for (let x, y of z) {}",
  "async function f(a = await 1) {}",
  "function* g(a = yield) {}",
  "var f = ()\n=> {}",
  "async () => { (a = await/r/g) => {} }",
  "async function f() { function await() {} }",
  "async function f() { var await; }",
  "({ async a: 1 })",
  "async () => { await using a; }",
  "{ using a = b, c; }",
  "({ async b })",
];

for (const code of errors) {
  test(`${JSON.stringify(code)} stays an error`, () => {
    // A directive has to stand first to be one.
    if (code.startsWith("'use strict'")) {
      const result = transform(`${code}\n${annotated}`, { fileName: "program.js", module: false });
      expect(result.code).toBe(`${code}\n${annotated}`);
      expect(result.diagnostics.map((d) => d.code)).toEqual(["PT1000"]);
      return;
    }
    const { changed, codes } = findings(code);
    expect(changed).toBe(false);
    expect(new Set(codes)).toEqual(new Set(["PT1000"]));
  });
}

const legal = [
  "010 + 08 + 08.5",
  "'\\01\\8'",
  "String.raw`\\01`",
  "if (a) function f() {}",
  "l: function f() {}",
  "for (;;) { function f() {} break; }",
  "function f(...a) {}",
  "(a?.b)`c`",
  "var await; await: for (;;) break await;",
  "async function f() { return { await: 1 }.await; }",
  "(async function () { return function await() {}; })",
  "function f(a = async () => await 1) {}",
  "for (var x = 1 in {}) ;",
  "class C { #m; f(o) { return o?.#m; } }",
];

for (const code of legal) {
  test(`${JSON.stringify(code)} is none`, () => {
    const { changed, codes } = findings(code);
    expect(codes.filter((c) => c === "PT1000")).toEqual([]);
    expect(changed).toBe(true);
  });
}
