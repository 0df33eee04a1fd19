/**
 * Vite's servers. Its own module runner, as servers use it: there packages are Node's to load, but for those that are to be transformed.
 * And what it bundles for pages before it serves them.
 */
import { rmSync } from "node:fs";
import { drive } from "@preempt/runtime/testing";
import { createServer } from "vite";
import { expect, test } from "vitest";
import preempt from "../../src/vite.ts";
import { counting, sum, writeProject } from "../kit/project.ts";

test("packages named in `all`, CommonJS too, are transformed on servers", async () => {
  const root = writeProject({
    "main.ts": `
      import { count } from "counting";
      import { total } from "amounts";
      /** @preempt */
      export function all(n: number): number { return count(n) + total(n); }`,
    ...counting,
    "node_modules/amounts/package.json": JSON.stringify({ name: "amounts", main: "index.js" }),
    "node_modules/amounts/index.js": `exports.total = ${sum};`,
  });
  const server = await createServer({
    root,
    configFile: false,
    appType: "custom",
    logLevel: "silent",
    server: { middlewareMode: true, ws: false },
    plugins: [preempt({ all: ["counting", "amounts"] })],
  });
  try {
    const { all } = (await server.ssrLoadModule("/main.ts")) as { all: (n: number) => number };
    expect(drive(all, { args: [100], budget: 9 })).toEqual({ value: 2 * 4950, preemptions: 2 });
  } finally {
    await server.close();
    rmSync(root, { recursive: true, maxRetries: 9, retryDelay: 100 });
  }
});

const installed = {
  "node_modules/@preempt/runtime/package.json": JSON.stringify({
    name: "@preempt/runtime",
    type: "module",
    exports: { "./abi": "./abi.js" },
  }),
  "node_modules/@preempt/runtime/abi.js": "export {};",
};

test.for<[string, Record<string, string>, string[], boolean]>([
  ["is bundled before a page asks for it, so that none is loaded twice", installed, [], true],
  ["is left alone where the project says so", installed, ["@preempt/runtime"], false],
  ["is left alone where it is a package of the same workspace", {}, [], false],
])("the runtime that transformed modules import %s", async ([, files, exclude, expected]) => {
  const root = writeProject({
    "main.ts": "/** @preempt */ export function f(n: number) { for (; n > 0; n--); }",
    ...files,
  });
  const server = await createServer({
    root,
    configFile: false,
    logLevel: "silent",
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { exclude },
    plugins: [preempt()],
  });
  try {
    const { depsOptimizer } = server.environments.client;
    await depsOptimizer?.init();
    const { optimized = {}, discovered = {} } = depsOptimizer?.metadata ?? {};
    expect("@preempt/runtime/abi" in { ...optimized, ...discovered }).toBe(expected);
  } finally {
    await server.close();
    rmSync(root, { recursive: true, maxRetries: 9, retryDelay: 100 });
  }
});

test.for([
  ["7.3.8", "esbuildOptions"],
  ["8.0.0", "rolldownOptions"],
] as const)("Vite %s gets the plugin for the bundler that it has", async ([viteVersion, expected]) => {
  const root = writeProject({ "node_modules/old/package.json": '{ "name": "old", "main": "index.js" }' });
  const { config } = preempt({ all: ["old"] }) as unknown as {
    config(this: object, config: object): Promise<{ optimizeDeps: object; ssr: { optimizeDeps: object } }>;
  };
  const { optimizeDeps, ssr } = await config.call({ meta: { viteVersion } }, { root });
  rmSync(root, { recursive: true });
  for (const options of [optimizeDeps, ssr.optimizeDeps]) {
    expect(options).toMatchObject({
      include: ["old"],
      [expected]: { plugins: [{ name: expect.stringMatching(/^preempt /) }] },
    });
  }
});
