/** Node without a build: `node --import @preempt/transformer/register`, and `register` with options. */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { counting, linkPackage, sum, writeProject } from "../kit/project.ts";

const folder = writeProject({
  "package.json": JSON.stringify({ name: "app", type: "module" }),
  "main.ts": `
    import { drive } from "@preempt/runtime/testing";
    import type { Amount } from "./types.ts";
    import { failing, own } from "./lib.ts";
    import plain from "./plain.cjs";
    import scripted from "./scripted.cts";
    import { count } from "counting";
    import amounts from "amounts";
    /** @preempt */
    function both(n: Amount): number { return count(n) + amounts.total(n); }
    const preemptions = (f: (n: number) => number) => drive(f, { args: [100], budget: 0 }).preemptions;
    console.log({ own: preemptions(own), plain: preemptions(plain.total), scripted: preemptions(scripted.total), both: preemptions(both) });
    for (const run of [() => failing(5), () => drive(failing, { args: [5], budget: 0 })]) {
      try { run(); } catch (error) { console.log(/(lib.ts:\\d+:\\d+)/.exec((error as Error).stack ?? "")?.[1]); }
    }
  `,
  "types.ts": "export type Amount = number;",
  "lib.ts": `
    interface Row { readonly n: number }
    /** @preempt */
    export function own(n: number): number { let s = 0; for (let i = 0; i < n; i++) s += i; return s; }
    /** @preempt */
    export function failing(n: number): number {
      for (let i = 0; i < n; i++)
        if (i === 2) throw new Error("at two");
      return ({ n } satisfies Row).n;
    }
    /** @preempt */
    export class steps {}
  `,
  "plain.cjs": `/** @preempt */ exports.total = ${sum};`,
  "scripted.cts": `/** @preempt */ exports.total = ${sum.replace("(n)", "(n: number): number")};`,
  "old/package.json": "{}",
  "old/app.js": `
    const { drive } = require("@preempt/runtime/testing");
    const preemptions = (f) => drive(f, { args: [100], budget: 0 }).preemptions;
    console.log(preemptions(require("./scripted").total), preemptions(require("./typed.ts").total), preemptions(require("./module.ts").total));
  `,
  "old/scripted.js": `/** @preempt */ exports.total = ${sum};`,
  "old/typed.ts": `/** @preempt */ exports.total = ${sum.replace("(n)", "(n: number): number")};`,
  "old/module.ts": `/** @preempt */ export const total = ${sum.replace("(n)", "(n: number): number")};`,
  "fields/tsconfig.json": JSON.stringify({ compilerOptions: { target: "es2020", useDefineForClassFields: false } }),
  "fields/typed.ts": `
    class Base { constructor() { this.start(); } start(): void {} }
    class Late extends Base {
      late: number;
      start(): void { this.late = 5; }
      /** @preempt */ m(): unknown { for (let i = 0; i < 1; i++); return this.late; }
    }
    console.log(new Late().m(), Object.keys(new Late()));
  `,
  "untouched.ts": "export function named(n: number) { return n; }\nconsole.log(named.toString());",
  "worker.ts": `
    import { isMainThread, Worker } from "node:worker_threads";
    import { drive } from "@preempt/runtime/testing";
    import { own } from "./lib.ts";
    if (isMainThread) new Worker(new URL(import.meta.url));
    else console.log(drive(own, { args: [100], budget: 0 }));
  `,
  "preempt.mjs": `
    import { register } from "@preempt/transformer/node";
    register({ packages: ["counting", "amounts"], onDiagnostic: (d) => console.log(d.code, d.line) });
  `,
  "wrong.mjs": `
    import { register } from "@preempt/transformer/node";
    register({ optimize: "fast" });
  `,
  ...counting,
  "node_modules/amounts/package.json": JSON.stringify({ name: "amounts", main: "index.js" }),
  "node_modules/amounts/index.js": `const lib = require("./lib"); exports.total = lib.total;`,
  "node_modules/amounts/lib.js": `exports.total = ${sum};`,
});
afterAll(() => rmSync(folder, { recursive: true }));

function node(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  return { status, stdout, stderr };
}

