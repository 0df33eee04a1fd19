/** What each integration says in the end: how many functions are preemptable, in the project and in each package of `all`. */
import { execFileSync, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type RspackOptions, rspack } from "@rspack/core";
import { build as esbuild } from "esbuild";
import { rollup } from "rollup";
import { build, createLogger } from "vite";
import { afterAll, expect, test, vi } from "vitest";
import webpack from "webpack";
import { main } from "../../src/cli/main.ts";
import preemptEsbuild from "../../src/esbuild.ts";
import { BuildSummary } from "../../src/report/build-summary.ts";
import preemptRollup from "../../src/rollup.ts";
import preemptRspack from "../../src/rspack.ts";
import preemptVite from "../../src/vite.ts";
import preemptWebpack from "../../src/webpack.ts";
import { writeProject } from "../kit/project.ts";

const loop = "for (let i = 0; i < 9; i++);";
const folder = writeProject({
  "tsconfig.json": JSON.stringify({
    compilerOptions: {
      module: "nodenext",
      target: "esnext",
      skipLibCheck: true,
      types: [],
      allowJs: true,
      rootDir: ".",
      outDir: "out",
      plugins: [{ transform: "@preempt/transformer" }],
    },
    include: ["*.js"],
  }),
  "main.js": `import { heavy } from "./heavy.js";\nimport { parse } from "lib";\nimport { rt } from "./rt.js";\nrt.submit(heavy);\n/** @preempt */ export function own(n) { ${loop} parse(n); }\n`,
  "rt.js": `import { Scheduler } from "@preempt/runtime";
export const rt = new Scheduler({ warnAfter: Infinity });
`,
  "heavy.js": `export function heavy() { ${loop} }\n`,
  "node_modules/lib/package.json": JSON.stringify({ name: "lib", type: "module", exports: "./index.js" }),
  "node_modules/lib/index.js": `export function parse(n) { ${loop} return n; }\nexport function run(code) { for (const c of code) eval(c); }\nexport function go(o) { for (;;) return RegExp.$1; }\n`,
  "preempt.mjs": `import { register } from "@preempt/transformer/node";\nregister({ packages: ["lib"], cache: "kept", ...JSON.parse(process.env.MORE ?? "{}") });\n`,
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const entry = join(folder, "main.js");
const options = { packages: ["lib"] };
const ofProject = "2 functions preemptable in 2 files";
const ofLib =
  "lib: 1 function preemptable in 1 file, 2 left alone (1 direct_eval, 1 last_match). To list them: npx preempt check --list --packages lib";
const lines = [ofProject, ofLib].map((line) => `preempt: ${line}`);

async function withVite(more: object = {}): Promise<string[]> {
  const said: string[] = [];
  const logger = createLogger("info");
  for (const level of ["info", "warn", "warnOnce"] as const) logger[level] = (text) => void said.push(text);
  await build({
    root: folder,
    configFile: false,
    customLogger: logger,
    plugins: [preemptVite({ ...options, ...more })],
    build: {
      write: false,
      lib: { entry, formats: ["es"], fileName: "main" },
      rollupOptions: { external: [/^@preempt/] },
    },
  });
  return said.filter((text) => text.includes("preempt"));
}

test("Vite, through its logger; the option `summary` keeps it quiet", async () => {
  expect(await withVite()).toEqual(lines);
  expect(await withVite({ summary: false })).toEqual([]);
});

test("Rollup, through its log, once as long as nothing changes", async () => {
  const said: string[] = [];
  const plugin = preemptRollup(options);
  const resolve = {
    name: "resolve",
    resolveId: (id: string) => (id === "lib" ? join(folder, "node_modules/lib/index.js") : null),
  };
  const go = () =>
    rollup({
      input: entry,
      external: [/^@preempt/],
      plugins: [resolve, plugin],
      onLog: (_level, { message }) => void said.push(message),
    });
  await go();
  expect(said).toEqual([ofProject, ofLib].map((line) => `[plugin preempt] ${line}`));
  await go();
  expect(said).toHaveLength(2);
});

test("esbuild, on the error stream", async () => {
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    const how = {
      absWorkingDir: folder,
      entryPoints: [entry],
      bundle: true,
      write: false,
      external: ["@preempt/*"],
    };
    await esbuild({ ...how, plugins: [preemptEsbuild(options)] });
    expect(written.mock.calls.map(([text]) => text)).toEqual(lines.map((line) => `${line}\n`));
    await esbuild({ ...how, logLevel: "silent", plugins: [preemptEsbuild(options)] });
    expect(written).toHaveBeenCalledTimes(2);
  } finally {
    written.mockRestore();
  }
});

test.for(["webpack", "rspack"] as const)("%s, through its infrastructure log", async (name) => {
  const said: string[] = [];
  const log = (...texts: unknown[]) => void said.push(texts.join(" "));
  const how = {
    context: folder,
    mode: "none" as const,
    entry,
    output: { path: join(folder, "out") },
    externals: [/^@preempt/],
    infrastructureLogging: { console: { ...console, info: log, log } as Console },
  };
  await new Promise<void>((resolve, reject) => {
    const done = (error: Error | null | undefined) => (error ? reject(error) : resolve());
    if (name === "webpack") webpack({ ...how, plugins: [preemptWebpack(options)] }, done);
    else rspack({ ...how, plugins: [preemptRspack(options)] } as RspackOptions, done);
  });
  expect(said.filter((text) => text.includes("preempt"))).toEqual(
    [ofProject, ofLib].map((line) => `[preempt] ${line}`),
  );
});

test("Node's hooks, on the error stream, from the cache as well, and not in production", () => {
  const node = (env: Readonly<Record<string, string>> = {}) =>
    spawnSync(process.execPath, ["--import", "./preempt.mjs", "main.js"], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, NODE_ENV: "", ...env },
    }).stderr;
  const all = `${lines.join("\n")}\n`;
  expect(node()).toBe(all);
  expect(node()).toBe(all);
  expect(node({ NODE_ENV: "production" })).toBe("");
  expect(node({ PREEMPT_SUMMARY: "0" })).toBe("");
  expect(node({ MORE: '{"summary":false}' })).toBe("");
});

