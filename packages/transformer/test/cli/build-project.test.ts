/** `preempt build -p`: a project as TypeScript's compiler writes it with our plugin, only what has changed, and beside any TypeScript. */
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { drive } from "@preempt/runtime/testing";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { main } from "../../src/cli/main.ts";
import preemptPlugin, { type PluginConfig } from "../../src/index.ts";
import { type Files, writeProject } from "../kit/project.ts";
import { terminalIn } from "../kit/terminal.ts";

// Tests keep nothing otherwise.
beforeAll(() => void vi.stubEnv("PREEMPT_CACHE", "1"));

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

interface Config {
  readonly compilerOptions?: object;
  readonly plugin?: PluginConfig;
  readonly more?: object;
}

/** A project with a cache of its own. No libraries: they would take most of the time. */
function project(files: Files, { compilerOptions = {}, plugin = {}, more = {} }: Config = {}): string {
  const config = {
    compilerOptions: {
      ...{ target: "es2024", module: "nodenext", lib: ["es5"], types: [], rootDir: "src", outDir: "dist" },
      ...compilerOptions,
      plugins: [{ transform: "@preempt/transformer", ...plugin }],
    },
    include: ["src"],
    ...more,
  };
  const folder = writeProject({
    "tsconfig.json": JSON.stringify(config),
    "node_modules/other/package.json": '{ "name": "other" }',
    ...files,
  });
  folders.push(folder);
  return folder;
}

function preempt(folder: string, ...argv: string[]) {
  const { around, said } = terminalIn(folder);
  const code = main(["build", ...argv], around);
  return { code, ...said };
}

/** All files in a folder and their texts. */
function texts(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = names.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(
    paths.map((path) => [relative(folder, path).replaceAll("\\", "/"), readFileSync(path, "utf8")]),
  );
}

/** What ts-patch's compiler writes for the project, by the same names. */
function patched(folder: string): Record<string, string> {
  const path = join(folder, "tsconfig.json");
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  // The order in which declarations name the members of a union, which is TypeScript 7's.
  const ordered = { stableTypeOrdering: true };
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder, ordered, path);
  const [{ transform: _, ...plugin }] = options.plugins as unknown as [PluginConfig & { transform: string }];
  const program = ts.createProgram(fileNames, options);
  const written: Record<string, string> = {};
  program.emit(
    undefined,
    (name, text) => {
      written[relative(join(folder, "dist"), name).replaceAll("\\", "/")] = text;
    },
    undefined,
    false,
    {
      before: [preemptPlugin(program, plugin)],
    },
  );
  return written;
}

const loop = "{ let s = 0; for (let i = 0; i < n; i++) s += i; return s; }";
const heavy = `/** @preempt */\nexport function heavy(n: number): number ${loop}\n`;
const calling =
  'import { heavy } from "./heavy.js";\n/** @preempt */ export function twice(n: number) { return heavy(n) + heavy(n); }\n';