test("annotated functions of modules, CommonJS and TypeScript are preemptable; packages are as they were", () => {
  const { stdout, stderr } = node("--import", "@preempt/transformer/register", "main.ts");
  expect(stdout.split("\n")).toEqual([
    "{ own: 101, plain: 101, scripted: 101, both: 1 }",
    // Called plainly, and suspended.
    "lib.ts:8:28",
    "lib.ts:8:28",
    "",
  ]);
  expect(stderr).toContain("[PT1001] PreemptWarning: ");
  expect(stderr).toContain("lib.ts:12:");
});

test("`register` takes the options of the bundlers' plugins, packages among them", () => {
  const { stdout, stderr } = node("--import", "./preempt.mjs", "main.ts");
  expect(stdout).toContain("{ own: 101, plain: 101, scripted: 101, both: 203 }");
  expect(stdout).toContain("PT1001 12");
  expect(stderr.split("\n")).toEqual([
    "preempt: 5 functions preemptable in 4 files, 1 left alone (1 not_annotatable)",
    "preempt: amounts: 1 function preemptable in 1 file",
    "preempt: counting: 1 function preemptable in 1 file",
    "",
  ]);
});

test("packages of a workspace are the project's, and are named in `all` as others are", () => {
  const app = writeProject({
    "main.ts": `
      import { drive } from "@preempt/runtime/testing";
      import { count, marked } from "@acme/lib";
      console.log([count, marked].map((f) => drive(f, { args: [100], budget: 0 }).preemptions));
    `,
    "preempt.mjs": 'import { register } from "@preempt/transformer/node"; register({ packages: ["@acme/lib"] });',
  });
  const place = linkPackage(app);
  try {
    const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: app, encoding: "utf8" });
    expect(run("--import", "@preempt/transformer/register", "main.ts").stdout).toBe("[ 0, 101 ]\n");
    expect(run("--import", "./preempt.mjs", "main.ts").stdout).toBe("[ 101, 101 ]\n");
  } finally {
    for (const made of [app, place]) rmSync(made, { recursive: true, force: true });
  }
});

test("in a package that does not say what its files are, each is what it says itself", () => {
  const { stdout } = node("--import", "@preempt/transformer/register", "old/app.js");
  expect(stdout).toBe("101 101 101\n");
});

test("types are taken away as Node does it, whatever a tsconfig.json says of classes", () => {
  const { stdout } = node("--import", "@preempt/transformer/register", "fields/typed.ts");
  expect(stdout).toBe(node("fields/typed.ts").stdout);
  expect(stdout).toBe("undefined [ 'late' ]\n");
});

test("a file without a preemptable function is left to Node", () => {
  expect(node("--import", "@preempt/transformer/register", "untouched.ts").stdout).toBe(node("untouched.ts").stdout);
});

test("worker threads have it too", () => {
  const { stdout } = node("--import", "@preempt/transformer/register", "worker.ts");
  expect(stdout).toBe("{ value: 4950, preemptions: 101 }\n");
});

test("an option with a value that does not exist is refused before anything is loaded", () => {
  const { status, stderr } = node("--import", "./wrong.mjs", "main.ts");
  expect(status).toBe(1);
  expect(stderr).toContain("optimize");
});

test("who registers a loader that takes types and comments away first is told of it, once", () => {
  const project = writeProject({
    "stripping.mjs": `
      import { registerHooks, stripTypeScriptTypes } from "node:module";
      import { readFileSync } from "node:fs";
      registerHooks({
        load(url, context, next) {
          if (!url.endsWith(".ts")) return next(url, context);
          const code = readFileSync(new URL(url), "utf8").replace(/\\/\\*.*?\\*\\//g, "");
          return { format: "module", shortCircuit: true, source: stripTypeScriptTypes(code) };
        },
      });`,
    "app.ts":
      'import { drive } from "@preempt/runtime/testing"; import "./more.ts"; /** @preempt */ function f(n: number) { for (; n > 0; n--); } console.log(drive(f, { args: [9] }).preemptions);',
    "more.ts": "/** @preempt */ export function g(n: number) { for (; n > 0; n--); }",
  });
  const register = ["--import", "@preempt/transformer/register"];
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [...args, "app.ts"], { cwd: project, encoding: "utf8" });
  const late = run("--import", "./stripping.mjs", ...register);
  expect(late.stdout).toBe("0\n");
  expect(late.stderr.match(/other_loader/g)).toHaveLength(2);
  rmSync(project, { recursive: true });
});
