/** Files whose output is too large for a fixture: libraries transformed whole, and the workloads of the benchmarks. */
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { TransformOptions } from "../../../src/index.ts";

export interface WholeFile {
  /** The name of the workload, or of the library with its version. */
  readonly name: string;
  readonly fileName: string;
  readonly path: string;
  readonly options: Partial<TransformOptions>;
}

const root = fileURLToPath(new URL("../../../../..", import.meta.url));

/** A library's largest file that stands by itself. The libraries are what benchmarks and demo depend on. */
const files: Readonly<Record<string, string>> = {
  acorn: "benchmarks/node_modules/acorn/dist/acorn.mjs",
  ajv: "benchmarks/node_modules/ajv/dist/core.js",
  "chess.js": "benchmarks/node_modules/chess.js/dist/esm/chess.js",
  delaunator: "benchmarks/node_modules/delaunator/index.js",
  fflate: "benchmarks/node_modules/fflate/esm/index.mjs",
  graphql: "benchmarks/node_modules/graphql/language/parser.mjs",
  json5: "benchmarks/node_modules/json5/dist/index.mjs",
  "markdown-it": "benchmarks/node_modules/markdown-it/dist/markdown-it.js",
  marked: "benchmarks/node_modules/marked/lib/marked.esm.js",
  "p-queue": "benchmarks/node_modules/p-queue/dist/index.js",
  papaparse: "benchmarks/node_modules/papaparse/papaparse.js",
  "react-dom": "benchmarks/node_modules/react-dom/cjs/react-dom-server-legacy.node.production.js",
  "simple-statistics": "benchmarks/node_modules/simple-statistics/dist/simple-statistics.mjs",
  supercluster: "packages/demo/node_modules/supercluster/dist/supercluster.js",
  uplot: "packages/demo/node_modules/uplot/dist/uPlot.esm.js",
};

/** Each function of them that can be is made preemptable. */
export const libraries: readonly WholeFile[] = Object.entries(files).map(([name, file]) => {
  const folder = `${root}${file.slice(0, file.indexOf(`node_modules/${name}`))}node_modules/${name}`;
  const { version } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as { version: string };
  return { name: `${name} ${version}`, fileName: basename(file), path: root + file, options: { functions: "all" } };
});

const workloadFolder = `${root}benchmarks/src/workloads`;

/** Their annotated functions are made preemptable. */
export const workloads: readonly WholeFile[] = readdirSync(workloadFolder)
  .filter((file) => file !== "workload.ts")
  .sort()
  .map((file) => ({ name: basename(file, ".ts"), fileName: file, path: `${workloadFolder}/${file}`, options: {} }));
