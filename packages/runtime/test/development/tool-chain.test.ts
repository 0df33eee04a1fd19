/** The line that adds the plugin, for each tool that a running program can recognise. */
import { expect, test } from "vitest";
import { pluginLine, toolChain } from "../../src/development/tool-chain.ts";

const node = { versions: { node: "24.0.0" }, env: {}, argv: ["node", "/app/main.js"], execArgv: [] };
const page = (selector: string) => ({ querySelector: (asked: string) => (asked.includes(selector) ? {} : null) });

test.each<[name: string | undefined, here: object, line: string]>([
  ["Node", { process: node }, "start it with `node --import @preempt/transformer/register`"],
  ["Next.js", { process: { ...node, env: { NEXT_RUNTIME: "nodejs" } } }, 'from "@preempt/transformer/next"'],
  ["Next.js", { document: page("none"), __next_f: [] }, "next.config"],
  ["Vitest", { process: { ...node, env: { VITEST: "true" } } }, "to vitest.config"],
  ["Jest", { process: { ...node, env: { JEST_WORKER_ID: "1" } } }, '"@preempt/transformer/jest"'],
  ["Vite", { process: { ...node, argv: ["node", "/app/node_modules/vite/bin/vite.js"] } }, "to vite.config"],
  ["Vite", { document: page("/@vite/client") }, "`plugins: [preempt()]`"],
  ["Bun", { process: { ...node, versions: { node: "24.0.0", bun: "1.3.0" } } }, "bunfig.toml"],
  ["Deno", { Deno: {}, process: node }, "--preload"],
  [
    "tsx",
    { process: { ...node, execArgv: ["--import", "file:///app/node_modules/tsx/dist/loader.mjs"] } },
    "NODE_OPTIONS",
  ],
  [undefined, { document: page("none") }, "Add the plugin of @preempt/transformer to your build"],
  [undefined, {}, "docs/setup.md"],
])("%s", (name, here, line) => {
  expect(toolChain(here)).toBe(name);
  expect(pluginLine(here)).toContain(line);
  if (name !== undefined) expect(pluginLine(here)).toMatch(new RegExp(`^With ${name}, .*\\.$`));
});

test("webpack, by the variable of its modules", () => {
  Object.assign(globalThis, { __webpack_require__: () => {} });
  try {
    expect(pluginLine({ document: page("none") })).toContain("to webpack.config");
  } finally {
    Reflect.deleteProperty(globalThis, "__webpack_require__");
  }
});
