import ts from "typescript";
import { expect, test } from "vitest";
import { calledName, functionKeys } from "../../src/1-resolve/function-keys.ts";

const parse = (code: string) => ts.createSourceFile("a.ts", code, ts.ScriptTarget.ESNext, true);
const keysOf = (code: string) => [...functionKeys(parse(code)).values()];

test("a function is named by what is around it, and by its own name", () => {
  expect(
    keysOf(`
      class Parser { run(n: number): void; run(n: unknown) { const helper = () => 1; return (x) => x; } static of() {} #own() {} get size() { return 1; } constructor() {} }
      export default function () { function inner() {} }
      exports.read = function () {};
      const table = { read() {}, write: () => {} };
      const Other = class { m() {} };
    `),
  ).toEqual([
    "Parser/run",
    "Parser/run/helper",
    "Parser/run/(anonymous function)",
    "Parser/of",
    "Parser/#own",
    "Parser/get size",
    "Parser/constructor of Parser",
    "(anonymous function)",
    "(anonymous function)/inner",
    "exports.read",
    "read",
    "write",
    "(class)/m",
  ]);
});

test("functions of one name in one place are told apart by their order", () => {
  expect(keysOf("list.map((x) => x).filter((x) => (y) => y); { function f() {} } { function f() {} }")).toEqual([
    "(anonymous function)",
    "(anonymous function)~2",
    "(anonymous function)~2/(anonymous function)",
    "f",
    "f~2",
  ]);
});

test("what others call a function is the last part of its name; accessors and constructors are not called", () => {
  const code =
    "class C { m() {} #p() {} get g() { return 1; } constructor() {} [k]() {} } exports.a.b = () => {}; f(() => {});";
  expect([...functionKeys(parse(code)).keys()].map(calledName)).toEqual([
    "m",
    "#p",
    undefined,
    undefined,
    undefined,
    "b",
    undefined,
  ]);
});
