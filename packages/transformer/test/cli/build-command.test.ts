/** `preempt build` with files and folders: what it writes runs by itself, and is what the hooks of Node would have made. */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import { type Files, sum } from "../kit/project.ts";
import { terminalIn } from "../kit/terminal.ts";

/** Far from the workspace, so that nothing is found that a build does not bring along. */
let folder = "";
const runtime = realpathSync(join(dirname(fileURLToPath(import.meta.url)), "../../../runtime"));

const manifest = (value: object) => JSON.stringify(value);
const files: Files = {
  "package.json": manifest({ name: "app", type: "module", dependencies: { counting: "1", wrapping: "1", typed: "1" } }),
  "tsconfig.json": manifest({ compilerOptions: { jsx: "react", jsxFactory: "h" } }),
  "src/main.ts": `
    import { createRequire } from "node:module";
    import { Worker } from "node:worker_threads";
    import { drive } from "@preempt/runtime/testing";
    import { count } from "counting";
    import { wrapped } from "wrapping";
    import { typed } from "typed";
    import type { Row } from "./types.ts";
    import { own, failing } from "./lib/own.ts";
    import { view } from "./view.tsx";
    import data from "./data.json" with { type: "json" };
    import plain from "./plain.cjs";
    import scripted from "./scripted.cts";
    const { late } = await import("./late.mjs");
    const preemptions = (f: (n: number) => number) => drive(f, { args: [100], budget: 0 }).preemptions;
    const row: Row = { own: preemptions(own), plain: preemptions(plain.total), scripted: preemptions(scripted.total) };
    console.log(row, data, view, late);
    console.log({ count: preemptions(count), wrapped: preemptions(wrapped), typed: preemptions(typed) });
    try { failing(); } catch (error) { console.log(/(own.\\ws:\\d+)/.exec((error as Error).stack ?? "")?.[1]); }
    const { cache } = createRequire(import.meta.url);
    console.log(Object.keys(cache).some((file) => file.includes("typescript")));
    new Worker(new URL("./worker.ts", import.meta.url));
  `,
  "src/types.ts": "export interface Row { own: number; plain: number; scripted: number }\n",
  "src/lib/own.ts": `/** @preempt */ export function own(n: number): number { let s = 0; for (let i = 0; i < n; i++) s += i; return s; }
enum Kind { A = 3 }
/** @preempt */ export function failing(): void {
  for (let i = 0; i < 5; i++)
    if (i === Kind.A) throw new Error("at three");
}
`,
  "src/view.tsx": "const h = (name: string) => name;\nexport const view = <p />;\n",
  "src/worker.ts":
    'import { own } from "./lib/own.ts";\nimport { drive } from "@preempt/runtime/testing";\nconsole.log("worker", drive(own, { args: [100], budget: 0 }).preemptions as number);\n',
  "src/late.mjs": 'export { late } from "./later.ts";\n',
  "src/later.ts": "export const late: string = 'late';\n",
  "src/data.json": '{"a":1}',
  "src/plain.cjs": `/** @preempt */ exports.total = ${sum};\n`,
  "src/scripted.cts": `const { factor } = require("./factor.cts");\n/** @preempt */ exports.total = ${sum.replace("(n)", "(n: number): number").replace("return s", "return s * factor")};\n`,
  "src/factor.cts": "exports.factor = 1 as number;\n",
  "src/types.d.ts": "",
  "node_modules/counting/package.json": manifest({
    name: "counting",
    type: "module",
    exports: { ".": { browser: "./browser.js", default: "./index.js" } },
    dependencies: { needed: "1" },
  }),
  "node_modules/counting/index.js": `import { step } from "needed";\nexport const count = ${sum.replace("s += i", "s = step(s)")};\n`,
  "node_modules/counting/browser.js": `export const count = ${sum};\n`,
  "node_modules/counting/node_modules/needed/package.json": manifest({ name: "needed", main: "index.js" }),
  "node_modules/counting/node_modules/needed/index.js": "exports.step = (s) => s + 1;\n",
  "node_modules/needed/package.json": manifest({ name: "needed", main: "index.js" }),
  "node_modules/needed/index.js": "throw new Error('another version');\n",
  "node_modules/wrapping/package.json": manifest({ name: "wrapping", main: "lib", dependencies: { counting: "1" } }),
  "node_modules/wrapping/lib/index.js": 'exports.wrapped = require("counting").count;\n',
  "linked/package.json": manifest({ name: "typed", type: "module", exports: "./src/index.ts" }),
  "linked/src/index.ts": `export const typed = ${sum.replace("(n)", "(n: number): number")};\n`,
};

function write(all: Files, at: string): void {
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(at, name)), { recursive: true });
    writeFileSync(join(at, name), text);
  }
}

function preempt(...argv: string[]) {
  const { around, said } = terminalIn(folder);
  const code = main(["build", ...argv], around);
  return { code, ...said };
}

