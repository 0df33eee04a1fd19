/** What is refused, and with which words and at which place. The function then does what it did. */
import { drive } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { formatDiagnostic, transform } from "../../src/index.ts";
import { catalog, type DiagnosticName } from "../../src/shared/diagnostics.ts";
import { load } from "../kit/harness.ts";

interface Refusal {
  readonly name: DiagnosticName;
  readonly code: string;
  /** The text underlined. */
  readonly at: string;
  readonly message: string;
  /** Give `main()`'s value where the program can run as it is. */
  readonly value?: unknown;
}

const refusals: Refusal[] = [
  {
    name: "not_annotatable",
    code: "class C { static size = 0; /** @preempt */ static { this.size = 1; } }\nfunction main() { return C.size; }",
    at: "static",
    message: "@preempt has no effect on a static block, which the engine runs when the class is defined.",
    value: 1,
  },
  {
    name: "not_annotatable",
    code: "/** @preempt */\nconst limit = 5;\nfunction main() { return limit; }",
    at: "limit",
    message: "@preempt has no effect on a variable that is not a function.",
    value: 5,
  },
  {
    name: "direct_eval",
    code: "/** @preempt */ function main() { for (;;) return eval('1 + 1'); }",
    at: "main",
    message: "main contains a direct eval, whose code could name anything; it stays un-preempted.",
    value: 2,
  },
  {
    name: "constructor_stays",
    code: "class C { #p = 0; /** @preempt */ constructor([a, b]) { this.sum = a + b + this.#p; } }\nfunction main() { return new C([1, 2]).sum; }",
    at: "constructor",
    message: "The constructor of C takes a parameter apart in a way that could be seen; it stays un-preempted.",
    value: 3,
  },
  {
    name: "last_match",
    code: "/** @preempt */ function main() { for (;;) { /(b)/.test('abc'); return RegExp.$1; } }",
    at: "main",
    message: "main reads RegExp.$1, which any other code's match changes; it stays un-preempted.",
    value: "b",
  },
  {
    name: "with_statement",
    code: "/** @preempt */ function main() { with ({ a: 3 }) { for (;;) return a; } }",
    at: "main",
    message: "main contains or stands in a with statement; it stays un-preempted.",
    value: 3,
  },
  {
    name: "yield_name",
    code: "/** @preempt */ function main() { var yield = 4; for (;;) return yield; }",
    at: "main",
    message: "main uses yield as a name, which resumable code cannot; it stays un-preempted.",
    value: 4,
  },
  {
    name: "lexical_in_arrow",
    code: "function main() { arguments = [5]; const f = /** @preempt */ () => { for (;;) return arguments.length; }; return f(1, 2); }",
    at: "(",
    message:
      "The arrow function f uses arguments, which changes there, of the function around it; it stays un-preempted.",
    value: 1,
  },
  {
    name: "lexical_in_arrow",
    code: "function main() { eval('var arguments = [5]'); const f = /** @preempt */ () => { for (;;) return arguments.length; }; return f(1, 2); }",
    at: "(",
    message:
      "The arrow function f uses arguments, which changes there, of the function around it; it stays un-preempted.",
    value: 1,
  },
  {
    name: "lexical_in_arrow",
    code: "class A { t(s) { return s[0]; } } class B extends A { t() { return (/** @preempt */ () => { for (;;) return super.t`x`; })(); } }\nfunction main() { return new B().t(); }",
    at: "(",
    message:
      "The arrow function (anonymous function) uses super in a way that only code inside the method can of the function around it; it stays un-preempted.",
    value: "x",
  },
  {
    name: "method_may_change",
    code: "const o = { __proto__: { m() { return 6; } }, /** @preempt */ m() { for (;;) return super.m(); }, ...{ a: 1 } };\nfunction main() { return o.m(); }",
    at: "m",
    message: "The method m uses super and might be replaced by a later member; it stays un-preempted.",
    value: 6,
  },
  {
    name: "method_may_change",
    code: "const make = (k) => class { /** @preempt */ [k]() { for (;;) return 6; } };\nfunction main() { return new (make('m'))().m(); }",
    at: "[k]",
    message:
      "The method [k] has or follows a computed name, in a class that does not stand in a block; it stays un-preempted.",
    value: 6,
  },
  {
    name: "function_name",
    code: "class C { ['f'+1] = /** @preempt */ () => { for (;;) return 1; } }\nfunction main() { return new C().f1.name; }",
    at: "(",
    message: "The function takes its name from the computed key of a field; it stays un-preempted.",
    value: "f1",
  },
  {
    name: "arguments_changed",
    code: "/** @preempt */ function main() { var arguments = 5; for (;;) return arguments; }",
    at: "main",
    message: "main declares a variable named arguments; it stays un-preempted.",
    value: 5,
  },
  {
    name: "method_may_change",
    code: "class C { /** @preempt */ m() { for (;;) return 1; } ['m']() { return 2; } }\nfunction main() { return new C().m(); }",
    at: "m",
    message: "The method m is declared twice; it stays un-preempted.",
    value: 2,
  },
  {
    name: "function_name",
    code: "/** @preempt */ function main() { for (;;) return 1; }\nfunction main() { return 2; }",
    at: "main",
    message: "The function shares its name main with another function; it stays un-preempted.",
    value: 2,
  },
  {
    name: "statement_position",
    code: "function main() { l: /** @preempt */ function g() { for (;;) return 7; }\n return g(); }",
    at: "g",
    message: "The function declaration g is the body of a label; it stays un-preempted.",
    value: 7,
  },
  {
    name: "name_assigned",
    code: "const main = /** @preempt */ function self() { self = 1; for (;;) return typeof self; };",
    at: "self",
    message: "The function expression self assigns to its own name in sloppy code; it stays un-preempted.",
    value: "function",
  },
  {
    name: "function_name",
    code: "function main() { switch (1) { case 0: g = 1; case 1: /** @preempt */ function g() { for (;;) return 1; } return g(); } }",
    at: "g",
    message: "The function g is declared in a case and assigned to; it stays un-preempted.",
    value: 1,
  },
];