describe("the output is what TypeScript's compiler makes of the project with our plugin", () => {
  const shapes = `
    export interface Shape { area(n: number): number }
    export class Square implements Shape { area(n: number): number ${loop} }
    export const enum Kind { A = 3 }
    export type Only = number;
  `;
  const using = `
    import { Kind, type Only, Shape, Square } from "./shapes.js";
    export { Kind };
    /** @preempt */ export function total(shape: Shape, n: Only): number { let s = 0; for (let i = 0; i < n; i++) s += shape.area(i) + Kind.A; return s; }
    export async function later() { const { heavy } = await import("./heavy.js"); return heavy(new Square().area(3)); }
  `;
  const base: Files = {
    "src/heavy.ts": heavy,
    "src/calling.ts": calling,
    "src/shapes.ts": shapes,
    "src/using.ts": using,
  };
  const maps = { sourceMap: true };
  const cases: Record<string, [Config, Files?]> = {
    "modules for Node, with declarations and their maps": [
      { compilerOptions: { ...maps, declaration: true, declarationMap: true } },
      { "src/old.cts": `/** @preempt */\nfunction old(n: number) ${loop}\nexport = old;\n`, "src/data.json": "{}" },
    ],
    "CommonJS, older JavaScript, and helpers of tslib": [
      {
        compilerOptions: {
          ...maps,
          module: "commonjs",
          target: "es2015",
          importHelpers: true,
          moduleResolution: "bundler",
        },
      },
      {
        "package.json": '{ "type": "commonjs" }',
        "src/spread.ts": `export const spread = (o: object) => ({ ...o });\n/** @preempt */ export async function slow(n: number) ${loop}\n`,
        "node_modules/tslib/package.json": '{ "name": "tslib", "main": "tslib.js", "types": "tslib.d.ts" }',
        "node_modules/tslib/tslib.d.ts": "export declare const __rest: any, __assign: any, __awaiter: any;",
      },
    ],
    "imports of a bundler and paths, which are left alone": [
      {
        compilerOptions: {
          ...maps,
          ...{ module: "esnext", moduleResolution: "bundler", jsx: "preserve", paths: { "~/*": ["./src/*"] } },
        },
      },
      {
        "src/view.tsx": `import { heavy } from "~/heavy";\nimport "./style.css";\ndeclare namespace JSX { interface IntrinsicElements { p: {} } }\n/** @preempt */ export function View() { heavy(1); return <p />; }\n`,
        "src/style.css": "p {}",
      },
    ],
    "JSX, decorators, and fields that are assigned": [
      {
        compilerOptions: {
          ...maps,
          jsx: "react",
          experimentalDecorators: true,
          emitDecoratorMetadata: true,
          useDefineForClassFields: false,
        },
      },
      {
        "src/view.tsx": `declare const React: any, mark: any;\ndeclare namespace JSX { interface IntrinsicElements { p: {} } }\nexport class View { count = 1; @mark render(n: number) ${loop} /** @preempt */ draw(n: number) { this.render(n); return <p />; } }\n`,
      },
    ],
    "names of TypeScript files, rewritten": [
      { compilerOptions: { ...maps, rewriteRelativeImportExtensions: true } },
      {
        "src/written.ts":
          'import { heavy } from "./heavy.ts";\n/** @preempt */ export async function written(n: number) { for (;;) { await import("./calling.ts"); return heavy(n); } }\n',
      },
    ],
    "functions that the settings select, for size, without maps": [
      {
        compilerOptions: { sourceMap: false },
        plugin: { functions: "all", exclude: ["src/heavy.ts"], optimize: "size", propagate: false },
      },
    ],
    "JavaScript, and a project for experiments": [
      {
        compilerOptions: { ...maps, allowJs: true, isolatedModules: true },
        plugin: { strategy: "paper", include: ["src/plain.js"] },
      },
      { "src/plain.js": `export function plain(n) ${loop}\n` },
    ],
  };
  test.for(Object.entries(cases))("%s", ([, [config, more]]) => {
    const folder = project({ ...base, ...more }, config);
    const built = preempt(folder);
    expect(built).toMatchObject({ code: 0, err: "" });
    const written = texts(join(folder, "dist"));
    expect(written).toEqual(patched(folder));
    expect(Object.values(written).join("")).toMatch(/function heavy\$resumable|function total\$resumable|twice/);
  });

  test("what it writes runs, and is preempted; types lead where they led", async () => {
    const folder = project(base, { compilerOptions: { declaration: true } });
    preempt(folder);
    const { twice } = await import(pathToFileURL(join(folder, "dist/calling.js")).href);
    expect(drive(twice, { args: [100], budget: 0 })).toMatchObject({ value: 9900 });
    expect(drive(twice, { args: [100], budget: 0 }).preemptions).toBeGreaterThan(100);
    expect(readFileSync(join(folder, "dist/calling.d.ts"), "utf8")).toBe(
      "/** @preempt */ export declare function twice(n: number): number;\n",
    );
  });
});

