/** Classic scripts: what several of a page share, their top level, holds nothing of ours in which they could meet. */
import vm from "node:vm";
import "@preempt/runtime/script";
import { abiSymbol } from "@preempt/abi";
import { drive } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { type Optimize, transform } from "../../src/index.ts";

const optimizations: Optimize[] = ["speed", "size", { startBodies: false }];

const script = (code: string, fileName: string, optimize: Optimize) =>
  transform(code, { fileName, module: false, sourceMap: false, optimize }).code;

const page = globalThis as Record<string, unknown>;

const body = (name: string) =>
  `let s = ""; for (let i = 0; i < 3; i++) { seen("${name}" + i); s += "${name}" + i; } return s;`;

const pairs: [name: string, write: (name: string) => string, called: string][] = [
  ["functions", (x) => `var ${x} = { run: /** @preempt */ function () { ${body(x)} } };`, "A.run"],
  ["arrow functions", (x) => `var ${x} = { run: /** @preempt */ () => { ${body(x)} } };`, "A.run"],
  ["classes", (x) => `var ${x} = class { /** @preempt */ run() { ${body(x)} } };`, "A.prototype.run"],
  ["a function that is replaced", (x) => `/** @preempt */ function run() { ${body(x)} } var ${x} = run;`, "A"],
  [
    "functions that call themselves",
    (x) =>
      `/** @preempt */ function run(n = 2) { ${body(x).replace("return s", `return n > 0 ? s + ${x}(n - 1) : s`)} } var ${x} = run;`,
    "A",
  ],
];

for (const [name, write, called] of pairs) {
  test(`two scripts with ${name} of one name keep their own bodies`, () => {
    for (const optimize of optimizations) {
      for (const budget of [0, 1, 3]) {
        const log: string[] = [];
        page.seen = (x: string) => void log.push(x);
        for (const x of ["A", "B"]) vm.runInThisContext(script(write(x), "script.js", optimize));
        const f = vm.runInThisContext(called) as () => unknown;
        expect(drive(f, { budget }).value).toBe(f());
        expect(log.filter((x) => x.startsWith("B"))).toEqual([]);
        expect(log.length).toBeGreaterThan(0);
      }
    }
  });
}

test("two scripts whose calls give methods another number of arguments keep their own", () => {
  for (const optimize of optimizations) {
    for (const budget of [0, 1, 3]) {
      const log: unknown[][] = [];
      const plain = {
        two: (...given: unknown[]) => void log.push(given),
        one: (...given: unknown[]) => void log.push(given),
      };
      Object.assign(page, { plain, result: undefined });
      const first = `/** @preempt */ function first() { for (let i = 0; i < 3; i++) plain.two(i, "second"); }`;
      const second = "/** @preempt */ function second() { for (let i = 0; i < 3; i++) plain.one(i); }";
      for (const code of [first, second]) vm.runInThisContext(script(code, "script.js", optimize));
      drive(vm.runInThisContext("first") as () => unknown, { budget });
      drive(vm.runInThisContext("second") as () => unknown, { budget });
      expect(log).toEqual([...[0, 1, 2].map((i) => [i, "second"]), ...[0, 1, 2].map((i) => [i])]);
    }
  }
});

const declarations = [
  "const Symbol = 5;",
  "let globalThis = 5;",
  "let [Symbol, { globalThis }] = [1, {}];",
  "function Symbol() {}",
  "class Symbol {}",
  "var Symbol = globalThis.Symbol;",
];

for (const declaration of declarations) {
  test(`a script may declare ${declaration}`, () => {
    const code = `${declaration} /** @preempt */ function f(n = 4) { let s = 0; for (let i = 0; i < n; i++) s += i; return s; } result = f();`;
    const symbol = Symbol.for(abiSymbol);
    for (const optimize of optimizations) {
      const context = vm.createContext({ result: 0 });
      (context as Record<symbol, unknown>)[symbol] = (globalThis as Record<symbol, unknown>)[symbol];
      vm.runInContext(script(code, "script.js", optimize), context);
      expect(context.result).toBe(6);
      expect(drive(vm.runInContext("f", context) as () => unknown, { budget: 0 }).value).toBe(6);
    }
  });
}
