/** Vite's own module runner, as servers use it: there packages are Node's to load, but for those that are to be transformed. */
import { rmSync } from "node:fs";
import { drive } from "@preempt/runtime/testing";
import { createServer } from "vite";
import { expect, test } from "vitest";
import preempt from "../src/vite.ts";
import { counting, sum, writeProject } from "./project.ts";

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
    rmSync(root, { recursive: true });
  }
});
