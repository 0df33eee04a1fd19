/** The bundler doors: a project file, and a package of node_modules transformed whole. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Driven, drive } from "@preempt/runtime/testing";
import { build as esbuild } from "esbuild";
import { type RollupError, type RollupLog, rollup } from "rollup";
import ts from "typescript";
import { build, type PluginOption } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PluginOptions } from "../../src/bundler.ts";
import preemptEsbuild from "../../src/esbuild.ts";
import type { Diagnostic } from "../../src/index.ts";
import { SingleFiles } from "../../src/integrations/single-files.ts";
import { ReachedFiles } from "../../src/project/reached-files.ts";
import { TsConfigs } from "../../src/project/tsconfig.ts";
import preemptRollup from "../../src/rollup.ts";
import preemptVite from "../../src/vite.ts";
import { type Files, linkPackage, writeProject } from "../kit/project.ts";

const root = mkdtempSync(join(dirname(fileURLToPath(import.meta.url)), "../projects/bundle-"));
const entry = join(root, "main.ts");

beforeAll(() => {
  mkdirSync(join(root, "node_modules/counting"), { recursive: true });
  writeFileSync(
    join(root, "node_modules/counting/package.json"),
    JSON.stringify({ name: "counting", version: "1.0.0", type: "module", exports: "./index.js" }),
  );
  writeFileSync(
    join(root, "node_modules/counting/index.js"),
    "export function count(n) { let s = 0; for (let i = 0; i < n; i++) s += i; return s; }\n",
  );
  writeFileSync(
    entry,
    `import { count } from "counting";
     /** @preempt */
     export function twice(n: number): number { return count(n) + count(n); }
     /** @preempt */
     export class steps {}
     /** @preempt */
     export function failing(n: number): number {
       for (let i: number = 0; i < n; i++) {
         if (i === 2) throw new Error("at two");
       }
       return n;
     }
    `,
  );
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

type Bundle = { twice: (n: number) => number };

/** Where the stack of `failing` begins, as Node tells from the map in the bundle: called plainly, and suspended. */
function placesOfFailure(name: string): (string | undefined)[] {
  const script = `
    import { drive } from "@preempt/runtime/testing";
    import { failing } from ${JSON.stringify(pathToFileURL(join(root, name)).href)};
    for (const run of [() => failing(5), () => drive(failing, { args: [5], budget: 0 })]) {
      try { run(); } catch (error) { console.log(error.stack.split("\\n    at ")[1]); }
    }`;
  const options = { cwd: root, encoding: "utf8" } as const;
  const printed = execFileSync(
    process.execPath,
    ["--enable-source-maps", "--input-type=module", "-e", script],
    options,
  );
  return printed
    .trim()
    .split("\n")
    .map((line) => /^(\S+) \(.*?(main\.ts:\d+:\d+)\)/.exec(line)?.slice(1).join(" "));
}

async function run(code: string, name: string): Promise<Driven<number>> {
  const file = join(root, name);
  writeFileSync(file, code);
  const { twice } = (await import(pathToFileURL(file).href)) as Bundle;
  return drive(twice, { args: [100], budget: 9 });
}

const external = [/^@preempt\/runtime/];

test("the Rollup plugin transforms project files, and packages named in `all`", async () => {
  const found: Diagnostic[] = [];
  const resolver = {
    name: "resolve",
    resolveId: (id: string) => (id === "counting" ? join(root, "node_modules/counting/index.js") : null),
  };
  const plugin = preemptRollup({ all: ["counting"], onDiagnostic: (d) => found.push(d) });
  const bundle = await rollup({ input: entry, plugins: [resolver, plugin], external });
  const { output } = await bundle.generate({ format: "es", sourcemap: "inline" });
  expect(await run(output[0].code, "rollup.mjs")).toEqual({ value: 9900, preemptions: 2 });
  expect(placesOfFailure("rollup.mjs")).toEqual(["failing main.ts:9:29", "failing main.ts:9:29"]);
  expect(found.map((d) => `${d.code} ${d.line}:${d.column}`)).toEqual(["PT1001 5:19"]);
});

test("without `all`, a package stays as it is and only the annotated function is preempted", async () => {
  const resolver = {
    name: "resolve",
    resolveId: (id: string) => (id === "counting" ? join(root, "node_modules/counting/index.js") : null),
  };
  const bundle = await rollup({
    input: entry,
    plugins: [resolver, preemptRollup({ onDiagnostic: () => {} })],
    external,
  });
  const { output } = await bundle.generate({ format: "es" });
  expect(await run(output[0].code, "rollup-plain.mjs")).toEqual({ value: 9900, preemptions: 0 });
});

test("the Vite plugin does the same", async () => {
  const result = await build({
    root,
    logLevel: "silent",
    configFile: false,
    plugins: [preemptVite({ all: ["counting"], onDiagnostic: () => {} })],
    build: {
      write: false,
      minify: true,
      sourcemap: "inline",
      lib: { entry, formats: ["es"], fileName: "main" },
      rollupOptions: { external },
    },
  });
  const [first] = Array.isArray(result) ? result : [result];
  const output = (first as { output: { code: string }[] }).output;
  expect(await run(output[0]?.code ?? "", "vite.mjs")).toEqual({ value: 9900, preemptions: 2 });
  // The minifier takes the `new` away, and the name of the original, of which TypeScript's maps do not speak.
  expect(placesOfFailure("vite.mjs")).toEqual([expect.stringContaining(" main.ts:9:33"), "failing main.ts:9:33"]);
});

/** Two files of a project, in a folder of their own, built by the plugin. */
async function buildProject(files: Files, options: PluginOptions): Promise<Driven<number>> {
  const folder = writeProject(files);
  try {
    const bundle = await rollup({
      input: join(folder, "main.ts"),
      plugins: [
        { name: "resolve", resolveId: (id, from) => (from && id.startsWith("./") ? join(folder, id) : null) },
        preemptRollup({ onDiagnostic: () => {}, ...options }),
        {
          // What Vite does to the files that the plugin leaves alone.
          name: "strip-types",
          transform: (code, id) =>
            id.endsWith(".ts")
              ? ts.transpileModule(code, { compilerOptions: { target: ts.ScriptTarget.ESNext } }).outputText
              : null,
        },
      ],
      external,
    });
    const { output } = await bundle.generate({ format: "es" });
    const file = join(folder, "out.mjs");
    writeFileSync(file, output[0].code);
    const { main } = (await import(pathToFileURL(file).href)) as { main: () => number };
    return drive(main, { budget: 0 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const twoFiles: Files = {
  "main.ts":
    'import { sum } from "./lib/sum.ts";\n/** @preempt */\nexport function main() { return local(3) + sum(40); }\nfunction local(n: number) { while (n > 0) n--; return n; }\n',
  "lib/sum.ts": "export function sum(n: number) { let s = 0; for (let i = 0; i < n; i++) s += i; return s; }\n",
};
const tsconfig = JSON.stringify({
  compilerOptions: {
    module: "esnext",
    moduleResolution: "bundler",
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
  },
});

test("propagate follows calls into other files, where a tsconfig.json describes them", async () => {
  const files = { ...twoFiles, "tsconfig.json": tsconfig };
  const few = { value: 780, preemptions: expect.toSatisfy((n: number) => n < 4) };
  expect(await buildProject(files, { propagate: false })).toEqual(few);
  const { value, preemptions } = await buildProject(files, {});
  expect(value).toBe(780);
  expect(preemptions).toBeGreaterThan(43);
});

test("propagate follows calls into a file that starts with a byte order mark", async () => {
  const folder = writeProject({
    ...twoFiles,
    "lib/sum.ts": `\uFEFF${twoFiles["lib/sum.ts"]}`,
    "tsconfig.json": tsconfig,
  });
  try {
    // Rollup drops the mark, too.
    const outfile = join(folder, "out.mjs");
    await esbuild({
      absWorkingDir: folder,
      entryPoints: ["main.ts"],
      outfile,
      format: "esm",
      plugins: [preemptEsbuild({ propagate: true, onDiagnostic: () => {} })],
      bundle: true,
      external: ["@preempt/*"],
    });
    const { main } = (await import(pathToFileURL(outfile).href)) as { main: () => number };
    expect(drive(main, { budget: 0 }).preemptions).toBeGreaterThan(43);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("short functions of other files are called plainly, and the caller is transformed again when they change", async () => {
  const folder = writeProject({
    "main.ts":
      'import { add } from "./add.js";\n/** @preempt */\nexport function main() { let s = 0; for (let i = 0; i < 9; i++) s = add(s, i); return s; }\n',
    "add.ts": "export const add = (a, b) => a + b;\n",
  });
  try {
    const codes: string[] = [];
    const bundle = await rollup({
      input: join(folder, "main.ts"),
      plugins: [
        { name: "resolve", resolveId: (id) => (id === "./add.js" ? join(folder, "add.ts") : null) },
        preemptRollup(),
        { name: "look", transform: (code) => void codes.push(code) },
      ],
      external,
    });
    expect(codes[0]).toContain("s = add(s, i)");
    expect(codes[0]).not.toContain("$site");
    expect(bundle.watchFiles).toContain(join(folder, "add.ts"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("include and exclude take globs from the project's root", async () => {
  const lib = relative(process.cwd(), dirname(entry))
    .replaceAll("\\", "/")
    .replace(/bundle-.*/, "made-*/lib/**");
  const alone = { propagate: false };
  const preemptions = async (options: PluginOptions) => (await buildProject(twoFiles, options)).preemptions;
  expect(await preemptions({ ...alone, include: [`./${lib}`] })).toBeGreaterThan(40);
  expect(await preemptions({ ...alone, include: ["./elsewhere/**"] })).toBeLessThan(4);
  expect(await preemptions({ exclude: [`./${lib}`] })).toBeLessThan(6);
  // As it was called before.
  expect(await preemptions({ ...alone, all: [`./${lib}`] })).toBeGreaterThan(40);
});

const fieldsOf = (isTyped: boolean) => `
  class Base { constructor() { this.start(); } start() {} }
  class Fields extends Base {
    late${isTyped ? ": number" : ""};
    early = 1;
    ${isTyped ? "next = this.given + 1; constructor(private given: number) { super(); }" : ""}
    start() { this.late = 5; this.early = 2; }
    /** @preempt */ sum() { let s = 0; for (const key of Object.keys(this)) s += this[key] ?? 100; return s; }
  }
  export const seen = [new Fields(1).sum(), new Fields(1).late, new Fields(1).early];`;

for (const extension of ["ts", "js"]) {
  test(`the fields of classes are made as without the plugin, whatever tsconfig.json says: .${extension}`, async () => {
    const seen = new Map<string, unknown[]>();
    for (const useDefineForClassFields of [undefined, true, false]) {
      for (const target of ["es2020", "es2022", undefined]) {
        const compilerOptions = { module: "esnext", allowJs: true, target, useDefineForClassFields };
        const file = `main.${extension}`;
        const folder = writeProject({
          [file]: fieldsOf(extension === "ts"),
          "tsconfig.json": JSON.stringify({ compilerOptions }),
        });
        try {
          for (const plugins of [[], [preemptVite()]]) {
            const outDir = join(folder, `dist-${plugins.length}`);
            const lib = { entry: join(folder, file), formats: ["es" as const], fileName: "out" };
            await build({
              root: folder,
              configFile: false,
              logLevel: "error",
              plugins,
              build: { outDir, minify: false, lib, rollupOptions: { external } },
            });
            const bundle = (await import(pathToFileURL(join(outDir, "out.js")).href)) as { seen: unknown };
            const how = `${target} ${useDefineForClassFields}`;
            seen.set(how, [...(seen.get(how) ?? []), bundle.seen]);
          }
        } finally {
          rmSync(folder, { recursive: true, force: true });
        }
      }
    }
    for (const [how, [plain, transformed]] of seen) expect([how, transformed]).toEqual([how, plain]);
    expect(new Set([...seen.values()].map(String)).size).toBe(extension === "ts" ? 2 : 1);
  });
}

const solution: Files = {
  "tsconfig.json": JSON.stringify({
    files: [],
    references: [{ path: "./tsconfig.node.json" }, { path: "./tsconfig.app.json" }],
  }),
  "tsconfig.node.json": JSON.stringify({ extends: "./tsconfig.base.json", include: ["*.config.ts"] }),
  "tsconfig.app.json": JSON.stringify({ extends: "./tsconfig.base.json", include: ["src"] }),
};
const withField = (useDefineForClassFields: boolean) => ({ target: "es2022", useDefineForClassFields });
/** What stands in tsconfig.json, and whether the projects that it refers to have fields defined. */
const layouts: Record<string, [more: object, defined: boolean]> = {
  "only refers to others": [{}, true],
  "holds other files": [{ compilerOptions: withField(true), files: undefined, include: ["other"] }, false],
  "holds the file itself": [{ compilerOptions: withField(true), files: undefined, include: ["src"] }, false],
  "refers to one that refers to it": [
    { compilerOptions: withField(true), references: [{ path: "./tsconfig.all.json" }] },
    false,
  ],
  "refers to none that holds it": [
    { compilerOptions: withField(true), references: [{ path: "./tsconfig.node.json" }] },
    false,
  ],
};
const emits: Record<string, (folder: string, plugged: boolean) => Promise<unknown>> = {
  vite: (folder, plugged) =>
    build({
      root: folder,
      configFile: false,
      logLevel: "error",
      plugins: plugged ? [preemptVite()] : [],
      build: {
        outDir: join(folder, `${plugged}`),
        minify: false,
        lib: { entry: join(folder, "src/main.ts"), formats: ["es"], fileName: "out" },
        rollupOptions: { external },
      },
    }),
  esbuild: (folder, plugged) =>
    esbuild({
      absWorkingDir: folder,
      entryPoints: ["src/main.ts"],
      outfile: `${plugged}/out.js`,
      format: "esm",
      plugins: plugged ? [preemptEsbuild()] : [],
      bundle: true,
      external: ["@preempt/*"],
    }),
};
for (const [name, emit] of Object.entries(emits)) {
  for (const [layout, [more, defined]] of Object.entries(layouts)) {
    test(`fields are made as ${name} makes them without the plugin where a tsconfig.json ${layout}`, async () => {
      const folder = writeProject({
        ...solution,
        "tsconfig.all.json": solution["tsconfig.json"] ?? "",
        "tsconfig.json": JSON.stringify({ ...JSON.parse(solution["tsconfig.json"] ?? ""), ...more }),
        "tsconfig.base.json": JSON.stringify({ compilerOptions: withField(defined) }),
        "src/main.ts": fieldsOf(true),
      });
      try {
        await emit(folder, false);
        await emit(folder, true);
        const seen = async (plugged: boolean) =>
          ((await import(pathToFileURL(join(folder, `${plugged}/out.js`)).href)) as { seen: unknown }).seen;
        expect(await seen(true)).toEqual(await seen(false));
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }
}

test("errors and warnings have their place, and the code around it", async () => {
  const folder = writeProject({
    "bad.ts": "\n/** @preempt */\nexport function bad(n: number): number {\n\tfor (;; { n--; }\n}\n",
    "odd.ts": "/** @preempt */\r\nexport class odd {}\r\n",
  });
  const found: Diagnostic[] = [];
  const bad = join(folder, "bad.ts");
  const place = { file: bad, line: 4, column: 12 };
  try {
    const failed = (await rollup({
      input: bad,
      plugins: [preemptRollup({ onDiagnostic: (d) => found.push(d) })],
    }).catch((error) => error)) as RollupError;
    expect(failed.message).toContain(`${bad}:4:13 error PT1000 syntax_error: `);
    expect(failed.loc).toEqual(place);
    expect(failed.frame).toBe(
      "2: /** @preempt */\n3: export function bad(n: number): number {\n4: \tfor (;; { n--; }\n   \t           ^\n5: }",
    );
    expect(found.map((d) => d.code)).toContain("PT1000");
    const logs: RollupLog[] = [];
    const onLog = (level: string, log: RollupLog) => void (level === "warn" && logs.push(log));
    await rollup({ input: join(folder, "odd.ts"), plugins: [preemptRollup()], onLog, external });
    expect(logs.map(({ code, loc, frame }) => ({ code, line: loc?.line, column: loc?.column, frame }))).toEqual([
      {
        code: "PLUGIN_WARNING",
        line: 2,
        column: 13,
        frame: "1: /** @preempt */\n2: export class odd {}\n                ^",
      },
    ]);
    const esbuilt = await esbuild({ entryPoints: [bad], logLevel: "silent", plugins: [preemptEsbuild()] }).catch(
      (e) => e,
    );
    expect(esbuilt.errors[0].location).toMatchObject({ line: 4, column: 12 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

for (const all of [[], ["@acme/lib"]]) {
  test(`packages of a workspace are the project's, and are named in \`all\` as others are: [${all}]`, async () => {
    const folder = writeProject({ "main.js": 'export * from "@acme/lib";' });
    const place = linkPackage(folder);
    try {
      await build({
        root: folder,
        configFile: false,
        logLevel: "error",
        plugins: [preemptVite({ all })],
        build: { outDir: "dist", lib: { entry: "main.js", formats: ["es"], fileName: "out" } },
      });
      const file = pathToFileURL(join(folder, "dist/out.js")).href;
      const { count, marked } = (await import(file)) as Record<"count" | "marked", (n: number) => number>;
      const preemptions = (f: (n: number) => number) => drive(f, { args: [100], budget: 0 }).preemptions;
      expect([preemptions(count), preemptions(marked)]).toEqual([all.length === 0 ? 0 : 101, 101]);
    } finally {
      for (const made of [folder, place]) rmSync(made, { recursive: true, force: true });
    }
  });
}

