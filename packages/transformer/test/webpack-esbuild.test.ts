/** The plugin in webpack and esbuild: a project with a package of each kind that is transformed whole, bundled with the runtime. */
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { drive } from "@preempt/runtime/testing";
import { build, context } from "esbuild";
import { afterAll, expect, test } from "vitest";
import webpack from "webpack";
import preemptEsbuild from "../src/esbuild.ts";
import type { Diagnostic } from "../src/index.ts";
import preemptWebpack from "../src/webpack.ts";
import { counting, sum, writeProject } from "./project.ts";

const folder = writeProject({
  "main.js": `
    import { own } from "./own.ts";
    import { count } from "counting";
    import amounts, { total } from "amounts";
    /** @preempt */
    export function all(n) { return own(n) + count(n) + amounts.total(n) + total(n); }
    export { failing } from "./own.ts";
    /** @preempt */
    export function* steps() {}
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
});
afterAll(() => rmSync(folder, { recursive: true }));

const entry = join(folder, "main.js");

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

function withWebpack(outfile: string, options: Parameters<typeof preemptWebpack>[0]): Promise<void> {
  const compiler = webpack({
    context: folder,
    mode: "production",
    entry,
    target: "node",
    devtool: "inline-source-map",
    // As with a loader for TypeScript. Without one webpack takes the types away itself, if there are any left, and loses the map.
    module: { rules: [{ test: /\.ts$/, type: "javascript/auto" }] },
    output: { path: folder, filename: outfile, library: { type: "module" } },
    experiments: { outputModule: true },
    plugins: [preemptWebpack(options)],
  });
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

for (const [name, bundleWith] of Object.entries({ esbuild: withEsbuild, webpack: withWebpack })) {
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
