/** A project without the runtime, or with one of another version, is told what to install. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const packages = fileURLToPath(new URL("../../../", import.meta.url));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), "preempt-runtime-"));
  mkdirSync(join(folder, "node_modules/@preempt"), { recursive: true });
  symlinkSync(join(packages, "transformer"), join(folder, "node_modules/@preempt/transformer"), "junction");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(
    join(folder, "main.js"),
    "/** @preempt */ export function f(n) { let s = 0; for (let i = 0; i < n; i++) s += i; return s; }\nconsole.log(f(3));",
  );
});
afterEach(() => rmSync(folder, { recursive: true, maxRetries: 9, retryDelay: 100 }));

/** The runtime, as if it was of another version. */
function installOlder(): void {
  const place = join(folder, "node_modules/@preempt/runtime");
  mkdirSync(place);
  const manifest = JSON.parse(readFileSync(join(packages, "runtime/package.json"), "utf8"));
  writeFileSync(join(place, "package.json"), JSON.stringify({ ...manifest, version: "0.0.9" }));
  symlinkSync(join(packages, "runtime/dist"), join(place, "dist"), "junction");
}

const missing =
  /runtime_missing: the transformed code needs @preempt\/runtime, which is not installed\. Run `npm install @preempt\/runtime@\d/;
const other = /runtime_version: @preempt\/runtime is 0\.0\.9, and @preempt\/transformer is \d.*\. Run `npm install /;

/** Runs a program in the folder, as Node does without the folders that package managers add for their scripts. */
function run(...args: string[]) {
  const { NODE_PATH: _, ...env } = process.env;
  return spawnSync(process.execPath, args, {
    cwd: folder,
    env: { ...env, PREEMPT_CACHE: "0" },
    encoding: "utf8",
    timeout: 60_000,
  });
}

const inNode = () => run("--import", "@preempt/transformer/register", "main.js");

function inVite(): string {
  writeFileSync(
    join(folder, "build.js"),
    `import { build } from ${JSON.stringify(import.meta.resolve("vite"))};
    import preempt from "@preempt/transformer/vite";
    await build({ configFile: false, plugins: [preempt()], build: { lib: { entry: "main.js", formats: ["es"], fileName: "main" } } });`,
  );
  return run("build.js").stderr;
}

test("Node: none", () => {
  const { stderr, status } = inNode();
  expect(status).not.toBe(0);
  expect(stderr).toMatch(missing);
});

test("Node: another version, which works as far as it does", () => {
  installOlder();
  const { stderr, stdout, status } = inNode();
  expect(stderr).toMatch(other);
  expect(stderr.match(/runtime_version:/g)).toHaveLength(1);
  expect([stdout, status]).toEqual(["3\n", 0]);
});

test("Vite: none, before the bundler says that the file cannot be resolved", () => {
  expect(inVite()).toMatch(missing);
});

test("Vite: another version", () => {
  installOlder();
  expect(inVite()).toMatch(other);
});
