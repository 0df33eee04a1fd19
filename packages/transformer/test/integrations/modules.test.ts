/**
 * Calls across modules, compiled by the plugin and run preempted. Each case computes the same value plainly and at every
 * budget; `preempted` says whether the loop in the other file can be suspended.
 */
import { drive } from "@preempt/runtime/testing";
import { afterAll, expect, test } from "vitest";
import { type Compiled, compile, type Files } from "../kit/project.ts";

interface Case {
  readonly name: string;
  /** `main.ts` exports an annotated `main` without a loop of its own. */
  readonly files: Files;
  readonly value: unknown;
  /** Preemptions at budget 0. More than the few of `main` itself only where the callee is suspended. */
  readonly preempted: boolean;
  /** Text that the output of main.ts must hold, or not. */
  readonly holds?: string;
  readonly lacks?: string;
}

const sum = "{ let s = 0; for (let i = 0; i < n; i++) s += i; return s; }";
const main = (body: string, rest = "") => `${rest}\n/** @preempt */ export function main(): unknown { ${body} }`;
const preempt = "/** @preempt */";

const cases: Case[] = [
  {
    name: "a direct import is asked at run time",
    files: {
      "main.ts": main("return sum(40);", 'import { sum } from "./sum.js";'),
      "sum.ts": `${preempt} export function sum(n: number): number ${sum}`,
    },
    value: 780,
    preempted: true,
    holds: "$miss($last, sum)",
  },
  {
    name: "an imported function that is not annotated is asked too: it may be, while this file is not compiled again",
    files: {
      "main.ts": main("return sum(40);", 'import { sum } from "./sum.js";'),
      "sum.ts": `export function sum(n: number): number ${sum}`,
    },
    value: 780,
    preempted: false,
    holds: "$miss($last, sum)",
  },
  {
    name: "circular imports find each other's bodies",
    files: {
      "main.ts": `import { isOdd } from "./odd.js";
        ${preempt} export function isEven(n: number): boolean { for (let i = 0; i < 1; i++) if (n === 0) return true; return isOdd(n - 1); }
        ${preempt} export function main(): unknown { return [isEven(40), isEven(41)]; }`,
      "odd.ts": `import { isEven } from "./main.js";
        ${preempt} export function isOdd(n: number): boolean { return n === 0 ? false : isEven(n - 1); }`,
    },
    value: [true, false],
    preempted: true,
    holds: "$miss($last, isOdd)",
  },
  {
    name: "export * passes the function on",
    files: {
      "main.ts": main("return sum(40);", 'import { sum } from "./barrel.js";'),
      "barrel.ts": 'export * from "./inner.js";',
      "inner.ts": 'export * from "./sum.js";',
      "sum.ts": `${preempt} export function sum(n: number): number ${sum}`,
    },
    value: 780,
    preempted: true,
  },
  {
    name: "renamed re-exports and imports are the same function",
    files: {
      "main.ts": main("return add(40);", 'import { total as add } from "./barrel.js";'),
      "barrel.ts": 'export { sum as total } from "./sum.js";',
      "sum.ts": `${preempt} export function sum(n: number): number ${sum}`,
    },
    value: 780,
    preempted: true,
    holds: ", add)",
  },
  {
    name: "a renamed re-export of a plain function is asked too",
    files: {
      "main.ts": main("return add(40);", 'import { total as add } from "./barrel.js";'),
      "barrel.ts": 'export { sum as total } from "./sum.js";',
      "sum.ts": `export const sum = (n: number): number => ${sum};`,
    },
    value: 780,
    preempted: false,
    holds: "$miss($last, add)",
  },
  {
    name: "default exports: a declaration",
    files: {
      "main.ts": main("return sum(40);", 'import sum from "./sum.js";'),
      "sum.ts": `${preempt} export default function sum(n: number): number ${sum}`,
    },
    value: 780,
    preempted: true,
  },
  {
    name: "default exports: an expression, through `export { default as … }`",
    files: {
      "main.ts": main("return sum(40);", 'import { sum } from "./barrel.js";'),
      "barrel.ts": 'export { default as sum } from "./sum.js";',
      "sum.ts": `${preempt} export default (n: number): number => ${sum};`,
    },
    value: 780,
    preempted: true,
  },
  {
    name: "namespace imports",
    files: {
      "main.ts": main("return sums.sum(40);", 'import * as sums from "./sum.js";'),
      "sum.ts": `${preempt} export function sum(n: number): number ${sum}`,
    },
    value: 780,
    preempted: true,
    holds: '"sums.sum"',
  },
  {
    name: "a namespace's plain function is asked too",
    files: {
      "main.ts": main("return sums.sum(40);", 'import * as sums from "./sum.js";'),
      "sum.ts": `export function sum(n: number): number ${sum}`,
    },
    value: 780,
    preempted: false,
    holds: '"sums.sum"',
  },
  {
    name: "an overriding method in another file is found, though the declared one is plain",
    files: {
      "main.ts": main(
        "const shapes: Shape[] = [new Shape(), new Grid()]; return shapes[1]!.cells(40);",
        'import { Shape } from "./shape.js"; import { Grid } from "./grid.js";',
      ),
      "shape.ts": "export class Shape { cells(n: number): number { return n; } }",
      "grid.ts": `import { Shape } from "./shape.js";
        export class Grid extends Shape { ${preempt} override cells(n: number): number ${sum} }`,
    },
    value: 780,
    preempted: true,
    holds: ".cells",
  },
  {
    name: "a method that no class of another file makes preemptable yet is asked too",
    files: {
      "main.ts": main(
        "const shape: Shape = new Grid(); return shape.cells(40);",
        'import { Shape } from "./shape.js"; import { Grid } from "./grid.js";',
      ),
      "shape.ts": "export class Shape { cells(n: number): number { return n; } }",
      "grid.ts": `import { Shape } from "./shape.js";
        export class Grid extends Shape { override cells(n: number): number ${sum} }`,
    },
    value: 780,
    preempted: false,
    holds: '"shape.cells"',
  },
  {
    name: "super.m() reaches the base class's body",
    files: {
      "main.ts": `import { Base } from "./base.js";
        class Derived extends Base { ${preempt} override total(n: number): number { return super.total(n) + 1; } }
        ${preempt} export function main(): unknown { return new Derived().total(40); }`,
      "base.ts": `export class Base { ${preempt} total(n: number): number ${sum} }`,
    },
    value: 781,
    preempted: true,
  },
  {
    name: "a call typed by an interface asks whatever implements it",
    files: {
      "main.ts": main("return use(make());", 'import { type Counter, make } from "./counter.js";').replace(
        "/** @preempt */",
        `${preempt} function use(counter: Counter): number { return counter.count(40); }\n${preempt}`,
      ),
      "counter.ts": `export interface Counter { count(n: number): number }
        export function make(): Counter { return { ${preempt} count(n: number): number ${sum} }; }`,
    },
    value: 780,
    preempted: true,
  },
  {
    name: "a look-alike of an interface in a generic class is asked, too",
    files: {
      "main.ts": main(
        "const c: Counter<number> = make(40); return c.count();",
        'import { type Counter, make } from "./counter.js";',
      ),
      "counter.ts": `export interface Counter<T> { count(): T }
        class Adder<T extends number> { n: T; constructor(n: T) { this.n = n; } ${preempt} count(): T { let s = 0; for (let i = 0; i < this.n; i++) s += i; return s as T; } }
        export function make(n: number): Counter<number> { return new Adder(n); }`,
    },
    value: 780,
    preempted: true,
  },
  {
    name: "a class that extends Array and overrides a built-in is asked",
    files: {
      "main.ts": main("const list: number[] = new List(40); return list.at(0);", 'import { List } from "./list.js";'),
      "list.ts": `export class List extends Array<number> { ${preempt} override at(i: number): number { const n = this.length + i; ${sum.slice(1)} }`,
    },
    value: 780,
    preempted: true,
  },
  {
    name: "a built-in is plain, though an unrelated class has an annotated method of that name",
    files: {
      "main.ts": main("const list: number[] = [1, 2]; return list.at(-1);"),
      "list.ts": `export class Other { size = 1; ${preempt} at(n: number): number ${sum} }`,
    },
    value: 2,
    preempted: false,
    lacks: "$miss(",
  },
  {
    name: "a callback in a variable is asked",
    files: {
      "main.ts": main("const f = pick(true); return f(40);", 'import { pick } from "./pick.js";'),
      "pick.ts": `import { sum } from "./sum.js";
        export function pick(first: boolean): (n: number) => number { return first ? sum : Math.abs; }`,
      "sum.ts": `${preempt} export function sum(n: number): number ${sum}`,
    },
    value: 780,
    preempted: true,
  },
  {
    name: "callbacks in parameters, tables and unions are asked",
    files: {
      "main.ts": main(
        'const { fast } = table; const f: typeof table.slow | typeof fast = table["slow"]; return [apply(table.slow), f(40), fast(3)];',
        `import { sum } from "./sum.js";
         const table = { slow: sum, fast: (n: number) => n };
         ${preempt} function apply(f: (n: number) => number): number { return f(40); }`,
      ),
      "sum.ts": `${preempt} export function sum(n: number): number ${sum}`,
    },
    value: [780, 780, 3],
    preempted: true,
  },
  {
    name: "a bound method is preempted as the method is",
    files: {
      "main.ts": main(
        "const f = adder.add.bind(adder); return f(40);",
        'import { Adder } from "./adder.js"; const adder = new Adder();',
      ),
      "adder.ts": `export class Adder { base = 1; ${preempt} add(n: number): number { let s = this.base; for (let i = 0; i < n; i++) s += i; return s; } }`,
    },
    value: 781,
    preempted: true,
  },
  {
    name: "recursion through closures of another file",
    files: {
      "main.ts": main("return fix(walk)(12);", 'import { fix, walk } from "./fix.js";'),
      "fix.ts": `type F = (n: number) => number;
        export function fix(step: (self: F) => F): F { const self: F = ${preempt} (n) => step(self)(n); return self; }
        export const walk = (self: F): F => ${preempt} (n) => n < 2 ? n : self(n - 1) + self(n - 2);`,
    },
    value: 144,
    preempted: true,
  },
  {
    name: "a function of a package, known by its types only, is asked",
    files: {
      "main.ts": main("return sum(40);", 'import { sum } from "adding";'),
      "node_modules/adding/package.json":
        '{ "name": "adding", "type": "module", "exports": { "types": "./index.d.ts", "default": "./index.js" } }',
      "node_modules/adding/index.d.ts": "export declare function sum(n: number): number;",
      "node_modules/adding/index.js": `export function sum(n) ${sum}`,
    },
    value: 780,
    preempted: false,
    holds: "$miss($last, sum)",
  },
];

