/** The plugin in webpack, Rspack and esbuild, and the loader: a project with a package of each kind that is transformed whole, bundled with the runtime. */
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { drive } from "@preempt/runtime/testing";
import { type RspackOptions, rspack } from "@rspack/core";
import { build, context, transform as transformWithEsbuild } from "esbuild";
import { afterAll, expect, test, vi } from "vitest";
import webpack from "webpack";
import preemptEsbuild from "../../src/esbuild.ts";
import { type Diagnostic, transform } from "../../src/index.ts";
import preemptRspack from "../../src/rspack.ts";
import preemptWebpack from "../../src/webpack.ts";
import { counting, sum, writeProject } from "../kit/project.ts";

const folder = writeProject({
  "main.js": `
    import { own } from "./own.ts";
    import { count } from "counting";
    import amounts, { total } from "amounts";
    /** @preempt */
    export function all(n) { return own(n) + count(n) + amounts.total(n) + total(n); }
    export { failing } from "./own.ts";
    /** @preempt */
    export class steps {}
  `,
  "own.ts": `
    interface Row { readonly n: number }
    /** @preempt */
    export function own(n: number): number { let s = 0; for (let i = 0; i < n; i++) s += i; return s; }
    /** @preempt */
    export function failing(n: number): number {
      for (let i = 0; i < n; i++)
        if (i === 2) throw new Error("at two");
      return ({ n } satisfies Row).n;
    }
  `,
  ...counting,
  // The first file has no functions: nothing is to be done to it.
  "node_modules/amounts/package.json": JSON.stringify({ name: "amounts", main: "index.js" }),
  "node_modules/amounts/index.js": 'module.exports = require("./lib.js");',
  "node_modules/amounts/lib.js": `exports.total = ${sum};`,
  // What a package of the project needs, and the project does not name, as pnpm keeps it.
  "node_modules/.pnpm/node_modules/inner/package.json": JSON.stringify({ name: "inner" }),
});
afterAll(() => rmSync(folder, { recursive: true }));

const entry = join(folder, "main.js");
/** Of the folder with the sources, where bundlers load it by its name as users do by the package's. */
const loader = fileURLToPath(new URL("../../dist/loader.js", import.meta.url));

async function withEsbuild(outfile: string, options: Parameters<typeof preemptEsbuild>[0]): Promise<void> {
  await build({
    absWorkingDir: folder,
    entryPoints: [entry],
    outfile,
    bundle: true,
    minify: true,
    platform: "node",
    format: "esm",
    sourcemap: "inline",
    logLevel: "silent",
    plugins: [preemptEsbuild(options)],
  });
}

type Options = NonNullable<Parameters<typeof preemptWebpack>[0]>;

const asModule = (filename: string) => ({
  context: folder,
  mode: "production" as const,
  entry,
  target: "node",
  devtool: "inline-source-map" as const,
  output: { path: folder, filename, library: { type: "module" } },
  experiments: { outputModule: true },
});
// As with a loader for TypeScript. Without one webpack takes the types away itself, if there are any left, and loses the map.
const javascript = { test: /\.ts$/, type: "javascript/auto" };

function withWebpack(outfile: string, options: Options): Promise<void> {
  const module = { rules: [javascript] };
  return built(webpack({ ...asModule(outfile), module, plugins: [preemptWebpack(options)] }));
}

function withRspack(outfile: string, options: Options): Promise<void> {
  const module = { rules: [javascript] };
  return built(rspack({ ...asModule(outfile), module, plugins: [preemptRspack(options)] } as RspackOptions));
}

/** Packages have to find the runtime themselves, or are told where it is. */
const alias = { "@preempt/runtime/abi": createRequire(import.meta.url).resolve("@preempt/runtime/abi") };
const loading = (options: Options) => ({
  resolve: { alias },
  module: { rules: [{ test: /\.[jt]s$/, type: "javascript/auto", use: [{ loader, options }] }] },
});

function withLoaderInWebpack(outfile: string, options: Options): Promise<void> {
  return built(webpack({ ...asModule(outfile), ...loading(options) }));
}

function withLoaderInRspack(outfile: string, options: Options): Promise<void> {
  return built(rspack({ ...asModule(outfile), ...loading(options) } as RspackOptions));
}

interface Compiler {
  run(done: (error: Error | null, stats?: Stats) => void): void;
  close(done: () => void): void;
}

interface Stats {
  hasErrors(): boolean;
  toString(what: "errors-only"): string;
}

function built(compiler: Compiler | null): Promise<void> {
  return new Promise((resolve, reject) => {
    compiler?.run((error, stats) => {
      if (error !== null) reject(error);
      else if (stats?.hasErrors()) reject(new Error(stats.toString("errors-only")));
      else compiler.close(() => resolve());
    });
  });
}