const run = (file: string) =>
  spawnSync(process.execPath, ["--enable-source-maps", file], { cwd: folder, encoding: "utf8" });

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "preempt-build-")));
  write(files, folder);
  symlinkSync(join(folder, "linked"), join(folder, "node_modules/typed"), "junction");
  mkdirSync(join(folder, "node_modules/@preempt"), { recursive: true });
  symlinkSync(runtime, join(folder, "node_modules/@preempt/runtime"), "junction");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const all = ["--all", "counting", "--all", "typed"];

test("the output runs with the runtime alone: modules, CommonJS, JSX, workers, and packages of `all`", () => {
  const built = preempt("src", "--out", "dist", ...all);
  expect(built).toEqual({
    code: 0,
    out: "12 files written to dist, 3 of them transformed; 2 files of counting, typed, wrapping transformed.\npreempt: 5 functions preemptable in 4 files.\npreempt: counting: 1 function preemptable in 1 file.\n",
    err: "",
  });
  const { stdout, stderr } = run("dist/main.js");
  expect(stderr).toBe("");
  expect(stdout.split("\n")).toEqual([
    "{ own: 101, plain: 101, scripted: 101 } { a: 1 } p late",
    "{ count: 200, wrapped: 200, typed: 101 }",
    "own.ts:5",
    "false",
    "worker 101",
    "",
  ]);
});

test("each package finds what it found: versions of its own are linked, others are left where they are", () => {
  preempt("src", "--out", "dist", ...all);
  const link = join(folder, "dist/node_modules/counting/node_modules/needed");
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(realpathSync(link)).toBe(join(folder, "node_modules/counting/node_modules/needed"));
  expect(readdirSync(join(folder, "dist/node_modules")).sort()).toEqual(["counting", "typed", "wrapping"]);
  // Nothing in Node leads there.
  expect(readFileSync(join(folder, "dist/node_modules/counting/browser.js"), "utf8")).toBe(
    files["node_modules/counting/browser.js"],
  );
});

test("a second build writes only what has changed, and removes what has gone", () => {
  write({ "src/gone.ts": "export {};\n" }, folder);
  preempt("src", "--out", "dist");
  expect(existsSync(join(folder, "dist/gone.js"))).toBe(true);
  write({ "dist/mine.txt": "mine" }, folder);
  rmSync(join(folder, "src/gone.ts"));
  const before = lstatSync(join(folder, "dist/main.js")).mtimeMs;
  preempt("src", "--out", "dist");
  expect(existsSync(join(folder, "dist/gone.js"))).toBe(false);
  expect(existsSync(join(folder, "dist/gone.js.map"))).toBe(false);
  expect(existsSync(join(folder, "dist/mine.txt"))).toBe(true);
  expect(lstatSync(join(folder, "dist/main.js")).mtimeMs).toBe(before);
});

test("without packages, and with files in place of a folder", () => {
  expect(preempt("src/later.ts", "--out", "one").out).toBe(
    "1 file written to one, 0 of them transformed.\npreempt: no function of the project is preemptable. Write /** @preempt */ before one, or pass it to a scheduler.\n",
  );
  expect(readdirSync(join(folder, "one")).sort()).toEqual([".preempt-build.json", "later.js", "later.js.map"]);
});

test("an output that another package.json speaks for says itself what its files are", () => {
  const elsewhere = mkdtempSync(join(tmpdir(), "preempt-out-"));
  try {
    preempt("src", "--out", elsewhere);
    expect(JSON.parse(readFileSync(join(elsewhere, "package.json"), "utf8"))).toEqual({ type: "module" });
  } finally {
    rmSync(elsewhere, { recursive: true, force: true });
  }
});

test.for([
  [["--out", "src/view.tsx", "src"], "src/view.tsx is a file. Give a folder."],
  [["src"], "build needs a folder to write to"],
  [["nowhere", "--out", "dist"], "nowhere: no such file or folder."],
  [["src", "--out", "."], "--out . holds the sources."],
  [["src", "--out", "package.json"], "package.json is a file. Give a folder."],
  [["src", "--out", "dist", "--all", "missing"], 'there is no package "missing"'],
  [["src", "--out", "dist", "--optimize", "fast"], "--optimize is fast. Give speed or size."],
  [["src", "--out", "dist", "--job", "x"], "preempt build has no option --job."],
] as const)("preempt build %s is refused in a sentence", ([argv, message]) => {
  const { code, err } = preempt(...argv);
  expect(code).toBe(2);
  expect(err).toContain(message);
});

test("two files that become one are refused, and a mistake in one file is an error", () => {
  write({ "twice/a.ts": "", "twice/a.js": "", "broken/a.ts": "/** @preempt */ function f( {\n" }, folder);
  expect(preempt("twice", "--out", "dist").err).toContain("both become dist/a.js");
  const { code, out } = preempt("broken", "--out", "dist");
  expect(code).toBe(1);
  expect(out).toContain("broken/a.ts:2:1 error PT1000 syntax_error");
});