test("tspc, and preempt build", () => {
  const tspc = join(dirname(createRequire(import.meta.url).resolve("ts-patch/package.json")), "bin/tspc.js");
  expect(execFileSync(process.execPath, [tspc, "-p", folder], { encoding: "utf8" })).toBe(`${lines[0]}\n`);
  let out = "";
  void main(["build", "main.js", "rt.js", "heavy.js", "--out", "built", "--packages", "lib"], {
    cwd: folder,
    isPretty: false,
    out: (text) => (out += text),
    err() {},
  });
  expect(out.split("\n").slice(-3)).toEqual([...lines.map((line) => `${line}.`), ""]);
});

test("a project without a preemptable function is told how to make one", () => {
  const summary = new BuildSummary();
  expect(summary.news()).toEqual([
    "preempt: no function of the project is preemptable. Write /** @preempt */ before one, or pass it to a scheduler",
  ]);
  expect(summary.news()).toEqual([]);
  summary.note("/a/b.ts", { preemptable: 0, refused: [{ name: "direct_eval" }] });
  expect(summary.news()).toEqual(["preempt: 0 functions preemptable in 0 files, 1 left alone (1 direct_eval)"]);
  summary.note("/a/b.ts", { preemptable: 0, refused: [] });
  expect(summary.lines()).toHaveLength(1);
});

test("where several processes share a build, one that has seen no preemptable function does not speak for the project", () => {
  const summary = new BuildSummary({ isOfPart: true });
  expect(summary.news()).toEqual([]);
  summary.note("/a/b.ts", { preemptable: 1, refused: [] });
  expect(summary.news()).toEqual(["preempt: 1 function preemptable in 1 file"]);
});