/** Where the stack of `failing` begins, by the map in the bundle: called plainly, and suspended. */
function placesOfFailure(bundle: string): string[] {
  const script = `
    import { drive } from "@preempt/runtime/testing";
    import { failing } from ${JSON.stringify(pathToFileURL(bundle).href)};
    for (const run of [() => failing(5), () => drive(failing, { args: [5], budget: 0 })])
      try { run(); } catch (error) { console.log(error.stack.split("\\n    at ")[1]); }`;
  const args = ["--enable-source-maps", "--input-type=module", "-e", script];
  const printed = execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  return printed
    .trim()
    .split("\n")
    .map((line) => /own\.ts:\d+/.exec(line)?.[0] ?? line);
}

const doors = {
  esbuild: withEsbuild,
  webpack: withWebpack,
  rspack: withRspack,
  "loader-webpack": withLoaderInWebpack,
  "loader-rspack": withLoaderInRspack,
};

for (const [name, bundleWith] of Object.entries(doors)) {
  test(`${name}: annotated functions, and packages named in \`all\`, are preemptable; errors are where they were`, async () => {
    const found: Diagnostic[] = [];
    await bundleWith(`${name}.mjs`, { all: ["counting", "amounts"], onDiagnostic: (d) => found.push(d) });
    const bundle = join(folder, `${name}.mjs`);
    const { all } = (await import(pathToFileURL(bundle).href)) as { all: (n: number) => number };
    expect(all(100)).toBe(4 * 4950);
    expect(drive(all, { args: [100], budget: 9 })).toEqual({ value: 4 * 4950, preemptions: 5 });
    expect(found.map((d) => `${d.code} ${d.line}`)).toEqual(["PT1001 9"]);
    expect(placesOfFailure(bundle)).toEqual(["own.ts:8", "own.ts:8"]);
  });
}

test("names in `all` that no package has are told, and no others", async () => {
  const told = vi.spyOn(console, "warn").mockImplementation(() => {});
  for (const bundleWith of [withEsbuild, withWebpack, withRspack]) {
    await bundleWith("told.mjs", { all: ["counting", "amuonts", "inner", "src/**"] });
    expect(told.mock.calls.map(([text]) => text)).toEqual([expect.stringMatching(/^package_unknown: "amuonts" /)]);
    told.mockClear();
  }
  Object.defineProperty(process.versions, "pnp", { value: "3", configurable: true });
  await withEsbuild("told.mjs", { all: ["counting", "elsewhere"] });
  Reflect.deleteProperty(process.versions, "pnp");
  expect(told).not.toHaveBeenCalled();
  told.mockRestore();
});

test("esbuild: what has changed since is read anew when it builds again", async () => {
  const says = (useDefineForClassFields: boolean) => JSON.stringify({ compilerOptions: { useDefineForClassFields } });
  const project = writeProject({
    "tsconfig.json": says(true),
    "main.ts": `
      import { step } from "./steps.ts";
      export class Counter { count = 0; /** @preempt */ run(n: number) { for (; n > 0; n--) this.count = step(n); } }`,
    "steps.ts": 'export { step } from "./step.ts";',
    "step.ts": "export function step(n: number) { return n + 1; }",
  });
  const rebuilt = await context({
    absWorkingDir: project,
    entryPoints: ["main.ts"],
    bundle: true,
    write: false,
    format: "esm",
    external: ["@preempt/*"],
    plugins: [preemptEsbuild()],
  });
  const seen = async () => {
    const text = (await rebuilt.rebuild()).outputFiles?.[0]?.text ?? "";
    return { isAssigned: text.includes("this.count = 0"), isPlain: !text.includes("$site") };
  };
  try {
    expect(await seen()).toEqual({ isAssigned: false, isPlain: true });
    writeFileSync(join(project, "tsconfig.json"), says(false));
    writeFileSync(join(project, "step.ts"), "export function step(n: number) { while (n > 9) n--; return n; }");
    expect(await seen()).toEqual({ isAssigned: true, isPlain: false });
  } finally {
    await rebuilt.dispose();
    rmSync(project, { recursive: true });
  }
});

test("esbuild takes a loop for one with a label, also where it has a label of ours", async () => {
  const { code } = transform(
    `/** @preempt */
    export function firstPair(rows: number[][], wanted: (n: number) => boolean) {
      outer: for (const row of rows) {
        if (row.length > 9) break;
        for (const n of row) if (wanted(n)) continue outer;
        return row;
      }
    }`,
    { fileName: "pairs.ts" },
  );
  expect(code).toContain("$end: outer: for (");
  expect((await transformWithEsbuild(code)).warnings).toEqual([]);
});
