/** Preempt's own packages are never transformed, whatever patterns take them in. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build as esbuild } from "esbuild";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import preemptEsbuild from "../../src/esbuild.ts";
import { OwnPackages } from "../../src/project/own-packages.ts";
import { counting, writeProject } from "../kit/project.ts";

const runtime = join(dirname(fileURLToPath(import.meta.url)), "../../../runtime");
const main = `
  import { Scheduler } from "@preempt/runtime";
  import { count } from "counting";
  const rt = new Scheduler();
  const job = rt.submit(count, { args: [20] });
  console.log(await job);
`;
/** The last line: a machine that is busy may be a reason for others before it. */
const ofCounting = /^preempt: counting: 1 function preemptable in 1 file\n$/m;
const folder = writeProject({
  ...counting,
  "main.mjs": main,
  "copied.mjs": main.replace("@preempt/runtime", "./vendor/runtime/dist/index.js"),
  "everything.mjs": `import { register } from "@preempt/transformer/node"; register({ all: [/./] });`,
  "packages.mjs": `import { register } from "@preempt/transformer/node"; register({ all: [/node_modules/, "vendor/**"] });`,
});
beforeAll(() => {
  // Installed, not linked: a copy of its own.
  for (const place of ["node_modules/@preempt/runtime", "vendor/runtime"]) {
    mkdirSync(join(folder, place), { recursive: true });
    for (const part of ["package.json", "dist"])
      cpSync(join(runtime, part), join(folder, place, part), { recursive: true });
  }
  symlinkSync(join(runtime, "../transformer"), join(folder, "node_modules/@preempt/transformer"), "junction");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

for (const pattern of ["everything.mjs", "packages.mjs"])
  for (const program of ["main.mjs", "copied.mjs"])
    test(`${program} runs where ${pattern} takes in every package`, () => {
      const args = ["--import", `./${pattern}`, program];
      const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
      expect({ stdout, stderr }).toEqual({ stdout: "190\n", stderr: expect.stringMatching(ofCounting) });
    });

test("a bundle in which every package was taken in runs, and the runtime is in it as it was", async () => {
  const outfile = join(folder, "out.mjs");
  await esbuild({
    entryPoints: [join(folder, "main.mjs")],
    bundle: true,
    format: "esm",
    platform: "node",
    outfile,
    logLevel: "silent",
    plugins: [preemptEsbuild({ all: [/./] })],
  });
  const text = readFileSync(outfile, "utf8");
  expect(text.match(/function \w+\$resumable/g)).toEqual(["function count$resumable"]);
  const { stdout } = spawnSync(process.execPath, [outfile], { encoding: "utf8" });
  expect(stdout).toBe("190\n");
});

test("files are Preempt's by their package, by where Vite keeps them, and by what a bundle holds; its tests are not", () => {
  const own = new OwnPackages(ts.sys);
  const copy = join(folder, "vendor/runtime/dist/kernel.js");
  expect(own.holds(copy)).toBe(true);
  expect(own.holds(copy.replaceAll("/", "\\"))).toBe(true);
  expect(own.holds("/app/node_modules/.vite/deps/@preempt_runtime_abi.js")).toBe(true);
  expect(own.holds("/app/node_modules/@preempt/runtime/dist/abi.js")).toBe(true);
  expect(own.holds("/app/bundle.js", 'Symbol.for("@preempt/runtime/abi@1")')).toBe(true);
  expect(own.holds("/app/node_modules/@preempt/server/dist/index.js")).toBe(true);
  expect(own.isServer("/app/node_modules/@preempt/server/dist/index.js")).toBe(true);
  expect(own.isServer("/app/node_modules/.vite/deps/@preempt_server_node.js")).toBe(true);
  expect(own.isServer(join(runtime, "../server/src/index.ts"))).toBe(true);
  expect(own.isServer(join(runtime, "src/kernel.ts"))).toBe(false);
  expect(own.holds(join(runtime, "src/kernel.ts"))).toBe(true);
  expect(own.holds(join(runtime, "test/world.ts"))).toBe(false);
  expect(own.holds(join(folder, "main.mjs"))).toBe(false);
  expect(own.holds(fileURLToPath(new URL("../../../demo/src/main.ts", import.meta.url)))).toBe(false);
  expect(own.holds(fileURLToPath(pathToFileURL("/nowhere/a.js")))).toBe(false);
});
