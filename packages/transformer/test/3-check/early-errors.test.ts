/** A program that no engine takes stays one: what the rewrite would mend by accident. */
import { Script } from "node:vm";
import { expect, test } from "vitest";
import { transform } from "../../src/index.ts";

const targets = [
  ...["f()``", "a``", "a.b``", "(f()``)", "`${f()}`", "`x`", "import('x')", "new f()", "new f", "new.target", "f?.()"],
  ...["f()?.b", "a?.b", "this", "null", "1", "/x/", "a + f()", "a && f()", "a ?? f()", "(f(), a)", "a ? f() : b"],
  ...["() => f()", "function () { f(); }", "class { m() { return f(); } }", "!f()", "typeof f()", "a++", "(a = f())"],
  ...["a", "f().b", "f()[a]", "f``.b", "(f().b)", "f()", "(await f()).b"],
  ...["[f()]", "{ a: f() }", "[a, f()``]", "{ x: new f() }", "[...new f()]", "await f()", "async () => f()"],
];

const writes: ((target: string) => string)[] = [
  (t) => `${t} = 1;`,
  (t) => `(${t}) = 1;`,
  (t) => `${t} += f();`,
  (t) => `${t} ??= f();`,
  (t) => `${t}++;`,
  (t) => `--${t};`,
  (t) => `[${t}] = [1];`,
  (t) => `[${t} = f()] = [];`,
  (t) => `[...${t}] = f();`,
  (t) => `({ x: ${t} } = { x: 1 });`,
  (t) => `({ ...${t} } = f());`,
  (t) => `for (${t} of [f()]) f();`,
  (t) => `for (${t} in f()) f();`,
];

const statements = [
  "if (a) class b {}",
  "while (a) let [b] = f();",
  "for (;;) function b() {}",
  "a?.b`x`;",
  "for (let b, c of f()) f();",
  "for (const b = 1 of f()) f();",
  "{ using b; f(); }",
  "(function (...b,) { f(); });",
  "(a)\n=> f();",
  "({ async b: f() });",
  "async function b(c = await f()) {}",
  "async function b() { let await; f(); }",
  "(c = await) => f();",
  ...["(function (this) { f(); });", "({ c(this) { f(); } });", "(this) => f();"],
  ...["f(th\\u0069s);", "f(nul\\u006c);", "f(tr\\u0075e);", "super\\u002ef();", "f(a.th\\u0069s);", "f(\\u0061);"],
  "async (c = await) => f();",
  "async (await) => f();",
  "class C { static c = await; }",
  "class C { [await] = f(); }",
  "(await) => f();",
  ...["() => await + f()", "() => { f(await); }", "(c = () => await) => f()", "async (c = () => await) => f()"],
  ...["class C { c = await; }", "class C { c = f(await); }", "(function (c = await) { f(await); });"],
  ...[
    "({ c(d = await) { return f(await); } });",
    "(function await() { f(); });",
    "f(-052, - 08, -09.5, 01.f)",
    "f(-08n)",
  ],
];

const programs = [
  ...targets.flatMap((target) => writes.map((write) => write(target))),
  ...statements,
  '(function () { "use strict"; b: function c() {} });',
].flatMap((statement) => [around(statement), `"use strict"; ${around(statement)}`]);

test("what does not compile does not compile when it was transformed", () => {
  const wrong = programs.filter((program) => !compiles(program));
  expect(wrong.length).toBeGreaterThan(700);
  expect(wrong.filter((program) => compiles(transformed(program)))).toEqual([]);
});

test("what does compile still does", () => {
  const right = programs.filter(compiles);
  expect(right.length).toBeGreaterThan(50);
  expect(right.filter((program) => !compiles(transformed(program)))).toEqual([]);
});

test.each(["static\nfunction c() {}", "static\nclass C {}", "static\nvar c;", "static\nlet c;"])(
  "%j, which TypeScript reads in another way, is left as it is",
  (statement) => {
    const program = `var static; ${around(statement)}`;
    expect([compiles(program), transformed(program)]).toEqual([true, program]);
  },
);

test.each([
  ["f()`` = 1;", "Neither a tagged template nor import() can be assigned to."],
  ["for (import('x') of f()) f();", "Neither a tagged template nor import() can be assigned to."],
  ["a?.b`x`;", "An optional chain cannot be the tag of a template."],
  ["(function (...b,) { f(); });", "A rest parameter cannot be followed by a comma."],
])("%s is left as it is, and said: %s", (statement, message) => {
  const program = around(statement);
  const { code, diagnostics } = transform(program, { fileName: "a.js" });
  expect(code).toBe(program);
  expect(diagnostics.map((d) => [d.code, d.message])).toEqual([["PT1000", message]]);
});

function around(statement: string): string {
  return `let a, b; function f() { return {}; }\n/** @preempt */ async function g() { f(); ${statement} return a; }`;
}

function compiles(program: string): boolean {
  try {
    return new Script(program) instanceof Script;
  } catch {
    return false;
  }
}

/** Without its first line, which imports what a script cannot. */
function transformed(program: string): string {
  return transform(program, { fileName: "a.js" }).code.replace(/^import .*$/gm, "");
}
