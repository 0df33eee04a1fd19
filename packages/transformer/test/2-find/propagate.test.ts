/** `propagate`: only the entry is annotated, and what it reaches is preemptable with it. */
import { drive } from "@preempt/runtime/testing";
import { afterAll, expect, test } from "vitest";
import { transform } from "../../src/index.ts";
import { load } from "../kit/harness.ts";
import { type Compiled, compile, type Files } from "../kit/project.ts";

const made: Compiled[] = [];
afterAll(() => {
  for (const project of made) project.remove();
});

const loop = "{ let s = 0; for (let i = 0; i < n; i++) s += i; return s; }";
const sum = `(n: number): number ${loop}`;

async function preemptionsOf(files: Files, propagate = true): Promise<{ value: unknown; preemptions: number }> {
  const project = compile(files, { propagate });
  made.push(project);
  const { main } = await project.load<{ main: () => unknown }>("main.ts");
  const value = main();
  for (const budget of [1, 7]) expect(drive(main, { budget }).value).toEqual(value);
  return drive(main, { budget: 0 });
}

const acrossFiles: { name: string; files: Files; value: unknown }[] = [
  {
    name: "calls, through a function that does nothing but call",
    files: {
      "main.ts": 'import { outer } from "./a.js"; /** @preempt */ export function main() { return outer(40); }',
      "a.ts": 'import sum from "./b.js"; export const outer = (n: number) => sum(n) + 1;',
      "b.ts": `export default function total${sum}`,
    },
    value: 781,
  },
  {
    name: "callbacks that are handed on, by name and on the spot",
    files: {
      "main.ts": `import { sum, twice } from "./a.js";
        /** @preempt */ export function main() { return [twice(sum), twice((n) => sum(n))]; }`,
      "a.ts": `export function sum${sum}
        export function twice(f: (n: number) => number) { return f(20) + f(20); }`,
    },
    value: [380, 380],
  },
  {
    name: "methods, and those that override and implement them in files that the entry does not import",
    files: {
      "main.ts": `import type { Shape } from "./shape.js"; import { shapes } from "./all.js";
        function area(shape: Shape): number { return shape.area(20); }
        /** @preempt */ export function main() { return shapes.map(s => 0 * s.kind).length + area(shapes[0]!) + area(shapes[1]!); }`,
      "shape.ts": "export interface Shape { kind: number; area(n: number): number }",
      "all.ts": `import type { Shape } from "./shape.js";
        abstract class Base implements Shape { kind = 1; abstract area(n: number): number; }
        class Square extends Base { area${sum} }
        export const shapes: Shape[] = [new Square(), { kind: 2, area: (n) => new Square().area(n) }];`,
    },
    value: 382,
  },
  {
    name: "functions whose only calls stand in a callback of a built-in function",
    files: {
      "main.ts": 'import { outer } from "./a.js"; /** @preempt */ export function main() { return outer([20, 20]); }',
      "a.ts": `import { sum } from "./b.js";
        export function outer(list: number[]) { return list.map((n) => sum(n)); }`,
      "b.ts": `export function sum${sum}`,
    },
    value: [190, 190],
  },
  {
    name: "tables of functions",
    files: {
      "main.ts": `import { table } from "./a.js";
        /** @preempt */ export function main() { let s = 0; for (const k of ["x", "y"] as const) s += table[k](20); return s; }`,
      "a.ts": `function sum${sum}
        export const table = { x: sum, y: sum };`,
    },
    value: 380,
  },
];

for (const { name, files, value } of acrossFiles) {
  test(`across files: ${name}`, async () => {
    const found = await preemptionsOf(files);
    expect(found.value).toEqual(value);
    expect(found.preemptions).toBeGreaterThan(40);
    expect((await preemptionsOf(files, false)).preemptions).toBeLessThan(5);
  });
}

test("@preempt never is neither made preemptable nor followed", async () => {
  const files: Files = {
    "main.ts": `import { outer } from "./a.js"; /** @preempt */ export function main() { return outer(40); }`,
    "a.ts": `import sum from "./b.js"; /** @preempt never */ export function outer(n: number) { return sum(n); }`,
    "b.ts": `export default function total${sum}`,
  };
  expect((await preemptionsOf(files)).preemptions).toBeLessThan(3);
  expect(made.at(-1)?.output("b.ts")).not.toContain("function*");
});

test("files that nothing annotated reaches stay as they are", async () => {
  const files: Files = {
    "main.ts": "/** @preempt */ export function main() { return 1; }",
    "a.ts": `export function sum${sum}`,
  };
  await preemptionsOf(files);
  expect(made.at(-1)?.output("a.ts")).not.toContain("$");
});

const inFile: { name: string; code: string; value: unknown }[] = [
  {
    name: "calls, callbacks and closures",
    code: `function sum(n) ${loop}
      const twice = (f) => f(20) + f(20);
      /** @preempt */ function main() { const g = (n) => sum(n); return twice(sum) + twice(g); }`,
    value: 760,
  },
  {
    name: "methods, by their names",
    code: `class A { total(n) { return this.#inner(n); } #inner(n) ${loop} }
      class B extends A { total(n) { return super.total(n) + 1; } }
      /** @preempt */ function main() { const all = [new A(), new B()]; let s = 0; for (const a of all) s += a.total(30); return s; }`,
    value: 871,
  },
];

for (const { name, code, value } of inFile) {
  test(`within a file, without types: ${name}`, () => {
    const run = (propagate: boolean) => {
      const { main } = load({ code }, transform(code, { fileName: "a.js", module: false, propagate }).code);
      expect(main()).toEqual(value);
      return drive(main, { budget: 0 });
    };
    expect(run(true).value).toEqual(value);
    expect(run(true).preemptions).toBeGreaterThan(40);
    expect(run(false).preemptions).toBeLessThan(5);
  });
}
