/**
 * docs/how-preemption-spreads.md: each call of its tables, in a project that has the packages as they are published, with four tool
 * chains.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countsSay, pageSays } from "../kit/spreading-page.ts";

const here = dirname(fileURLToPath(import.meta.url));
const packages = join(here, "../../..");
const folder = mkdtempSync(join(tmpdir(), "preempt-spreading-"));
const modules = join(folder, "node_modules");

/** Packs a package and installs the tarball; its dependencies are those of this repository. */
function install(name: string): void {
  const place = join(modules, "@preempt", name);
  mkdirSync(place, { recursive: true });
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], {
    cwd: join(packages, name),
    stdio: "ignore",
    env: { ...process.env, npm_config_cache: join(folder, "cache") },
  });
  const tarball = readdirSync(folder).find((file) => file.includes(name) && file.endsWith(".tgz")) as string;
  execFileSync("tar", ["-xzf", join(folder, tarball), "-C", place, "--strip-components=1"]);
  const own = join(packages, name, "node_modules");
  const { dependencies = {} } = JSON.parse(readFileSync(join(place, "package.json"), "utf8"));
  for (const dependency of Object.keys(dependencies)) link(dependency, join(own, dependency));
}

function link(name: string, from: string): void {
  mkdirSync(dirname(join(modules, name)), { recursive: true });
  symlinkSync(from, join(modules, name), "junction");
}

const require = createRequire(join(packages, "transformer/package.json"));
const binary = (name: string, file: string) => join(dirname(require.resolve(`${name}/package.json`)), file);
const node = (...args: string[]) =>
  execFileSync(process.execPath, args, {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, PREEMPT_CACHE: "0" },
  });

/** How to get the counts from each tool chain. */
const toolChains: Record<string, () => string> = {
  "node --import @preempt/transformer/register": () => node("--import", "@preempt/transformer/register", "src/main.ts"),
  "vite build": () => {
    node(
      binary("vite", "bin/vite.js"),
      "build",
      "--ssr",
      "src/main.ts",
      "--outDir",
      "out/vite",
      "--logLevel",
      "silent",
    );
    return node("out/vite/main.js");
  },
  "preempt build -p": () => {
    node("node_modules/@preempt/transformer/bin/preempt.mjs", "build", "-p", ".", "--out", "out/build");
    return node("out/build/main.js");
  },
  esbuild: () => {
    node("esbuild.mjs");
    return node("out/esbuild/main.mjs");
  },
};

beforeAll(() => {
  install("runtime");
  install("transformer");
  for (const tool of ["vite", "esbuild"]) link(tool, join(packages, "transformer/node_modules", tool));
  link("@types/node", join(packages, "../node_modules/@types/node"));
  cpSync(join(here, "../projects/spreading/src"), join(folder, "src"), { recursive: true });
  const files = {
    "package.json": '{ "type": "module" }',
    "vite.config.js": 'import preempt from "@preempt/transformer/vite";\nexport default { plugins: [preempt()] };\n',
    "esbuild.mjs": `import preempt from "@preempt/transformer/esbuild";
import { build } from "esbuild";
await build({ entryPoints: ["src/main.ts"], bundle: true, platform: "node", format: "esm", target: "node22",
  outfile: "out/esbuild/main.mjs", logLevel: "silent", plugins: [preempt()] });`,
    "tsconfig.json": JSON.stringify({
      compilerOptions: {
        target: "es2024",
        lib: ["es2024", "esnext.iterator", "dom"],
        module: "nodenext",
        rootDir: "src",
        rewriteRelativeImportExtensions: true,
        types: ["node"],
        plugins: [{ transform: "@preempt/transformer" }],
      },
      include: ["src"],
    }),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.for(Object.keys(toolChains))("%s: what the page says of each call is so", { timeout: 120_000 }, (name) => {
  expect(countsSay(JSON.parse((toolChains[name] as () => string)()))).toEqual(pageSays());
});
