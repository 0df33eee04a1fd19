/** All jobs, and the programs that they are. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Program } from "../program.ts";
import type { Job, Jobs } from "./job.ts";
import { compilers } from "./jobs/compilers.ts";
import { data } from "./jobs/data.ts";
import { numbers } from "./jobs/numbers.ts";
import { parsers } from "./jobs/parsers.ts";
import { renderers } from "./jobs/renderers.ts";

export const jobs: Jobs = { ...parsers, ...compilers, ...renderers, ...data, ...numbers };

/** The packages of some jobs with their versions, for npm. */
export function packagesOf(names: readonly string[]): Record<string, string> {
  return Object.assign({}, ...names.map((name) => (jobs[name] as Job).uses));
}

const inputs = fileURLToPath(new URL("./inputs.ts", import.meta.url));

/** @param root The folder in which the packages are installed */
export function programOf(name: string, root: string): Program {
  const { module, make } = jobs[name] as Job;
  const made = make?.(createRequire(join(root, "index.js")));
  const waits = /\basync function once\b/.test(module);
  const run = `
export ${waits ? "async " : ""}function run(times) {
  let result;
  for (let i = 0; i < times; i++) result = ${waits ? "await " : ""}once();
  return result;
}
`;
  const modules = { inputs: { file: inputs }, ...(made === undefined ? {} : { "virtual:made": { text: made } }) };
  return { suite: "packages", name, code: { kind: "module", root, text: module + run, modules } };
}