describe("what a build decides itself", () => {
  test("a project whose own compiler writes nothing is written all the same, with maps, and with imports that Node finds", () => {
    const folder = project(
      { "src/heavy.ts": heavy, "src/main.ts": 'export { heavy } from "./heavy.ts";\n' },
      { compilerOptions: { noEmit: true, allowImportingTsExtensions: true, outDir: undefined, noEmitOnError: true } },
    );
    expect(preempt(folder, "--out", "build", "--declaration")).toMatchObject({ code: 0 });
    const written = texts(join(folder, "build"));
    expect(Object.keys(written)).toEqual(
      ["heavy", "main"].flatMap((name) => [`${name}.d.ts`, `${name}.js`, `${name}.js.map`]),
    );
    expect(written["main.js"]).toContain('from "./heavy.js"');
  });

  test("types are left to the project's own compiler: a mistake in them stops nothing", () => {
    const folder = project({ "src/wrong.ts": `export const n: string = 1;\n${heavy}` });
    expect(preempt(folder)).toMatchObject({ code: 0, err: "" });
    expect(texts(join(folder, "dist"))["wrong.js"]).toContain("heavy$resumable");
  });

  test("settings that only TypeScript's next version refuses are no mistake", () => {
    const folder = project(
      { "src/heavy.ts": heavy },
      { compilerOptions: { module: "commonjs", moduleResolution: "node10" } },
    );
    expect(preempt(folder)).toMatchObject({ code: 0 });
  });

  test("a mistake in the syntax, and a declaration that needs a type, are errors; the others are written", () => {
    const folder = project(
      {
        "src/broken.ts": "export function f( {\n",
        "src/untyped.ts": "export class A { private static b = 1; }\nexport const C = class { private x = 1; };\n",
        "src/heavy.ts": heavy,
      },
      { compilerOptions: { declaration: true } },
    );
    const first = preempt(folder);
    expect(first.code).toBe(1);
    expect(first.out).toContain("src/broken.ts:2:1 error PT1000 syntax_error");
    expect(first.out).toContain("src/untyped.ts(2,14): error TS4094");
    expect(existsSync(join(folder, "dist/heavy.d.ts"))).toBe(true);
    // They are errors as long as they are there.
    expect(preempt(folder).out.replace(" (3 were up to date)", "")).toBe(first.out);
  });

  test("packages of the settings stand in node_modules of the output", () => {
    const folder = project(
      {
        "package.json": '{ "type": "module", "dependencies": { "counting": "1" } }',
        "node_modules/counting/package.json": '{ "name": "counting", "type": "module", "exports": "./index.js" }',
        "node_modules/counting/index.js": `export function count(n) ${loop}\n`,
        "src/main.ts":
          '// @ts-ignore\nimport { count } from "counting";\n/** @preempt */ export const twice = (n: number) => count(n) + count(n);\n',
      },
      { plugin: { packages: ["counting"] } },
    );
    expect(preempt(folder).out).toBe(
      "1 file written to dist, 1 of them transformed; 1 file of counting transformed.\npreempt: 1 function preemptable in 1 file.\npreempt: counting: 1 function preemptable in 1 file.\n",
    );
    expect(texts(join(folder, "dist"))["node_modules/counting/index.js"]).toContain("count$resumable");
  });
});

