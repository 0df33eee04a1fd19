/**
 * Every integration beside TypeScript 7, which gives programs a version number and nothing else. The project here has a package of that name
 * and shape that cannot even be loaded: whoever loads it in place of the transformer's own fails.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build as esbuild } from "esbuild";
import { build as vite } from "vite";
import { afterAll, expect, test } from "vitest";
import webpack from "webpack";
import { main } from "../../src/cli/main.ts";
import preemptEsbuild from "../../src/esbuild.ts";
import preemptVite from "../../src/vite.ts";
import preemptWebpack from "../../src/webpack.ts";
import { writeProject } from "../kit/project.ts";
import { terminalIn } from "../kit/terminal.ts";

const heavy = "(n: number) { let s = 0; for (let i = 0; i < n; i++) s += i; return s; }";
const folder = writeProject({
  "package.json": '{ "type": "module", "devDependencies": { "typescript": "^7.0.2" } }',
  "tsconfig.json": JSON.stringify({
    // The first is an option that only version 7 has.
    compilerOptions: {
      checkers: 2,
      ...{ target: "es2024", module: "nodenext", lib: ["es5"], types: [], rootDir: "src", outDir: "dist" },
    },
    include: ["src"],
  }),
  // `heavy` is preemptable because types lead to it.
  "src/main.ts": `import { heavy } from "./heavy.ts";\n/** @preempt */ export function twice(n: number) { return heavy(n) + heavy(n); }\n`,
  "src/heavy.ts": `export function heavy${heavy}\n`,
  "node_modules/typescript/package.json": JSON.stringify({
    name: "typescript",
    version: "7.0.2",
    type: "module",
    exports: { "./package.json": "./package.json", ".": "./lib/version.cjs" },
  }),
  "node_modules/typescript/lib/version.cjs": 'throw new Error("the project\'s own TypeScript was loaded");\n',
  "node_modules/ts-patch/package.json": '{ "name": "ts-patch", "version": "3.3.0" }',
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const entry = join(folder, "src/main.ts");
const isPreemptable = expect.stringMatching(
  /twice\$resumable[\s\S]*heavy\$resumable|heavy\$resumable[\s\S]*twice\$resumable/,
);
const external = ["@preempt/runtime/abi"];

test("bundlers: Vite, esbuild and webpack", { timeout: 60_000 }, async () => {
  const lib = { entry, formats: ["es" as const] };
  const built = await vite({
    root: folder,
    configFile: false,
    logLevel: "silent",
    plugins: [preemptVite({ summary: false })],
    build: { lib, write: false, minify: false, rollupOptions: { external } },
  });
  const [{ output }] = built as unknown as [{ output: [{ code: string }] }];
  expect(output[0].code).toEqual(isPreemptable);

  const { outputFiles } = await esbuild({
    entryPoints: [entry],
    absWorkingDir: folder,
    plugins: [preemptEsbuild({ summary: false })],
    ...{ bundle: true, format: "esm", write: false, external },
  });
  expect(outputFiles[0]?.text).toEqual(isPreemptable);

  const out = join(folder, "packed");
  await new Promise<void>((resolve, reject) => {
    webpack(
      {
        context: folder,
        entry,
        ...{ mode: "development", target: "node", devtool: false, externals: external },
        output: { path: out, filename: "main.js" },
        plugins: [preemptWebpack({ summary: false })],
      },
      (error, stats) => (error || stats?.hasErrors() ? reject(error ?? stats?.toString()) : resolve()),
    );
  });
  expect(readFileSync(join(out, "main.js"), "utf8")).toEqual(isPreemptable);
});

test("Node without a build", { timeout: 90_000 }, () => {
  const register = pathToFileURL(join(import.meta.dirname, "../../src/register.ts")).href;
  const script = `import { drive } from "@preempt/runtime/testing"; import { twice } from "./src/main.ts";
    console.log(drive(twice, { args: [100], budget: 0 }).preemptions > 150);`;
  const argv = ["--import", register, "--input-type=module", "-e", script];
  const { stdout, stderr } = spawnSync(process.execPath, argv, {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, PREEMPT_SUMMARY: "0" },
  });
  expect({ stdout, stderr }).toEqual({ stdout: "true\n", stderr: "" });
});

test("the command line; check says that tspc cannot run, and what to use in its place", () => {
  const { around, said } = terminalIn(folder);
  const run = (...argv: string[]) => main(argv, around);
  expect(run("build", "-p", ".")).toBe(0);
  expect(run("build", "src", "--out", "folder")).toBe(0);
  expect(said.err).toBe("");
  const files = ["dist", "folder"].flatMap((name) => ["main.js", "heavy.js"].map((file) => join(folder, name, file)));
  for (const file of files) expect(readFileSync(file, "utf8")).toMatch(/(?:twice|heavy)\$resumable/);
  said.out = "";
  expect(run("check")).toBe(0);
  expect(said.out).toBe("2 functions preemptable, 0 left alone.\n");
  expect(said.err).toBe(
    "preempt: tspc cannot run here: ts-patch needs TypeScript 5 or 6, and this project has 7.0.2. Build with `preempt build -p tsconfig.json`, which needs no tspc: it brings its own compiler. Then remove ts-patch.\n",
  );
});
