/** The bundler doors: a project file, and a package of node_modules transformed whole. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Driven, drive } from "@preempt/runtime/testing";
import { rollup } from "rollup";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Diagnostic } from "../src/index.ts";
import preemptRollup from "../src/rollup.ts";
import preemptVite from "../src/vite.ts";

const root = mkdtempSync(join(dirname(fileURLToPath(import.meta.url)), "projects/bundle-"));
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
     export function* steps() {}
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
  expect(await run(output[0].code, "rollup.mjs")).toEqual({ value: 9900, preemptions: 20 });
  expect(placesOfFailure("rollup.mjs")).toEqual(["failing main.ts:9:29", "failing main.ts:9:29"]);
  expect(found.map((d) => `${d.code} ${d.line}:${d.column}`)).toEqual(["PT1001 5:23"]);
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
  expect(await run(output[0]?.code ?? "", "vite.mjs")).toEqual({ value: 9900, preemptions: 20 });
  // The minifier takes the `new` away, and the name of the original, of which TypeScript's maps do not speak.
  expect(placesOfFailure("vite.mjs")).toEqual([expect.stringContaining(" main.ts:9:33"), "failing main.ts:9:33"]);
});
