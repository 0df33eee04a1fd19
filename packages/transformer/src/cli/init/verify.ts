/** Runs the example through the project's tools, and counts how often its job was preempted. */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { exampleText } from "./example.ts";
import type { Project } from "./project.ts";
import { recordFolder } from "./record.ts";
import type { ToolChain } from "./tools/tool-chain.ts";

export interface Verified {
  /** How often the job was preempted; undefined: the example did not run. */
  readonly preemptions: number | undefined;
  /** What ran it, for people. */
  readonly by: string;
  /** What went wrong, if it did not run. */
  readonly problem: string;
}

/** A first start compiles a cache, on a slow machine. */
const mostMilliseconds = 120_000;

const mark = "preempt-verified:";

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

/** Vite's pipeline, with the project's configuration and all of its plugins. Packages are Node's to load. */
const throughVite = (example: string, config: string | undefined) => `
${config === undefined ? 'import { createServer } from "vite";' : 'import { createViteServer as createServer } from "vitest/node";'}
const server = await createServer({
  ${config === undefined ? "" : `configFile: ${JSON.stringify(config)},`}
  appType: "custom",
  logLevel: "error",
  optimizeDeps: { noDiscovery: true, include: [] },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
});
try {
  const module = await server.ssrLoadModule(${JSON.stringify(`/${example}`)});
  console.log(${JSON.stringify(mark)} + (await count(module)));
} finally {
  await server.close();
}
process.exit();
`;

/** Node's hooks, which transform like every integration. */
const throughNode = (example: string) => `
import { register } from "@preempt/transformer/node";
register({ summary: false });
console.log(${JSON.stringify(mark)} + (await count(await import(${JSON.stringify(`./${example}`)}))));
`;

/** Runs the example of the project, whose packages are installed. */
export function verify(project: Project, example: string, chain: ToolChain): Verified {
  if (chain.proof === "vite" || chain.id === "node") return run(project, example, chain);
  // What a bundler builds may be no module for Node, so Node runs a copy that is one.
  const copy = `${recordFolder}/verify.mjs`;
  const path = join(project.folder, copy);
  const { isNew } = withFolder(dirname(path));
  try {
    writeFileSync(path, exampleText(copy));
    return run(project, copy, chain);
  } finally {
    rmSync(isNew ? dirname(path) : path, { recursive: true });
  }
}

function withFolder(folder: string): { readonly isNew: boolean } {
  return { isNew: mkdirSync(folder, { recursive: true }) !== undefined };
}

function run(project: Project, example: string, { proof, title, id }: ToolChain): Verified {
  const config = id === "vitest" ? project.named(/^vitest\.config\./) : undefined;
  const isVite = proof === "vite";
  const program = counting + (isVite ? throughVite(example, config) : throughNode(example));
  // A program that has no file finds packages from the folder in which it is started.
  // Yarn's Plug'n'Play has no folder of packages, and a command that knows where they are.
  const [command = "", ...args] = project.has(".pnp.cjs") ? ["yarn", "node"] : [process.execPath];
  const { status, stdout, stderr, error } = spawnSync(command, [...args, "--input-type=module", "--eval", program], {
    cwd: project.folder,
    encoding: "utf8",
    timeout: mostMilliseconds,
    env: { ...process.env, PREEMPT_SUMMARY: "0" },
  });
  const seen = new RegExp(`${mark}(\\d+)`).exec(stdout)?.[1];
  const others = id === "node" ? "" : `, which have the same transform as the plugin of ${title}`;
  return {
    preemptions: seen === undefined ? undefined : Number(seen),
    by: isVite ? `${title}, with your configuration` : `Node's hooks${others}`,
    problem: seen === undefined ? (error?.message ?? (lastLines(stderr) || `it ended with code ${status}`)) : "",
  };
}

/** The error, without the stack. */
function lastLines(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !/^\s+at /.test(line));
  return (lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1) ?? "").trim();
}
