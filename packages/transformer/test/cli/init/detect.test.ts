/** Which tools a project uses, from its package.json, lockfile and configurations; and what they get. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { describe as describeFound, detect } from "../../../src/cli/init/detect.ts";
import { packageManagerOf } from "../../../src/cli/init/package-manager.ts";
import { type Plan, planFor } from "../../../src/cli/init/plan.ts";
import { Project } from "../../../src/cli/init/project.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "preempt-init-"));
  folders.push(folder);
  // What lies above a repository is not looked at.
  for (const [name, text] of Object.entries({ ".git/HEAD": "", "package.json": "{}", ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const manifest = (dev: Readonly<Record<string, string>>, more: object = {}) =>
  JSON.stringify({ devDependencies: dev, ...more }, undefined, 2);

const found = (folder: string) => {
  const project = new Project(folder);
  return describeFound(project, detect(project, ""));
};

test.for([
  [{ vite: "^8.4.0", react: "19" }, {}, "Vite 8.4.0 with React"],
  [{ vite: "8", vue: "3" }, { "yarn.lock": "" }, "Vite 8 with Vue; packages by yarn (yarn.lock)"],
  [{ vite: "8", svelte: "5", typescript: "6" }, {}, "Vite 8 with Svelte, TypeScript"],
  [{ vite: "8", "solid-js": "1" }, {}, "Vite 8 with Solid"],
  [{ vite: "8", "@sveltejs/kit": "2", svelte: "5" }, { "svelte.config.js": "" }, "Vite 8 with SvelteKit"],
  [{ next: "16", react: "19", typescript: "6" }, { "pnpm-lock.yaml": "" }, "Next.js 16, TypeScript; packages by pnpm"],
  [{ nuxt: "4", vue: "3" }, {}, "Nuxt 4"],
  [{ astro: "7" }, {}, "Astro 7"],
  [{ "@angular/core": "22", typescript: "6" }, { "angular.json": "{}" }, "Angular 22, TypeScript"],
  [{ webpack: "5", "webpack-cli": "6" }, {}, "webpack 5"],
  [{ "@rspack/core": "2", "@rspack/cli": "2" }, {}, "Rspack 2"],
  [{ "@rsbuild/core": "2", "@rspack/core": "2" }, {}, "Rsbuild 2"],
  [{ esbuild: "0.28.2" }, {}, "esbuild 0.28.2"],
  [{ tsup: "9", esbuild: "0.28", typescript: "7" }, {}, "tsup 9, TypeScript"],
  [{ tsdown: "1" }, {}, "tsdown 1"],
  [{ rolldown: "1" }, {}, "Rolldown 1"],
  [{ rollup: "4" }, {}, "Rollup 4"],
  [{ "@types/bun": "1" }, { "bun.lock": "" }, "Bun; packages by bun (bun.lock)"],
  [{ jest: "30" }, {}, "Jest 30"],
  [{ vitest: "5" }, {}, "Vitest 5"],
  [{ vite: "8", vitest: "5" }, {}, "Vite 8, Vitest"],
  [{}, {}, "Node; packages by npm (nothing names another)"],
] as const)("%j with %j is %s", ([dev, files, expected]) => {
  expect(found(folderWith({ "package.json": manifest(dev), ...files }))).toContain(expected);
});

test("a script that compiles makes TypeScript's compiler the tool; one that only checks types does not", () => {
  const compiling = (build: string) => manifest({ typescript: "7" }, { scripts: { build } });
  expect(found(folderWith({ "package.json": compiling("tsc -p .") }))).toContain("TypeScript's compiler 7");
  expect(found(folderWith({ "package.json": compiling("tsc --noEmit") }))).toContain("Node, TypeScript");
});

test("the package manager is that of the workspace around, or the one that started the command", () => {
  const root = folderWith({ "pnpm-lock.yaml": "", "packages/app/package.json": "{}" });
  expect(packageManagerOf(join(root, "packages/app"), "").name).toBe("pnpm");
  const named = folderWith({ "package.json": '{ "packageManager": "yarn@4.0.0" }' });
  expect(packageManagerOf(named, "").name).toBe("yarn");
  const fresh = folderWith({});
  expect(packageManagerOf(fresh, "bun/1.4.5 npm/? node/v24.0.0").name).toBe("bun");
  expect(packageManagerOf(fresh, undefined).name).toBe(packageManagerOf(fresh).name);
  expect(packageManagerOf(fresh, "").name).toBe("npm");
});

const plan = (files: Readonly<Record<string, string>>) => planFor(folderWith(files), "1.2.3");
const after = ({ changes }: Plan, name: string) => changes.find((change) => change.name === name)?.after;

test("each tool gets its configuration, where there was none", () => {
  const created = (dev: Readonly<Record<string, string>>, files = {}) =>
    plan({ "package.json": manifest(dev), ...files }).changes.map(({ name }) => name);
  expect(created({ vite: "8" })).toEqual(["package.json", "vite.config.mjs", "preempt-example.js"]);
  expect(created({ vite: "8", typescript: "6" }, { "src/main.ts": "" })).toEqual([
    "package.json",
    "vite.config.ts",
    "src/preempt-example.ts",
  ]);
  expect(created({ next: "16" }, { "app/page.js": "" })).toContain("next.config.mjs");
  expect(created({ tsup: "9", typescript: "6" })).toContain("tsup.config.ts");
  expect(created({ jest: "30" })).toContain("jest.config.js");
  expect(created({ "@types/bun": "1" })).toEqual(
    expect.arrayContaining(["preempt.ts", "bunfig.toml", "preempt-example.js"]),
  );
  expect(created({ vite: "8", "@sveltejs/kit": "2" })).toContain("src/lib/preempt-example.js");
});

test("the packages have the version of the transformer, and those that are named already stay", () => {
  const fresh = JSON.parse(after(plan({}), "package.json") ?? "");
  expect(fresh).toEqual({
    dependencies: { "@preempt/runtime": "^1.2.3" },
    devDependencies: { "@preempt/transformer": "^1.2.3" },
  });
  const there = plan({ "package.json": manifest({ "@preempt/transformer": "1", "@preempt/runtime": "1", vite: "8" }) });
  expect(after(there, "package.json")).toBeUndefined();
});

test("Node's scripts load the hooks; programs of tools do not", () => {
  const scripts = {
    start: "node server.js",
    dev: "node --watch src/server.ts",
    build: "node scripts/build.mjs",
    lint: "eslint .",
    ready: "node --import @preempt/transformer/register x.js",
  };
  expect(JSON.parse(after(plan({ "package.json": manifest({}, { scripts }) }), "package.json") ?? "").scripts).toEqual({
    ...scripts,
    start: "node --import @preempt/transformer/register server.js",
    dev: "node --import @preempt/transformer/register --watch src/server.ts",
  });
});

test("a script of tsc is followed by preempt build, with the folders of tsconfig.json", () => {
  const made = plan({
    "package.json": manifest({ typescript: "7" }, { scripts: { build: "tsc" } }),
    "tsconfig.json": '{\n  "compilerOptions": {\n    "rootDir": "./source",\n    "outDir": "./out"\n  }\n}\n',
  });
  expect(JSON.parse(after(made, "package.json") ?? "").scripts.build).toBe("tsc && preempt build source --out out");
  const more = plan({
    "package.json": manifest({ typescript: "7" }, { scripts: { build: "tsc && cp -r assets dist" } }),
  });
  expect(more.byHand).toEqual([
    { name: "package.json, script build", reason: "it does more than compile", lines: "preempt build . --out dist" },
  ]);
});

test("Angular gets the plugin of the compiler, and ts-patch", () => {
  const made = plan({
    "package.json": manifest({ "@angular/core": "22" }, { scripts: { prepare: "husky" } }),
    "angular.json": "{}",
    "tsconfig.app.json": '{\n  // comment\n  "compilerOptions": {\n    "types": []\n  }\n}\n',
  });
  expect(after(made, "tsconfig.app.json")).toBe(
    '{\n  // comment\n  "compilerOptions": {\n    "types": [],\n    "isolatedModules": false,\n    "plugins": [{ "transform": "@preempt/transformer" }]\n  }\n}\n',
  );
  const { scripts, devDependencies } = JSON.parse(after(made, "package.json") ?? "");
  expect(scripts.prepare).toBe("husky && ts-patch install -s");
  expect(devDependencies["ts-patch"]).toBeDefined();
});

test("Jest's settings are added to its configuration, or to package.json; a transform that is there stays", () => {
  const inManifest = plan({ "package.json": manifest({ jest: "30" }, { jest: { verbose: true } }) });
  expect(JSON.parse(after(inManifest, "package.json") ?? "").jest).toEqual({
    verbose: true,
    transform: { "\\.[jt]sx?$": ["@preempt/transformer/jest", { next: "babel-jest" }] },
    transformIgnorePatterns: ["/node_modules/(?!(\\.pnpm/)?@preempt[/+])"],
  });
  const config = "module.exports = { transform: {} };\n";
  const taken = plan({ "package.json": manifest({ jest: "30" }), "jest.config.js": config });
  expect(taken.byHand[0]).toMatchObject({ name: "jest.config.js", reason: "it has a transform already" });
  expect(taken.byHand[0]?.lines).toContain("@preempt/transformer/jest");
});

test("a preset of Jest has transformers of its own, which init does not replace", () => {
  const there = plan({
    "package.json": manifest({ jest: "30" }, { jest: { preset: "ts-jest" } }),
    "babel.config.js": "",
  });
  expect(there.byHand).toMatchObject([{ name: "package.json", reason: "its preset decides what becomes of the code" }]);
});

test("Jest without Babel's configuration cannot convert the modules of the runtime, and init says what is missing", () => {
  const missing = (files: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}) =>
    plan({ "package.json": manifest({ jest: "30", ...more }), ...files }).byHand.map(({ name }) => name);
  expect(missing({})).toEqual(["babel.config.js"]);
  expect(missing({ "babel.config.js": "" })).toEqual([]);
  expect(missing({ ".babelrc": "" })).toEqual([]);
  expect(missing({}, { "@swc/jest": "1" })).toEqual([]);
});

test("Vitest beside Vite has its plugins; a configuration of its own gets the plugin too", () => {
  const base = { "package.json": manifest({ vite: "8", vitest: "5" }), "vite.config.js": "export default {};\n" };
  expect(plan(base).changes.map(({ name }) => name)).toEqual(["package.json", "vite.config.js", "preempt-example.js"]);
  const own = plan({ ...base, "vitest.config.js": "export default {};\n" });
  expect(after(own, "vitest.config.js")).toContain("preempt()");
  const merged = 'import base from "./vite.config.js";\nexport default base;\n';
  expect(after(plan({ ...base, "vitest.config.js": merged }), "vitest.config.js")).toBeUndefined();
});

test("Bun preloads the plugin, before the tables of its settings", () => {
  const made = plan({ "package.json": manifest({ "@types/bun": "1" }), "bunfig.toml": "[install]\nexact = true\n" });
  expect(after(made, "bunfig.toml")).toBe(
    'preload = ["./preempt.ts"]\n\n[install]\nexact = true\n\n[test]\npreload = ["./preempt.ts"]\n',
  );
  const taken = plan({ "package.json": manifest({ "@types/bun": "1" }), "bunfig.toml": 'preload = ["./a.ts"]\n' });
  expect(taken.byHand).toMatchObject([{ name: "bunfig.toml", reason: "it preloads a file already" }]);
});

test("it says where to import the example, and which script starts the program", () => {
  const nextOf = (dev: Readonly<Record<string, string>>, scripts: Readonly<Record<string, string>> = {}) =>
    plan({ "package.json": manifest(dev, { scripts }), "yarn.lock": "" }).next;
  expect(nextOf({ next: "16" }, { dev: "next dev" })).toBe(
    'Import preempt-example.js in a component with "use client", run yarn dev, and look at the console.',
  );
  expect(nextOf({ vite: "8" })).toBe(
    "Import preempt-example.js where your program starts, build, and look at the console.",
  );
  expect(nextOf({})).toBe("Run node --import @preempt/transformer/register preempt-example.mjs.");
});
