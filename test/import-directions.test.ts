import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { findCycles, findProblems, importsOf, platformTimeOf, readSources } from "../scripts/import-directions.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

test("the workspace's imports have no cycle and no forbidden direction", () => {
  const sources = readSources(root);
  expect(sources.length).toBeGreaterThan(50);
  expect(findProblems(sources)).toEqual([]);
});

test("a cycle is found, and named in full", () => {
  const graph = new Map([
    ["a.ts", ["b.ts"]],
    ["b.ts", ["c.ts"]],
    ["c.ts", ["a.ts"]],
    ["d.ts", ["a.ts"]],
  ]);
  expect(findCycles(graph)).toEqual(["import cycle: a.ts → b.ts → c.ts → a.ts"]);
});

test("two ways to one file are no cycle", () => {
  const graph = new Map([
    ["top.ts", ["left.ts", "right.ts"]],
    ["left.ts", ["bottom.ts"]],
    ["right.ts", ["bottom.ts"]],
    ["bottom.ts", []],
  ]);
  expect(findCycles(graph)).toEqual([]);
});

test("a cycle through sources is found, though one of the imports is of a type and another leaves out .ts", () => {
  const problems = findProblems([
    { file: "packages/demo/src/page.ts", text: `import { draw } from "./views/chart";` },
    { file: "packages/demo/src/views/chart.ts", text: `import type { Page } from "../page.ts";` },
  ]);
  expect(problems).toEqual([
    "import cycle: packages/demo/src/page.ts → packages/demo/src/views/chart.ts → packages/demo/src/page.ts",
  ]);
});

test.for([
  ["runtime/src/kernel/kernel.ts", "@preempt/transformer", "the runtime depends on nothing"],
  ["runtime/src/kernel/kernel.ts", "node:timers", "the runtime depends on nothing"],
  ["abi/src/frame.ts", "typescript", "it is part of packages that depend on nothing"],
  ["runtime/src/hosts/node.ts", "node:timers", "the runtime depends on nothing"],
  ["runtime/src/kernel/kernel.ts", "../../../transformer/src/index.ts", "it belongs to another package"],
  ["runtime/src/kernel/kernel.ts", "../../package.json", "it is outside the package's sources"],
  ["runtime/src/kernel/kernel.ts", "../../test/world.ts", "sources do not use tests"],
  [
    "transformer/src/pipeline/pipeline.ts",
    "@preempt/runtime",
    "the transformer uses TypeScript, unplugin and picomatch only",
  ],
  [
    "transformer/src/pipeline/pipeline.ts",
    "@preempt/runtime/abi",
    "the transformer uses TypeScript, unplugin and picomatch only",
  ],
  ["transformer/src/4-plan/loops/leaf.ts", "../../5-emit/rewrite.ts", "a phase uses earlier ones only"],
  ["transformer/src/pipeline/pipeline.ts", "rollup", "the transformer uses TypeScript, unplugin and picomatch only"],
  ["transformer/src/pipeline/pipeline.ts", "node:fs", "only the transformer's integrations may use Node"],
  ["transformer/src/bundler-names.ts", "node:fs", "only the transformer's integrations may use Node"],
  ["server/src/requests/request-scheduler.ts", "node:http", "only the integration with it may use it"],
  ["server/src/fastify.ts", "express", "only the integration with it may use it"],
  ["server/src/node.ts", "@preempt/transformer", "only the integration with it may use it"],
  ["server/src/node.ts", "../../runtime/src/index.ts", "it belongs to another package"],
  ["latest-job/src/index.ts", "react", "what packages for frameworks share uses the runtime only"],
  ["react/src/use-job.ts", "vue", "it uses its framework, the runtime and what such packages share"],
  ["vue/src/use-job.ts", "@preempt/runtime/core", "it uses its framework, the runtime and what such packages share"],
  ["svelte/src/use-job.ts", "../../react/src/use-job.ts", "it belongs to another package"],
  ["demo/src/main.ts", "../../runtime/src/index.ts", "it belongs to another package"],
  ["demo/src/main.ts", "@preempt/runtime/src/kernel.ts", "it is not a public entry point"],
  ["demo/src/main.ts", "../e2e/page.ts", "sources do not use tests"],
] as const)("%s must not import %s", ([file, specifier, reason]) => {
  const text = `import { x } from "${specifier}";`;
  expect(findProblems([{ file: `packages/${file}`, text }])).toEqual([
    `packages/${file} imports ${specifier}: ${reason}`,
  ]);
});

