/** Runs the example through the project's tools, and counts how often its job was preempted. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { exampleText } from "./example.ts";
import type { Project } from "./project.ts";
import { recordFolder } from "./record.ts";
import type { ToolChain } from "./tools/tool-chain.ts";
import {
  bundleFolder,
  mark,
  throughEsbuild,
  throughNode,
  throughRollup,
  throughVite,
  throughWebpack,
} from "./verify-programs.ts";

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

/** Runs the example of the project, whose packages are installed. */
export function verify(project: Project, example: string, chain: ToolChain): Verified {
  const { id, title } = chain;
  try {
    const program = programFor(project, example, chain);
    if (program !== undefined) {
      const preemptions = run(project, program.text);
      // A configuration may do more than is possible here; the transform can be shown all the same.
      if (typeof preemptions === "number" || chain.proof === "vite" || id === "node") {
        return verified(preemptions, program.by);
      }
    }
    // What a bundler builds may be no module for Node, so Node runs a copy that is one.
    const copy = `${recordFolder}/verify.mjs`;
    mkdirSync(join(project.folder, recordFolder), { recursive: true });
    writeFileSync(join(project.folder, copy), exampleText(copy));
    const by = `Node's hooks, which have the same transform as the plugin of ${title}`;
    return verified(run(project, throughNode(copy)), by);
  } finally {
    cleared(project.folder);
  }
}

/** How the chain runs the example, if it can be started from here. */
function programFor(project: Project, example: string, { proof, title, id }: ToolChain) {
  const by = `${title}, with your configuration`;
  const config = (name: string) => project.named(new RegExp(`^${name}\\.config\\.[cm]?[jt]s$`));
  if (proof === "vite") {
    const own = id === "vitest" ? config("vitest") : undefined;
    return { by, text: throughVite(resolve(project.folder, example), own) };
  }
  if (id === "node") return { by: "Node's hooks", text: throughNode(example) };
  if (id === "esbuild") return { by: "a bundle of esbuild, with the plugin", text: throughEsbuild(example) };
  const file = config(id);
  if (file === undefined) return undefined;
  if (id === "webpack") return { by, text: throughWebpack("webpack", example, file) };
  if (id === "rspack") return { by, text: throughWebpack("@rspack/core", example, file) };
  if (id === "rollup" || id === "rolldown") return { by, text: throughRollup(id, example, file) };
  return undefined;
}

function verified(result: number | string, by: string): Verified {
  return typeof result === "number"
    ? { preemptions: result, by, problem: "" }
    : { preemptions: undefined, by, problem: result };
}

/** Returns how often the job was preempted, or why the program did not tell. */
function run(project: Project, program: string): number | string {
  // A program that has no file finds packages from the folder in which it is started.
  // Yarn's Plug'n'Play has no folder of packages, and a command that knows where they are.
  const [command = "", ...args] = project.has(".pnp.cjs") ? ["yarn", "node"] : [process.execPath];
  const { status, stdout, stderr, error } = spawnSync(command, [...args, "--input-type=module", "--eval", program], {
    cwd: project.folder,
    encoding: "utf8",
    timeout: mostMilliseconds,
    env: { ...process.env, PREEMPT_SUMMARY: "0" },
  });
  const seen = new RegExp(`${mark}(\\d+)`).exec(stdout) ?? /The job was preempted (\d+) times\./.exec(stdout);
  if (seen !== null) return Number(seen[1]);
  return error?.message ?? (errorIn(stderr) || `it ended with code ${status}`);
}

/** The error, without the stack. */
function errorIn(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !/^\s+at /.test(line));
  return (lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1) ?? "").trim();
}

/** Removes what was written to verify; the record stays. */
function cleared(folder: string): void {
  for (const name of [bundleFolder, `${recordFolder}/verify.mjs`])
    rmSync(join(folder, name), { recursive: true, force: true });
  const place = dirname(join(folder, bundleFolder));
  if (existsSync(place) && readdirSync(place).length === 0) rmSync(place, { recursive: true });
}
