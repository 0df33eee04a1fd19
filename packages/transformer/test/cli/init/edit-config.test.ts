/** Configurations are edited at positions, and those that are not understood stay as they are. */
import { expect, test } from "vitest";
import { type ConfigEdit, editConfig } from "../../../src/cli/init/edit-config.ts";

const vite: ConfigEdit = {
  imports: [{ name: "preempt", module: "@preempt/transformer/vite" }],
  additions: [{ path: ["plugins"], value: "preempt()", isElement: true }],
};

const edited = (text: string, edit = vite, name = "vite.config.ts") => {
  const result = editConfig(name, text, edit);
  return "text" in result ? result.text : `reason: ${result.reason}`;
};

test("a plugin is added behind the others, in the quotes and without the semicolons of the file", () => {
  const text = `import { defineConfig } from 'vite'
import react from '@vitejs/plugin-react'

// https://vite.dev/config/
export default defineConfig({
  plugins: [react()],
})
`;
  expect(edited(text)).toBe(`import { defineConfig } from 'vite'
import react from '@vitejs/plugin-react'
import preempt from '@preempt/transformer/vite'

// https://vite.dev/config/
export default defineConfig({
  plugins: [react(), preempt()],
})
`);
});

const head = 'import preempt from "@preempt/transformer/vite";\n\n';

test.for([
  ["an object", "export default {};", "export default { plugins: [preempt()] };"],
  [
    "an object with a comment",
    "export default {\n  // nothing yet\n};",
    "export default {\n  // nothing yet\n  plugins: [preempt()],\n};",
  ],
  ["properties on a line", "export default { base: 2 };", "export default { base: 2, plugins: [preempt()] };"],
  [
    "lines without a last comma",
    "export default {\n\tbase: 1 // one\n};",
    "export default {\n\tbase: 1, // one\n\tplugins: [preempt()]\n};",
  ],
  [
    "lines with a last comma",
    "export default {\n  base: 1, // one\n};",
    "export default {\n  base: 1, // one\n  plugins: [preempt()],\n};",
  ],
  ["an empty list", "export default { plugins: [] };", "export default { plugins: [preempt()] };"],
  [
    "a list in lines",
    "export default {\n  plugins: [\n    a(),\n    b(),\n  ],\n};",
    "export default {\n  plugins: [\n    a(),\n    b(),\n    preempt(),\n  ],\n};",
  ],
  [
    "a list that is filtered",
    "export default { plugins: [a && b()].filter(Boolean) };",
    "export default { plugins: [a && b(), preempt()].filter(Boolean) };",
  ],
  [
    "a constant",
    "const config = { base: 1 };\nexport default config;",
    "const config = { base: 1, plugins: [preempt()] };\nexport default config;",
  ],
  [
    "a list in a constant",
    "const plugins = [a()];\nexport default { plugins };",
    "const plugins = [a(), preempt()];\nexport default { plugins };",
  ],
  [
    "a type behind it",
    "export default { base: 1 } satisfies UserConfig;",
    "export default { base: 1, plugins: [preempt()] } satisfies UserConfig;",
  ],
  [
    "a function",
    "export default defineConfig(({ mode }) => ({ mode }));",
    "export default defineConfig(({ mode }) => ({ mode, plugins: [preempt()] }));",
  ],
  [
    "a function with a block",
    "export default defineConfig(async () => {\n  const x = await f();\n  return { base: x };\n});",
    "export default defineConfig(async () => {\n  const x = await f();\n  return { base: x, plugins: [preempt()] };\n});",
  ],
] as const)("%s is understood", ([, before, after]) => {
  expect(edited(before)).toBe(head + after);
});

test.for([
  ["export default mergeConfig(base, { plugins: [] });", "its configuration is put together by code"],
  [
    "export default defineConfig(({ command }) => { if (command === 'serve') return {}; return { plugins: [] }; });",
    "its configuration is put together by code",
  ],
  ["export default { ...base };", "its plugins may come from another object, which is spread into it"],
  ["export default { plugins: pluginsOf(1) };", "its plugins is put together by code"],
  ["export default { plugins: isOn ? [a()] : [] };", "its plugins is put together by code"],
  ["console.log(1);", "it has no default export"],
  ["export default { plugins: [ };", "it has a syntax error"],
  ["const preempt = 1;\nexport default {};", "it uses the name preempt already"],
] as const)("%s stays as it is", ([text, reason]) => {
  expect(edited(text)).toBe(`reason: ${reason}`);
});

