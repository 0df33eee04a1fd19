/** Packages of CommonJS that are transformed whole, in a build and in Vite's server. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as abi from "@preempt/runtime/abi";
import { drive } from "@preempt/runtime/testing";
import { transform } from "@preempt/transformer";
import commonjs from "@rollup/plugin-commonjs";
import { rollup } from "rollup";
import { build, createLogger, createServer } from "vite";
import { afterAll, expect, test } from "vitest";
import { isCommonJs, saysCommonJs } from "../../src/bundler/commonjs.ts";
import preemptRollup from "../../src/rollup.ts";
import preempt, { type PluginOptions } from "../../src/vite.ts";
import { writeProject } from "../kit/project.ts";

const sum = "function (n) { var sum = 0; for (var i = 0; i < n; i++) sum += i; return sum; }";
const abiName = "@preempt/runtime/abi";
const folder = writeProject({
  "index.html": '<script type="module" src="/main.ts"></script>',
  "main.ts": `
    import amounts, { total } from "amounts";
    import { count } from "counting";
    /** @preempt */
    export function thrice(n: number): number { return total(n) + amounts.total(n) + count(n); }
  `,
  "sum.mjs": `
    import amounts, { total } from "amounts";
    /** @preempt */
    export function twice(n) { return total(n) + amounts.total(n); }
  `,
  "named.ts": `
    import { total } from "named";
    /** @preempt */
    export function twice(n: number): number { return total(n) + total(n); }
  `,
  "node_modules/named/package.json": JSON.stringify({ name: "named", version: "1.0.0", main: "index.cjs" }),
  "node_modules/named/index.cjs": `exports.total = ${sum};`,
  "node_modules/scripted/package.json": JSON.stringify({ name: "scripted", version: "1.0.0" }),
  "node_modules/scripted/index.js": `(typeof module === "object" ? module.exports : globalThis).total = ${sum};`,
  // The first file has no functions: nothing is to be done to it.
  "node_modules/amounts/package.json": JSON.stringify({ name: "amounts", version: "1.0.0", main: "index.js" }),
  "node_modules/amounts/index.js": 'module.exports = require("./lib.js");',
  "node_modules/amounts/lib.js": `exports.total = ${sum};`,
  "node_modules/counting/package.json": JSON.stringify({ name: "counting", version: "1.0.0", type: "module" }),
  "node_modules/counting/index.js": `export const count = ${sum};`,
});
afterAll(() => rmSync(folder, { recursive: true }));

const settings = {
  root: folder,
  logLevel: "silent",
  configFile: false,
  plugins: [preempt({ all: ["amounts", "counting"] })],
} as const;

/** The function of that name that the bundle exports. */
async function loaded(name: string, file: string, code: string): Promise<(n: number) => number> {
  const path = join(folder, file);
  writeFileSync(path, code);
  const exported = (await import(pathToFileURL(path).href)) as Record<string, (n: number) => number>;
  return exported[name] as (n: number) => number;
}

test("a build takes what its files export, and they are preemptable", async () => {
  const result = await build({
    ...settings,
    plugins: [...settings.plugins],
    build: {
      write: false,
      lib: { entry: join(folder, "main.ts"), formats: ["es"], fileName: "main" },
      rollupOptions: { external: [/^@preempt\/runtime/] },
    },
  });
  const [first] = Array.isArray(result) ? result : [result];
  const { output } = first as { output: { code: string }[] };
  const thrice = await loaded("thrice", "out.mjs", output[0]?.code ?? "");
  expect(drive(thrice, { args: [100], budget: 9 })).toEqual({ value: 3 * 4950, preemptions: 4 });
});

test("Rollup, with the plugin for CommonJS, takes what its files export, and they are preemptable", async () => {
  const found = {
    name: "find",
    resolveId(id: string) {
      if (id === abiName) return fileURLToPath(import.meta.resolve(abiName));
      return id === "amounts" ? join(folder, "node_modules/amounts/index.js") : null;
    },
  };
  const bundle = await rollup({
    input: join(folder, "sum.mjs"),
    plugins: [found, preemptRollup({ all: ["amounts"] }), commonjs()],
  });
  const { output } = await bundle.generate({ format: "es" });
  const twice = await loaded("twice", "rolled.mjs", output[0].code);
  expect(drive(twice, { args: [100], budget: 9 })).toEqual({ value: 2 * 4950, preemptions: 2 });
});

test("without that plugin nothing can be required, and a script that would do without is a module", async () => {
  const bundle = await rollup({
    input: join(folder, "node_modules/scripted/index.js"),
    plugins: [preemptRollup({ all: ["scripted"] })],
    external: [abiName],
  });
  const { output } = await bundle.generate({ format: "es" });
  expect(output[0].code).toMatch(/^import .* from '@preempt\/runtime\/abi';/);
  expect(output[0].code).not.toMatch(/require\(/);
});

test("a file whose name says that it is CommonJS requires the runtime, in a bundle that holds both", async () => {
  const result = await build({
    ...settings,
    plugins: [preempt({ all: ["named"] })],
    build: {
      write: false,
      lib: { entry: join(folder, "named.ts"), formats: ["es"], fileName: "named" },
    },
  });
  const [first] = Array.isArray(result) ? result : [result];
  const { output } = first as { output: { code: string }[] };
  const twice = await loaded("twice", "named.mjs", output[0]?.code ?? "");
  expect(drive(twice, { args: [100], budget: 9 })).toEqual({ value: 2 * 4950, preemptions: 2 });
});

test("such a file stays CommonJS, and sloppy", () => {
  const source = `exports.total = ${sum}; exports.self = function () { return this; };`;
  const { code, diagnostics } = transform(source, { fileName: "lib.cjs", functions: "all" });
  const exports: { total?: (n: number) => number; self?: () => unknown } = {};
  new Function("exports", "require", code)(exports, () => abi);
  expect(diagnostics).toEqual([]);
  expect(exports.total && drive(exports.total, { args: [100], budget: 9 })).toEqual({ value: 4950, preemptions: 1 });
  expect(exports.self?.call(undefined)).toBe(globalThis);
});

test("Vite's server serves them bundled and preemptable, and modules as they are", async () => {
  const server = await createServer({
    ...settings,
    plugins: [...settings.plugins],
    server: { host: "127.0.0.1", port: 0, strictPort: false, ws: false },
  });
  try {
    await server.listen();
    const [address = ""] = server.resolvedUrls?.local ?? [];
    const get = async (path: string) => (await fetch(new URL(path, address))).text();
    const main = await get("main.ts");
    const [commonJs = "", module = ""] = ["amounts", "counting"].map(
      (name) => new RegExp(`from "(/node_modules/[^"]*${name}[^"]*)"`).exec(main)?.[1],
    );
    expect([commonJs, module].map((path) => path.split("?")[0])).toEqual([
      "/node_modules/.vite/deps/amounts.js",
      "/node_modules/counting/index.js",
    ]);
    expect(await get(commonJs)).toMatch(/exports\.total = .*attachPlain\(/);
    expect(await get(module)).toMatch(/export const count = .*attachPlain\(/);
  } finally {
    await server.close();
  }
});

test("what Vite's server has bundled is made anew when options change", async () => {
  const project = writeProject({
    "node_modules/amounts/package.json": JSON.stringify({ name: "amounts", version: "1.0.0" }),
    "node_modules/amounts/index.js": `exports.total = ${sum};`,
  });
  try {
    const served = async (options: PluginOptions) => {
      const server = await createServer({
        root: project,
        configFile: false,
        logLevel: "silent",
        plugins: [preempt({ all: ["amounts"], ...options })],
        server: { host: "127.0.0.1", port: 0, strictPort: false, ws: false },
      });
      try {
        await server.listen();
        const path = new URL("/node_modules/.vite/deps/amounts.js", server.resolvedUrls?.local[0]);
        return /exports\.total = .*?(attach\w*)\(/.exec(await (await fetch(path)).text())?.[1];
      } finally {
        await server.close();
      }
    };
    expect(await served({})).toBe("attachPlain");
    expect(await served({ strategy: "paper" })).toBe("attach");
  } finally {
    rmSync(project, { recursive: true });
  }
});

test("Vite's server serves bundled what such modules depend on, which may be CommonJS", async () => {
  const manifest = (more: object) => JSON.stringify({ version: "1.0.0", ...more });
  const project = writeProject({
    "node_modules/modern/package.json": manifest({
      name: "modern",
      type: "module",
      exports: "./index.js",
      dependencies: { old: "1", parts: "1", absent: "1", "@types/modern": "1" },
    }),
    "node_modules/modern/index.js": `import old from "old"; import one from "parts/one.js"; export const n = old + one;`,
    "node_modules/old/package.json": manifest({ name: "old" }),
    "node_modules/old/index.js": "module.exports = 1;",
    "node_modules/parts/package.json": manifest({ name: "parts", type: "module", exports: { "./one.js": "./one.js" } }),
    "node_modules/parts/one.js": "export default 1;",
    "node_modules/@types/modern/package.json": manifest({ name: "@types/modern", main: "" }),
  });
  const said: string[] = [];
  const customLogger = { ...createLogger("silent"), warn: (text: string) => void said.push(text) };
  const server = await createServer({
    root: project,
    configFile: false,
    customLogger,
    plugins: [preempt({ all: ["modern"] })],
    server: { host: "127.0.0.1", port: 0, strictPort: false, ws: false },
  });
  try {
    await server.listen();
    const module = await fetch(new URL("/node_modules/modern/index.js", server.resolvedUrls?.local[0]));
    expect(await module.text()).toMatch(/from "\/node_modules\/\.vite\/deps\/[^"]*old\.js/);
    expect(said).toEqual([]);
  } finally {
    await server.close();
    // The server may still be writing what it has bundled.
    rmSync(project, { recursive: true, maxRetries: 9, retryDelay: 100 });
  }
});

test("what a package says of itself tells", () => {
  const manifests: Record<string, [manifest: object, isCommonJs: boolean]> = {
    plain: [{}, true],
    main: [{ main: "lib/main.js" }, true],
    typed: [{ type: "module" }, false],
    named: [{ main: "index.mjs" }, false],
    fielded: [{ main: "index.js", module: "index.esm.js" }, false],
    both: [{ exports: { ".": { require: "./a.cjs", import: "./a.mjs" } } }, false],
    conditional: [{ exports: { types: "./a.d.ts", default: "./a.cjs" } }, true],
    sources: [{ exports: "./src/index.ts" }, false],
    declared: [{ exports: { types: "./a.d.ts", default: "./a.js" } }, true],
    "@scope/plain": [{ main: "index.js" }, true],
  };
  const project = writeProject(
    Object.fromEntries(
      Object.entries(manifests).map(([name, [manifest]]) => [
        `node_modules/${name}/package.json`,
        JSON.stringify(manifest),
      ]),
    ),
  );
  try {
    const answers = Object.keys(manifests).map((name) => [name, isCommonJs(name, join(project, "src"))]);
    expect(answers).toEqual(Object.entries(manifests).map(([name, [, is]]) => [name, is]));
    expect(isCommonJs("not-there", project)).toBe(false);
  } finally {
    rmSync(project, { recursive: true });
  }
});

test("what a file says of itself tells", () => {
  const files: [fileName: string, code: string, isCommonJs: boolean][] = [
    ["a.js", "exports.a = 1;", true],
    ["a.js", "module.exports = require('b');", true],
    ["a.js", "exports.a = () => import('b'); // import a", true],
    ["a.js", "import b from 'b'; module.exports = b;", false],
    ["a.js", "export const exports = 1;", false],
    ["a.js", "globalThis.a = function () {};", false],
    ["a.mjs", "module.exports = 1;", false],
    ["a.ts", "module.exports = 1;", false],
  ];
  const found = files.filter(([fileName, code, isIt]) => saysCommonJs(fileName, code) !== isIt);
  expect(found).toEqual([]);
});