const made: Compiled[] = [];
afterAll(() => {
  for (const project of made) project.remove();
});

for (const { name, files, value, preempted, holds, lacks } of cases) {
  test(name, async () => {
    const project = compile(files, { propagate: false });
    made.push(project);
    const { main } = await project.load<{ main: () => unknown }>("main.ts");
    expect(main()).toEqual(value);
    for (const budget of [0, 1, 7, 300]) expect(drive(main, { budget }).value).toEqual(value);
    const { preemptions } = drive(main, { budget: 0 });
    if (preempted) expect(preemptions).toBeGreaterThan(20);
    else expect(preemptions).toBeLessThan(3);
    if (holds !== undefined) expect(project.output("main.ts")).toContain(holds);
    if (lacks !== undefined) expect(project.output("main.ts")).not.toContain(lacks);
  });
}

test("`all` names files by globs from where tsconfig.json stands", async () => {
  const files: Files = {
    "main.ts": main("return sum(40);", 'import { sum } from "./lib/sum.js";'),
    "lib/sum.ts": `export function sum(n: number): number ${sum}`,
  };
  const preemptions = async (all: string[]) => {
    const project = compile(files, { all, propagate: false });
    made.push(project);
    return drive((await project.load<{ main: () => unknown }>("main.ts")).main, { budget: 0 }).preemptions;
  };
  for (const all of [["lib/**"], ["./lib"], ["**/s?m.ts"], ["lib/sum.ts"]])
    expect(await preemptions(all)).toBeGreaterThan(20);
  for (const all of [[], ["src/**"], ["sum.ts"]]) expect(await preemptions(all)).toBeLessThan(3);
  expect(() => compile(files, { all: "lib" as never })).toThrow(/Give a list/);
  expect(() => compile(files, { propagate: 1 as never })).toThrow(/true or false/);
});