test.for([
  ["packages/runtime/src/kernel/kernel.ts", "./policies/edf.ts"],
  ["packages/runtime/src/realm/realm.ts", "@preempt/abi"],
  ["packages/transformer/src/5-emit/shared/unit.ts", "@preempt/abi"],
  ["packages/transformer/src/bundler.ts", "node:path"],
  ["packages/transformer/src/cli.ts", "node:fs"],
  ["packages/transformer/src/5-emit/generator/loops.ts", "typescript"],
  ["packages/server/src/requests/request-scheduler.ts", "@preempt/runtime"],
  ["packages/server/src/node/listener.ts", "node:http"],
  ["packages/server/src/fastify.ts", "fastify-plugin"],
  ["packages/react/src/use-job.ts", "react"],
  ["packages/svelte/src/use-job.ts", "svelte/store"],
  ["packages/vue/src/use-job.ts", "@preempt/latest-job"],
  ["packages/latest-job/src/index.ts", "@preempt/runtime"],
  ["packages/demo/src/main.ts", "@preempt/runtime"],
  ["packages/demo/src/main.ts", "../samples/handbook.md?raw"],
  ["benchmarks/depth/run.ts", "@preempt/runtime/testing"],
  ["benchmarks/depth/run.ts", "../lib/runner.ts"],
] as const)("%s may import %s", ([file, specifier]) => {
  expect(findProblems([{ file, text: `import "${specifier}";` }])).toEqual([]);
});

test.for([
  [`import { Resource } from "../resources/resource.ts";`, false],
  [`import { type Named, Resource } from "../resources/resource.ts";`, false],
  [`export { Resource } from "../resources/resource.ts";`, false],
  [`import type { Resource } from "../resources/resource.ts";`, true],
  [`import { type Resource } from "../resources/resource.ts";`, true],
  [`import { edf } from "../policies/edf.ts";`, true],
  [`import { later } from "./time.ts";`, true],
] as const)("the kernel's folder: %s", ([text, isAllowed]) => {
  const problem =
    "packages/runtime/src/kernel/round.ts imports ../resources/resource.ts: values come from earlier folders of the runtime only";
  expect(findProblems([{ file: "packages/runtime/src/kernel/round.ts", text }])).toEqual(isAllowed ? [] : [problem]);
});

test("every form of import is seen, and none in comments and strings", () => {
  const text = `
    import a from './a.ts'
    import { type B } from "./b.ts";
    import type { C } from "./c.ts";
    import "./d.ts";
    export * from "./e.ts";
    export { f } from "./f.ts";
    const g = await import("./g.ts");
    let h: import("./h.ts").H;
    // import "./no.ts";
    const s = 'import "./no.ts";';`;
  const letters = importsOf({ file: "x.ts", text }).map((specifier) => specifier.charAt(2));
  expect(letters.join("")).toBe("abcdefgh");
});

test("platform time outside hosts/ is found", () => {
  const text = "const t = performance.now();";
  expect(findProblems([{ file: "packages/runtime/src/kernel/kernel.ts", text }])).toEqual([
    "packages/runtime/src/kernel/kernel.ts uses performance: only hosts/ use platform time",
  ]);
  expect(findProblems([{ file: "packages/runtime/src/hosts/node.ts", text }])).toEqual([]);
});

test.for([
  "Date.now()",
  "new Date()",
  "setTimeout(f, 1)",
  "globalThis.setImmediate(f)",
  "const { setTimeout } = globalThis",
  "const timers = { setTimeout }",
  "scheduler.postTask(f)",
  "new MessageChannel()",
])("%s is a use of platform time", (text) => {
  expect(platformTimeOf({ file: "x.ts", text })).toHaveLength(1);
});

test.for([
  "// setTimeout",
  "const s = 'Date.now()'",
  "host.setTimeout(f)",
  "interface Host { setTimeout(f: () => void): void }",
  "let f: typeof setTimeout",
])("%s is no use of platform time", (text) => {
  expect(platformTimeOf({ file: "x.ts", text })).toEqual([]);
});
