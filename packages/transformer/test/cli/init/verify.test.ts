/** The example is run by the project's own tools, with the configuration as init has edited it. */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { detect } from "../../../src/cli/init/detect.ts";
import { exampleText } from "../../../src/cli/init/example.ts";
import { Project } from "../../../src/cli/init/project.ts";
import { verify } from "../../../src/cli/init/verify.ts";
import { writeProject } from "../../kit/project.ts";

let folder = "";
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function verified(dependency: string, files: Readonly<Record<string, string>>) {
  const manifest = JSON.stringify({ type: "module", devDependencies: { [dependency]: "*" } });
  folder = writeProject({ "package.json": manifest, "example.js": exampleText("example.js"), ...files });
  const project = new Project(folder);
  return verify(project, "example.js", detect(project, "").chain);
}

const config = (integration: string, more = "") =>
  `import preempt from "@preempt/transformer/${integration}";\nexport default { ${more} plugins: [preempt()] };\n`;

test.for([
  ["webpack", { "webpack.config.js": config("webpack", 'entry: "./missing.js",') }, "webpack, with your configuration"],
  ["@rspack/core", { "rspack.config.mjs": config("rspack") }, "Rspack, with your configuration"],
  [
    "rollup",
    { "rollup.config.js": config("rollup", 'external: [/^@preempt/], output: { dir: "dist" },') },
    "Rollup, with your configuration",
  ],
  ["esbuild", {}, "a bundle of esbuild, with the plugin"],
] as const)("%s", { timeout: 120_000 }, ([dependency, files, by]) => {
  expect(verified(dependency, files)).toEqual({ preemptions: expect.any(Number), by, problem: "" });
  expect(existsSync(join(folder, ".preempt"))).toBe(false);
});

test("a configuration without the plugin is found out: the job is never preempted", { timeout: 120_000 }, () => {
  const { preemptions } = verified("rollup", { "rollup.config.js": "export default { external: [/^@preempt/] };\n" });
  expect(preemptions).toBe(0);
});

test("a configuration that cannot be run from here leaves it to Node's hooks, and that is said", {
  timeout: 120_000,
}, () => {
  const { preemptions, by } = verified("webpack", { "webpack.config.js": 'throw new Error("not here");\n' });
  expect(preemptions).toBeGreaterThan(0);
  expect(by).toBe("Node's hooks, which have the same transform as the plugin of webpack");
});

test("an example with a mistake is reported by its error", { timeout: 120_000 }, () => {
  folder = writeProject({ "package.json": '{ "type": "module" }', "example.js": 'throw new TypeError("broken");\n' });
  const project = new Project(folder);
  expect(verify(project, "example.js", detect(project, "").chain)).toEqual({
    preemptions: undefined,
    by: "Node's hooks",
    problem: "TypeError: broken",
  });
});