test("Vite builds workers with the plugin, once, whether worker.plugins names it or not", async () => {
  const folder = writeProject({
    "main.ts": 'new Worker(new URL("./work.ts", import.meta.url), { type: "module" });',
    "work.ts": "/** @preempt */ export function own(n) { for (let i = 0; i < n; i++); return n; }\nconsole.log(own);",
  });
  const other = { name: "other" };
  const cases: { plugins?: PluginOption[]; inWorker?: PluginOption[] }[] = [
    { plugins: [] },
    {},
    { inWorker: [other] },
    { inWorker: [[other, Promise.resolve(preemptVite())], false] },
  ];
  try {
    const [plain, ...plugged] = await Promise.all(
      cases.map(async ({ plugins = [preemptVite()], inWorker }) => {
        const result = await build({
          root: folder,
          configFile: false,
          logLevel: "silent",
          plugins,
          worker: { format: "es", ...(inWorker && { plugins: () => inWorker }) },
          build: { write: false, minify: false, rollupOptions: { input: join(folder, "main.ts") } },
        });
        const { output } = result as { output: { fileName: string; source?: string }[] };
        return output.find(({ fileName }) => fileName.includes("work-"))?.source ?? "";
      }),
    );
    expect(plain).not.toContain("$resumable");
    expect(plugged[0]).toContain("own$resumable");
    expect(plugged.map((text) => text === plugged[0])).toEqual([true, true, true]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("propagate follows calls in the project that holds the file, where a tsconfig.json refers to several", () => {
  const { compilerOptions } = JSON.parse(tsconfig);
  const sum = twoFiles["lib/sum.ts"] ?? "";
  const folder = writeProject({
    ...solution,
    "tsconfig.base.json": JSON.stringify({ compilerOptions }),
    "src/main.ts": twoFiles["main.ts"] ?? "",
    "src/lib/sum.ts": sum,
  });
  try {
    const starts = { startingFiles: () => [join(folder, "src/main.ts")], isExcluded: () => false, known: () => ({}) };
    expect(new ReachedFiles(new TsConfigs(), starts).of(join(folder, "src/lib/sum.ts"), sum, false)).toEqual([0]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("when a tsconfig.json changes while a server runs, fields are made as it says from then on", () => {
  const says = (defined: boolean) => JSON.stringify({ compilerOptions: withField(defined) });
  const folder = writeProject({ "base.json": says(true), "tsconfig.json": '{ "extends": "./base.json" }' });
  try {
    const files = new SingleFiles({}, folder);
    const watched: string[] = [];
    const assigned = () => {
      const wanted = files.wanted(join(folder, "main.ts"), fieldsOf(true));
      const context = { isCommonJs: false, watch: (name: string) => watched.push(name) };
      return wanted && files.transform(fieldsOf(true), wanted, context).code.includes("this.early = 1");
    };
    expect(assigned()).toBe(false);
    expect(watched).toEqual([join(folder, "tsconfig.json"), join(folder, "base.json")]);
    writeFileSync(join(folder, "base.json"), says(false));
    files.forget();
    expect(assigned()).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a file that was edited since, or that another plugin changed, is still right", () => {
  const folder = writeProject({ ...twoFiles, "tsconfig.json": tsconfig });
  try {
    const starts = { startingFiles: () => [join(folder, "main.ts")], isExcluded: () => false, known: () => ({}) };
    const reached = new ReachedFiles(new TsConfigs(), starts);
    const sum = join(folder, "lib/sum.ts");
    const text = twoFiles["lib/sum.ts"] ?? "";
    expect(reached.of(sum, text, false)).toEqual([0]);
    // Changed on its way here: nothing is known of it.
    expect(reached.of(sum, `\n${text}`, false)).toBeUndefined();
    writeFileSync(sum, `// edited\n${text}`);
    expect(reached.of(sum, `// edited\n${text}`, false)).toEqual([10]);
    expect(reached.of(join(folder, "elsewhere.ts"), "", false)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("annotations in files of components, which nobody would make preemptable, are reported", async () => {
  const files = {
    "main.ts": 'import { part } from "./Part.vue"; export const twice = part;',
    "Part.vue": `<script setup lang="ts">
import { Scheduler } from "@preempt/runtime";
/** Marked @preempt never. */
/**
 * Sums.
 * @preempt
 */
function sum(n: number) { for (;;); }
</script>`,
  };
  const folder = writeProject(files);
  const found: Diagnostic[] = [];
  const compiler = {
    name: "vue",
    resolveId: (id: string, from?: string) => (from && id.startsWith("./") ? join(folder, id) : null),
    transform: (_code: string, id: string) => (id.endsWith(".vue") ? "export const part = 1;" : null),
  };
  try {
    const preempt = preemptRollup({ onDiagnostic: (d) => found.push(d) });
    // The framework's compiler may come first, too.
    for (const plugins of [
      [preempt, compiler],
      [compiler, preempt],
    ])
      await rollup({ input: join(folder, "main.ts"), plugins, external });
  } finally {
    rmSync(folder, { recursive: true });
  }
  const expected = "PT1016 Part.vue:6:4 @preempt has no effect in a .vue file, whose script its framework compiles.";
  expect(found.map((d) => `${d.code} ${relative(folder, d.fileName)}:${d.line}:${d.column} ${d.message}`)).toEqual([
    expected,
    expected,
  ]);
});
