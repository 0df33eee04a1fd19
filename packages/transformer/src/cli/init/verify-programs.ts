/**
 * Programs that run the example through a tool of the project. Each is started in the project's folder, and finds packages from there.
 * Those of Vite and Node print the number of preemptions behind a mark. Bundles print the line of the example.
 */

export const mark = "preempt-verified:";

/** Where bundles go, from the project's folder on. */
export const bundleFolder = ".preempt/verify";

/** The example runs its job itself. A template's module only has the function. */
const counting = `
async function count({ preempted, countPrimes }) {
  if (preempted !== undefined) return preempted;
  const { Scheduler } = await import("@preempt/runtime");
  const job = new Scheduler().submit(countPrimes, { args: [500_000] });
  await job;
  return job.preemptions;
}
`;

/**
 * Vite's pipeline, with the project's configuration and all of its plugins. Packages are Node's to load.
 *
 * @param example the whole path, since the configuration may name another root
 * @param config Vitest's own configuration; undefined: Vite finds its own
 */
export function throughVite(example: string, config: string | undefined): string {
  const imported = config === undefined ? "createServer } from" : "createViteServer as createServer } from";
  return `
import { ${imported} ${JSON.stringify(config === undefined ? "vite" : "vitest/node")};
${counting}
const server = await createServer({
  ${config === undefined ? "" : `configFile: ${JSON.stringify(config)},`}
  appType: "custom",
  logLevel: "error",
  optimizeDeps: { noDiscovery: true, include: [] },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
});
try {
  const module = await server.ssrLoadModule(${JSON.stringify(example)});
  console.log(${JSON.stringify(mark)} + (await count(module)));
} finally {
  await server.close();
}
process.exit();
`;
}

/** Node's hooks, which transform like every integration. */
export function throughNode(example: string): string {
  return `
import { register } from "@preempt/transformer/node";
${counting}
register({ summary: false });
console.log(${JSON.stringify(mark)} + (await count(await import(${JSON.stringify(`./${example}`)}))));
`;
}

/** webpack and Rspack: the project's configuration, with the example as its entry and Node as its target. */
export function throughWebpack(name: "webpack" | "@rspack/core", example: string, config: string): string {
  return `
import * as tool from ${JSON.stringify(name)};
${loading(config)}
const compile = tool.default?.webpack ?? tool.rspack ?? tool.default;
const options = { ...first, mode: "development", devtool: false, watch: false, cache: false, target: "node22", externals: [] };
const compiler = compile({ ...options, entry: ${JSON.stringify(`./${example}`)}, output: { path: out, filename: "bundle.cjs" } });
const stats = await new Promise((done, fail) => compiler.run((error, made) => (error ? fail(error) : done(made))));
if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
await new Promise((closed) => compiler.close(closed));
await import(pathToFileURL(out + "/bundle.cjs").href);
`;
}

/** Rollup and Rolldown: the project's configuration, with the example as its input. */
export function throughRollup(name: "rollup" | "rolldown", example: string, config: string): string {
  return `
import { ${name} } from ${JSON.stringify(name)};
${loading(config)}
const { output, ...options } = first;
const bundle = await ${name}({ ...options, input: ${JSON.stringify(`./${example}`)} });
await bundle.write({ file: out + "/bundle.mjs", format: "es" });
await bundle.close();
await import(pathToFileURL(out + "/bundle.mjs").href);
`;
}

/** esbuild has no configuration: the plugin by itself. */
export function throughEsbuild(example: string): string {
  return `
import { build } from "esbuild";
import preempt from "@preempt/transformer/esbuild";
const outfile = ${JSON.stringify(`${bundleFolder}/bundle.mjs`)};
await build({ entryPoints: [${JSON.stringify(example)}], bundle: true, format: "esm", outfile, plugins: [preempt({ summary: false })], logLevel: "silent" });
await import("./" + outfile);
`;
}

/** The first configuration of the file, which may be a function. */
function loading(config: string): string {
  return `
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
const out = resolve(${JSON.stringify(bundleFolder)});
let { default: first } = await import(pathToFileURL(${JSON.stringify(config)}).href);
if (typeof first === "function") first = await first({}, { mode: "development" });
if (Array.isArray(first)) first = first[0];
`;
}