for (const [i, { name, code, at, message, value }] of refusals.entries()) {
  test(`${name} (${i + 1}): ${message}`, () => {
    const result = transform(code, { fileName: "case.js", module: false });
    expect(result.diagnostics.map((d) => [d.code, d.name, code.slice(d.start, d.start + d.length), d.message])).toEqual(
      [[catalog[name].code, name, at, message]],
    );
    if (value === undefined) return;
    const { main } = load({ code, strict: false }, result.code);
    expect(main()).toEqual(value);
    expect(drive(main, { budget: 0 }).value).toEqual(value);
  });
}

test("a direct eval changes nothing in what other functions become", () => {
  const bodies = (inner: string) => {
    const code = `/** @preempt */ function main(xs) { let s = 0; for (const x of xs) s += Math.max(x, xs.length); return s; } function other(x) { ${inner} }`;
    const { code: emitted } = transform(code, { fileName: "a.cjs", sourceMap: false });
    return emitted.replace(/function other[\s\S]*?\}/, "");
  };
  expect(bodies("return eval(x);")).toBe(bodies("return even(x);"));
  expect(bodies("return (() => eval(x))();")).toBe(bodies("return (() => even(x))();"));
});

test("await using of an anonymous function, which it would name, is refused", () => {
  const code = "/** @preempt */ async function main(r) { await using x = () => r; for (;;) return 1; }";
  const { diagnostics } = transform(code, { fileName: "case.ts" });
  expect(diagnostics.map((d) => d.name)).toEqual(["await_using"]);
});

test("codes are unique, and every message ends as a sentence", () => {
  const entries = Object.values(catalog);
  expect(new Set(entries.map((e) => e.code)).size).toBe(entries.length);
  for (const e of entries) expect(`${e.message} ${e.hint}`).toMatch(/\.$/);
});

test("a finding reads as one line with its place", () => {
  const [d] = transform("\n  /** @preempt */ const limit = 5;", { fileName: "src/a.ts" }).diagnostics;
  expect(d && formatDiagnostic(d)).toMatch(
    /^src\/a\.ts:2:25 warning PT1001 not_annotatable: @preempt has no effect on a variable that is not a function\. Annotate /,
  );
});

test("a file with a syntax error is left as it is, and the error has its place", () => {
  const result = transform("const a = ;\n", { fileName: "broken.ts" });
  expect(result.code).toBe("const a = ;\n");
  expect(result.diagnostics.map((d) => [d.code, d.severity, d.line, d.column])).toEqual([["PT1000", "error", 1, 11]]);
});

test("wrong options are refused at the door", () => {
  expect(() => transform("", {} as never)).toThrow(/fileName/);
  expect(() => transform(1 as never, { fileName: "a.ts" })).toThrow(/the code is of type number/);
  expect(() => transform("", { fileName: "a.ts", functions: "some" as never })).toThrow(/"annotated" or "all"/);
  expect(() => transform("", { fileName: "a.ts", strategy: "fast" as never })).toThrow(/"capture" or "paper"/);
});
