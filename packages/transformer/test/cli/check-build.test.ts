/** `preempt check` for projects with a bundler's configuration: its options, its packages, its numbers. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build, createLogger } from "vite";
import { afterEach, expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import { type Files, writeProject } from "../kit/project.ts";
import { terminalIn } from "../kit/terminal.ts";

const loop = "for (let i = 0; i < 9; i++);";
const project: Files = {
  "package.json": JSON.stringify({ name: "app", type: "module", dependencies: { lib: "*" } }),
  "src/main.js": `import { heavy } from "./heavy.js";\nimport { parse } from "lib";\nimport { rt } from "./rt.js";
rt.submit(heavy);\nrt.submit(() => { ${loop} });
/** @preempt */ export function own(n) { ${loop} parse(n); }
/** @preempt */ export function evil(n) { ${loop} eval(n); }
/** @preempt */ export const table = [];\n`,
  "src/rt.js": `import { Scheduler } from "@preempt/runtime";\nexport const rt = new Scheduler();\n`,
  "src/heavy.js": `export function heavy() { ${loop} }\nlet later;\nlater = function () { ${loop} };\nexport { later };\n`,
  "src/whole/all.js": `export const all = function () { ${loop} };\nexport function run() { ${loop} all(); }\n`,
  "node_modules/lib/package.json": JSON.stringify({ name: "lib", type: "module", exports: "./index.js" }),
  "node_modules/lib/index.js": `export * from "./parts/parse.js";\nexport function run(code) { for (const c of code) eval(c); }\n`,
  "node_modules/lib/parts/parse.js": `export function parse(n) { ${loop} return n; }\n`,
  "node_modules/lib/unused.js": `export function unused(n) { ${loop} return n; }\n`,
};

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function write(more: Files): string {
  const folder = writeProject({ ...project, ...more });
  folders.push(folder);
  return folder;
}

async function check(cwd: string, ...args: readonly string[]) {
  const { around, said } = terminalIn(cwd);
  const code = await main(["check", ...args], around);
  return { code, ...said };
}

const numbersIn = (text: string) => text.split("\n").filter((line) => line.startsWith("preempt: "));

async function numbersOfBuild(folder: string): Promise<string[]> {
  const said: string[] = [];
  const logger = createLogger("info");
  for (const level of ["info", "warn", "warnOnce"] as const) logger[level] = (text) => void said.push(text);
  const { default: config } = (await import(join(folder, "vite.config.js"))) as { default: object };
  const lib = { entry: [join(folder, "src/main.js"), join(folder, "src/whole/all.js")], formats: ["es" as const] };
  await build({
    ...config,
    root: folder,
    configFile: false,
    customLogger: logger,
    build: { write: false, lib, rollupOptions: { external: [/^@preempt/] } },
  });
  return said.filter((text) => text.startsWith("preempt: ")).map((line) => line.replace(/\. To list them.*/, ""));
}

const vite = (options: string) =>
  `import preempt from "@preempt/transformer/vite";\nexport default { plugins: [preempt(${options})] };\n`;

test("the numbers are those of the build, in the project and in its packages", async () => {
  const options = `{ packages: ["lib"], include: ["src/whole/**"], onDiagnostic: () => {} }`;
  const folder = write({ "vite.config.js": vite(options) });
  const built = await numbersOfBuild(folder);
  expect(built).toEqual([
    "preempt: 5 functions preemptable in 3 files, 2 left alone (1 direct_eval, 1 not_annotatable)",
    "preempt: lib: 1 function preemptable in 1 file, 1 left alone (1 direct_eval)",
  ]);
  const { out, code, err } = await check(folder, "--list");
  expect({ code, err }).toEqual({ code: 1, err: "" });
  expect(numbersIn(out)).toEqual([`${built[0]}.`, `${built[1]} (options of vite.config.js); 2 warnings.`]);
  // As the language names them; files that nobody imports are not part of it.
  expect(out).toMatch(/^node_modules\/lib\/parts\/parse.js\n +1:17 +parse +preemptable +all$/m);
  expect(out).toMatch(/^ +1:20 +all +preemptable +all$/m);
  expect(out).toMatch(/run +left alone +PT1002 direct_eval/);
  expect(out).not.toContain("unused");
  expect(out).not.toContain("later");
  expect((await check(folder, "-q", "--list", "--include", "src/heavy.js")).out).toMatch(
    /^ +3:9 +later +preemptable +all$/m,
  );
});

const written = (from: string, call: string) =>
  `import preempt, { register } from "@preempt/transformer/${from}";\n${call}\n`;

test.for([
  [
    "next.config.ts",
    written("next", `const packages: string[] = ["lib"]; export default preempt({ packages })({ output: "export" });`),
  ],
  [
    "webpack.config.cjs",
    `const preempt = require("@preempt/transformer/webpack").default;\nmodule.exports = { plugins: [preempt({ include: [/node_modules.lib/] })] };\n`,
  ],
  [
    "astro.config.mjs",
    written(
      "vite",
      `export default { vite: { plugins: [preempt({ packages: ["lib"], onDiagnostic(d) { console.log(d); } })] } };`,
    ),
  ],
  [
    "nuxt.config.ts",
    written("vite", `export default defineNuxtConfig({ vite: { plugins: [preempt({ packages: ["lib"] })] } });`),
  ],
  ["preempt.mjs", written("node", `register({ packages: ["lib"], root: import.meta.dirname, cache: false });`)],
] as const)("%s is read", async ([name, text]) => {
  // Options that are written down need no run of the configuration.
  const { out, err } = await check(write({ [name]: text }), "-q", "--list");
  expect(err).toBe("");
  // Which files of which packages an expression means is only known where they are loaded.
  if (!name.startsWith("webpack")) expect(out).toMatch(/parse +preemptable/);
});

test.for([
  ["vite.config.mjs", "vite", "export default ({ mode }) => ({ plugins: [preempt({ packages: [names(mode)] })] });"],
  ["webpack.config.mjs", "webpack", "export default { plugins: [preempt({ packages: [names()] })] };"],
  ["preempt.mjs", "node", "register({ packages: [names()], cache: false });"],
] as const)("%s is run where its options are computed", async ([name, from, call]) => {
  const names = from === "node" ? "{ register }" : "preempt";
  const text = `import ${names} from "@preempt/transformer/${from}";\nconst names = () => "lib";\n${call}\n`;
  const folder = write({ [name]: text });
  const { out, err } = await check(folder, "-q", "--list");
  expect(err).toBe("");
  expect(out).toMatch(/parse +preemptable/);
});

test("without a configuration, the command line says how it is built; and a package can be looked at alone", async () => {
  const folder = write({});
  expect((await check(folder, "-q", "--list", "--packages", "lib")).out).toMatch(/parse +preemptable/);
  expect((await check(folder, "-q", "--list", "--jobs", "rt.submit", "src")).out).toMatch(/heavy +preemptable/);
  const { out } = await check(folder, "--list", "node_modules/lib");
  expect(out).toMatch(/unused +preemptable/);
  expect(out).toMatch(/^preempt: lib: 2 functions preemptable in 2 files, 1 left alone \(1 direct_eval\)\.$/m);
  expect(out).not.toContain("heavy");
});

test("what the build accepts, check accepts: old octal escapes in sloppy CommonJS", async () => {
  const code = `/** @preempt */ exports.f = function () { ${loop} return "\\033[0m" + 017; };\n`;
  const tsconfig = { compilerOptions: { module: "nodenext", allowJs: true, types: [] }, include: ["old.cjs"] };
  const folder = write({ "old.cjs": code, "tsconfig.json": JSON.stringify(tsconfig) });
  for (const args of [["old.cjs"], ["old.cjs", "--jobs", "submit"]]) {
    const { out } = await check(folder, "--list", ...args);
    expect(out).not.toContain("PT1000");
    expect(out).toMatch(/ exports\.f +preemptable/);
  }
});