test("a comment that has the plugin's name is no use of the name", () => {
  expect(edited("// preempt?\nexport default {};")).toContain("plugins: [preempt()]");
});

test("CommonJS requires the default export, behind what it requires already", () => {
  const webpack: ConfigEdit = { ...vite, imports: [{ name: "preempt", module: "@preempt/transformer/webpack" }] };
  const text = `"use strict";
const path = require("path");

module.exports = {
  entry: "./src/index.js",
  output: { path: path.resolve(__dirname, "dist") },
};
`;
  expect(edited(text, webpack, "webpack.config.js")).toBe(`"use strict";
const path = require("path");
const preempt = require("@preempt/transformer/webpack").default;

module.exports = {
  entry: "./src/index.js",
  output: { path: path.resolve(__dirname, "dist") },
  plugins: [preempt()],
};
`);
  expect(edited('"use strict";\nmodule.exports = {};\n', webpack, "webpack.config.js")).toBe(
    '"use strict";\n\nconst preempt = require("@preempt/transformer/webpack").default;\nmodule.exports = { plugins: [preempt()] };\n',
  );
});

test("nested properties are made where they are missing, and used where they are there", () => {
  const nuxt: ConfigEdit = {
    imports: [
      { name: "preemptServer", module: "@preempt/transformer/rollup" },
      { name: "preempt", module: "@preempt/transformer/vite" },
    ],
    additions: [
      { path: ["vite", "plugins"], value: "preempt()", isElement: true },
      { path: ["nitro", "rollupConfig", "plugins"], value: "preemptServer()", isElement: true },
    ],
  };
  const imports =
    'import preemptServer from "@preempt/transformer/rollup";\nimport preempt from "@preempt/transformer/vite";\n\n';
  expect(
    edited("export default defineNuxtConfig({\n  devtools: { enabled: true },\n  vite: { css: {} }\n})\n", nuxt),
  ).toBe(
    `${imports.replaceAll(";", "")}export default defineNuxtConfig({
  devtools: { enabled: true },
  vite: { css: {}, plugins: [preempt()] },
  nitro: {
    rollupConfig: { plugins: [preemptServer()] },
  }
})
`,
  );
  expect(edited("export default defineNuxtConfig({});\n", nuxt)).toContain("vite: { plugins: [preempt()] }");
});

test("a call goes around the configuration, whatever that is", () => {
  const next: ConfigEdit = {
    imports: [{ name: "preempt", module: "@preempt/transformer/next" }],
    wrapper: "preempt()",
  };
  const text = `import type { NextConfig } from "next";

const nextConfig: NextConfig = {
  /* config options here */
};

export default nextConfig;
`;
  expect(edited(text, next)).toBe(`import type { NextConfig } from "next";
import preempt from "@preempt/transformer/next";

const nextConfig: NextConfig = {
  /* config options here */
};

export default preempt()(nextConfig);
`);
  expect(edited("module.exports = withMDX({ a: 1 })\n", next, "next.config.js")).toBe(
    'const preempt = require("@preempt/transformer/next").default\n\nmodule.exports = preempt()(withMDX({ a: 1 }))\n',
  );
});

test("a program that builds has the plugin among the options of its only call", () => {
  const esbuild: ConfigEdit = { ...vite, calls: ["esbuild.build", "build"] };
  const text =
    'import * as esbuild from "esbuild";\n\nawait esbuild.build({\n  entryPoints: ["app.ts"],\n  bundle: true,\n});\n';
  expect(edited(text, esbuild, "build.mjs")).toBe(
    'import * as esbuild from "esbuild";\nimport preempt from "@preempt/transformer/vite";\n\nawait esbuild.build({\n  entryPoints: ["app.ts"],\n  bundle: true,\n  plugins: [preempt()],\n});\n',
  );
  expect(edited(`${text}await esbuild.build({});\n`, esbuild)).toBe(
    "reason: it does not call esbuild.build or build exactly once",
  );
});

test("a program's first line for the shell stays the first, and so does a comment for the checker", () => {
  expect(edited("#!/usr/bin/env node\n// @ts-check\nexport default {};\n")).toBe(
    `#!/usr/bin/env node\n// @ts-check\n${head}export default { plugins: [preempt()] };\n`,
  );
});