describe("a second build", () => {
  const files: Files = {
    "src/plain.ts": `export function plain(n: number): number ${loop}\n`,
    "src/main.ts":
      'import { plain } from "./plain.js";\nexport function main(n: number): number { return plain(n); }\n',
    "src/other.ts": "export const other = 1;\n",
    "src/heavy.ts": `${heavy}/** @preempt */ export function evaluating() { for (;;) eval("1"); }\n`,
  };
  const times = (folder: string) =>
    Object.keys(texts(folder)).map((name) => statSync(join(folder, name), { bigint: true }).mtimeNs);

  test("writes nothing if nothing has changed, and says again what it found", () => {
    const folder = project(files);
    const first = preempt(folder);
    expect(first.out).toContain("PT1002 direct_eval");
    const before = times(join(folder, "dist"));
    const second = preempt(folder);
    expect(second.out).toBe(first.out.replace("transformed.", "transformed (4 were up to date)."));
    expect(times(join(folder, "dist"))).toEqual(before);
  });

  test("emits a file that has not changed, if a change elsewhere makes its function preemptable, or no longer", () => {
    const folder = project(files);
    preempt(folder);
    const plain = () => readFileSync(join(folder, "dist/plain.js"), "utf8");
    expect(plain()).not.toContain("$resumable");
    const main = join(folder, "src/main.ts");
    const text = readFileSync(main, "utf8");
    writeFileSync(main, text.replace("export function", "/** @preempt */ export function"));
    expect(preempt(folder).out).toContain("4 files written to dist, 3 of them transformed (1 was up to date)");
    expect(plain()).toContain("plain$resumable");
    writeFileSync(main, text);
    preempt(folder);
    expect(plain()).not.toContain("$resumable");
    expect(texts(join(folder, "dist"))).toEqual(fromNothing(folder));
  });

  /** The same from nothing. */
  function fromNothing(folder: string): Record<string, string> {
    rmSync(join(folder, "dist"), { recursive: true });
    rmSync(join(folder, "node_modules/.cache"), { recursive: true });
    preempt(folder);
    return texts(join(folder, "dist"));
  }

  test("restores what others have written over, removes what has gone, and touches no file of others", () => {
    const folder = project(files, { compilerOptions: { declaration: true } });
    preempt(folder);
    const made = texts(join(folder, "dist"));
    writeFileSync(join(folder, "dist/heavy.js"), "// what tsc writes\n");
    rmSync(join(folder, "dist/main.d.ts"));
    writeFileSync(join(folder, "dist/mine.txt"), "mine");
    preempt(folder);
    expect(texts(join(folder, "dist"))).toEqual({ ...made, "mine.txt": "mine" });
    rmSync(join(folder, "src/other.ts"));
    preempt(folder);
    expect(Object.keys(texts(join(folder, "dist"))).filter((name) => /other|mine/.test(name))).toEqual(["mine.txt"]);
  });

  test("takes nothing that it has written for a source", () => {
    const everything = {
      include: ["**/*"],
      compilerOptions: { allowJs: true, lib: ["es5"], types: [], module: "esnext" },
    };
    const folder = project({ ...files, "tsconfig.json": JSON.stringify(everything) });
    const first = preempt(folder, "--out", "made", "--declaration");
    expect(first.out).toContain("4 files written to made");
    const made = texts(join(folder, "made"));
    expect(preempt(folder, "--out", "made", "--declaration").out).toContain("4 files written to made");
    expect(texts(join(folder, "made"))).toEqual(made);
  });

  test("leaves what another output holds, and removes declarations that nobody wants any more", () => {
    const folder = project(files);
    preempt(folder, "--out", "one");
    preempt(folder, "--out", "two", "--declaration");
    expect(Object.keys(texts(join(folder, "two")))).toContain("main.d.ts");
    preempt(folder, "--out", "two");
    expect(Object.keys(texts(join(folder, "two")))).toEqual(Object.keys(texts(join(folder, "one"))));
    expect(preempt(folder, "--out", "one").out).toContain("(4 were up to date)");
  });

  test("emits everything with other settings, of the plugin or of the command line", () => {
    const folder = project(files);
    preempt(folder);
    const before = texts(join(folder, "dist"));
    expect(preempt(folder, "--include", "src/plain.ts").out).not.toContain("up to date");
    expect(texts(join(folder, "dist"))["plain.js"]).toContain("$resumable");
    expect(preempt(folder).out).not.toContain("up to date");
    expect(texts(join(folder, "dist"))).toEqual(before);
  });

  test("--watch emits what a change changes, and goes on after a mistake in tsconfig.json", {
    timeout: 90_000,
  }, async () => {
    const folder = project(files);
    const command = pathToFileURL(join(import.meta.dirname, "../../src/cli/main.ts")).href;
    const script = `import { main } from ${JSON.stringify(command)};
      await main(["build", "--watch"], { cwd: process.cwd(), isPretty: false, out: (t) => process.stdout.write(t), err: (t) => process.stdout.write(t) });`;
    const watcher = spawn(process.execPath, ["--input-type=module", "-e", script], {
      cwd: folder,
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      let said = "";
      let heard = () => {};
      watcher.stdout.setEncoding("utf8").on("data", (text) => {
        said += text;
        heard();
      });
      const until = async (wanted: RegExp) => {
        while (!wanted.test(said)) await new Promise<void>((resolve) => (heard = resolve));
        said = "";
      };
      await until(/4 files written to dist, 1 of them transformed\.\n.*1 left alone.*\n$/);
      writeFileSync(join(folder, "src/plain.ts"), `${heavy}${files["src/plain.ts"]}`);
      await until(/4 files written to dist, 2 of them transformed \(1 was up to date\)/);
      const config = readFileSync(join(folder, "tsconfig.json"), "utf8");
      writeFileSync(join(folder, "tsconfig.json"), config.replace("es2024", "es1"));
      await until(/tsconfig\.json\(1,\d+\): error TS6046/);
      writeFileSync(join(folder, "tsconfig.json"), config);
      await until(/4 files written to dist, 2 of them transformed/);
    } finally {
      watcher.kill();
    }
  });
});

test.for([
  [["-p", "missing.json"], "missing.json does not exist."],
  [
    ["-p", "solution.json"],
    "Say preempt build -p a/tsconfig.json && preempt build -p b.json, those first that others refer to.",
  ],
  [["-p", "nowhere.json"], 'nowhere.json names no outDir. Say --out dist, or write "outDir" into it.'],
  [["-p", "empty.json"], 'empty.json names no files ("include", "files").'],
  [["-p", "one.json"], "one.json asks for one file (outFile)"],
  [["-p", "unknown.json"], 'functions is "some"'],
  [["-p", "tsconfig.json", "src"], "Leave out src, or -p."],
  [["src", "--out", "dist", "--declaration"], "declarations need a tsconfig.json."],
  [["--profile", "x.json"], "--profile is for builds of files and folders."],
] as const)("preempt build %s is refused in a sentence", ([argv, message]) => {
  const folder = project({
    "src/a.ts": "",
    "solution.json": '{ "files": [], "references": [{ "path": "a" }, { "path": "b.json" }] }',
    "nowhere.json": '{ "files": ["src/a.ts"] }',
    "empty.json": '{ "include": ["none"], "compilerOptions": { "outDir": "dist" } }',
    "one.json": '{ "files": ["src/a.ts"], "compilerOptions": { "outFile": "all.js", "module": "amd" } }',
    "unknown.json":
      '{ "files": ["src/a.ts"], "compilerOptions": { "outDir": "d", "plugins": [{ "transform": "@preempt/transformer", "functions": "some" }] } }',
  });
  const { code, err } = preempt(folder, ...argv);
  expect(err).toContain(message);
  expect(code).toBe(2);
});
