/** Tiny checkouts, laid out as those of the projects are whose programs `npm run corpora` runs. */

export interface Checkout {
  readonly files: Readonly<Record<string, string>>;
  /** The programs to be found, each with whether it is suspended under a budget. */
  readonly programs: Readonly<Record<string, "suspended" | "not suspended" | "not counted">>;
}

/** A function that is suspended, and what it prints. */
const sum = "function sum(n) { var s = 0; for (var i = 0; i < n; i++) s += i; return s; }";

export const checkouts: Readonly<Record<string, Checkout>> = {
  uglify: {
    files: {
      "test/compress/sums.js": [
        "adds: {",
        "    options = { unused: true }",
        `    input: { ${sum} console.log(sum(20)); }`,
        "    expect: { whatever(); }",
        '    expect_stdout: "190"',
        "}",
        "no_output: {",
        "    input: { f(); }",
        "    expect: { f(); }",
        "}",
        "strict: {",
        '    input: { "use strict"; console.log(typeof this, (() => 1)()); }',
        '    expect_stdout: [ "object 1" ]',
        "}",
      ].join("\n"),
    },
    programs: { "test/compress/sums.js adds": "suspended", "test/compress/sums.js strict": "not suspended" },
  },
  babel: {
    files: {
      "packages/babel-plugin-a/test/fixtures/group/case/exec.js": `${sum} expect(sum(20)).toBe(190); expect(() => { throw new TypeError("no"); }).toThrow("no");`,
      "packages/babel-plugin-a/test/fixtures/group/case/input.js": "not(run)",
      "packages/babel-plugin-a/test/fixtures/group/module/exec.mjs": `import { sum } from "./sum.mjs"; expect(await sum(20)).toBe(190); export {};`,
      "packages/babel-plugin-a/test/fixtures/group/module/sum.mjs": `export async ${sum}`,
      "packages/babel-plugin-a/test/fixtures/group/proposal/exec.js": "1 |> sum(%);",
    },
    programs: {
      "packages/babel-plugin-a/test/fixtures/group/case/exec.js": "suspended",
      "packages/babel-plugin-a/test/fixtures/group/module/exec.mjs": "suspended",
      "packages/babel-plugin-a/test/fixtures/group/proposal/exec.js": "not counted",
    },
  },
  regenerator: {
    files: {
      "test/sums.js": [
        'var assert = require("assert"); var shared = require("./shared.js");',
        'describe("sums", function() { it("add", function() { assert.strictEqual(shared.sum(20), 190); }); });',
        'describe("promises", function() {',
        '  it("wait", async function() { assert.ok(await Promise.resolve(shared.sum(3))); });',
        '  it("call back", function(done) { setTimeout(function() { shared.sum(9); done(); }, 10); });',
        "});",
      ].join("\n"),
      "test/shared.js": `exports.sum = ${sum};`,
      "test/run.js": 'describe("a tool", function() {});',
    },
    programs: { "test/sums.js 1 sums": "suspended", "test/sums.js 2 promises": "suspended" },
  },
  esbuild: {
    files: {
      "scripts/end-to-end-tests.js": [
        "tests.push(",
        `  test(["in.js", "--bundle", "--outfile=node.js"], { "in.js": \`import { sum } from "./sum"; if (sum(20) !== 190) throw "fail"\`, "sum.js": "export ${sum}" }),`,
        `  test(["in.js", "--outfile=out.js"], { "in.js": "exports.async = async () => { console.log(await 1) }", "node.js": "exports.async = require('./out').async" }, { async: true }),`,
        "  test([word], { 'in.js': `a` }),",
        ")",
      ].join("\n"),
      "scripts/decorator-tests.ts": [
        "const tests: Record<string, () => void> = {",
        '  "a method": () => { class C { @twice m() { return 1 } } console.log(new C().m()) },',
        '  "another": () => { console.log(2) },',
        "}",
        "function twice(f: any) { return () => { let s = 0; for (let i = 0; i < 2; i++) s += f(); return s } }",
        "for (const test of Object.values(tests)) test()",
      ].join("\n"),
    },
    programs: {
      "scripts/end-to-end-tests.js:2": "suspended",
      "scripts/end-to-end-tests.js:3": "suspended",
      "scripts/decorator-tests.ts a method": "suspended",
      "scripts/decorator-tests.ts another": "suspended",
    },
  },
  jerryscript: {
    files: {
      "tests/jerry/sums.js": `${sum} assert(sum(20) === 190); assert(false); gc();`,
      "tests/hello.js": "print(1)",
    },
    programs: { "tests/jerry/sums.js": "suspended" },
  },
  hermes: {
    files: {
      "test/hermes/sums.js": `// RUN: %hermes %s\n"use strict";\n${sum}\nprint(sum(20), [1, 2]);\n// CHECK: 190 1,2`,
      "test/Parser/error.js": "var var;",
    },
    programs: { "test/hermes/sums.js": "suspended", "test/Parser/error.js": "not counted" },
  },
  chakra: {
    files: {
      "test/Basics/sums.js": `WScript.LoadScriptFile("..\\\\Lib\\\\sums.js"); WScript.Echo("sum", sum(20)); WScript.SetTimeout(function () { WScript.Echo(sum(3)); }, 5);`,
      "test/Lib/sums.js": sum,
      "test/benchmarks/long.js": "for (;;);",
    },
    programs: { "test/Basics/sums.js": "suspended", "test/Lib/sums.js": "not suspended" },
  },
  v8: {
    files: {
      "test/mjsunit/mjsunit.js": `function assertEquals(a, b) { if (a !== b) throw new Error("unequal"); }`,
      "test/mjsunit/sums.js": `// Flags: --allow-natives-syntax\n${sum}\nassertEquals(190, sum(20));`,
      "test/mjsunit/natives.js": "%PrepareFunctionForOptimization(f);",
    },
    programs: { "test/mjsunit/sums.js": "suspended", "test/mjsunit/natives.js": "not counted" },
  },
  spidermonkey: {
    files: {
      "js/src/jit-test/lib/asserts.js": "function equal(a, b) { assertEq(a, b); }",
      "js/src/jit-test/tests/basic/sums.js": `// |jit-test| --fast\nload("asserts.js");\n${sum}\nequal(sum(20), 190);`,
    },
    programs: { "js/src/jit-test/tests/basic/sums.js": "suspended" },
  },
};
