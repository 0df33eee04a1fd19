/**
 * Breaks each rule once, in a copy, and looks which test notices:
 *
 *   npm run mutations [-- text …]      only those whose rule or file contains one of the texts; "builtins", "kernel", "analysis"
 *
 * Prints a table in Markdown. The exit code is 1 if a mutation goes unnoticed.
 */
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { mutations } from "./list.ts";
import type { Mutation } from "./mutation.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
/** In the order in which they are asked: the quick and telling ones first. */
const suites = {
  transform: [
    "quiet-calls",
    "seen-calls",
    "partial-inlining",
    "sure-points",
    "loop-nests",
    "liveness",
    "joint-bounds",
    "direct-callbacks",
    "single-calls",
    "few-calls",
    "abandoned-loops",
    "built-in-objects",
    "pointless",
    "programs",
    "sites",
    "original-mistakes",
    "depth",
    "light-rounds",
    "urgent",
    "deep",
    "forgotten",
    "interleaving",
    "cancelled-disposal",
    "builtins",
    "annotations",
    "fuzz",
  ].map((name) => `packages/transformer/test/${name}`),
  builtins: ["runtime/test/builtins", "transformer/test/builtins"].map((name) => `packages/${name}`),
  kernel: [
    "scheduling",
    "tasks",
    "job-control",
    "resources",
    "servers",
    "server-containment",
    "any-start",
    "stopped-process",
    "policies",
    "budget",
    "margin",
    "frame-pace",
    "frame-hop",
    "async-context",
    "exact-timer",
    "window-hop",
    "observers/overrun-report",
    "analysis/properties",
    "reference-schedules",
    "reference-resources",
    "kernel-regressions",
    "admit",
    "kernel-model",
    "node-process",
  ].map((name) => `packages/runtime/test/${name}.test.ts`),
  analysis: [
    "analysis/admission-sound",
    "analysis/fixed-priority",
    "analysis/admission.test",
    "analysis/properties",
    "analysis/reference",
    "admit",
  ].map((name) => `packages/runtime/test/${name}`),
};
const suiteTimeout = 5 * 60_000;
const signals = ["SIGINT", "SIGTERM"] as const;

const wanted = process.argv.slice(2);
const chosen = mutations.filter(
  (m) => wanted.length === 0 || wanted.some((w) => m.part === w || m.rule.includes(w) || m.file.includes(w)),
);
const copy = makeCopy();
process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
let unnoticed = 0;
console.log("| rule | broken in | noticed by |\n|---|---|---|");
for (const m of chosen) {
  const caught = await whoNotices(m);
  if (caught === undefined) unnoticed++;
  console.log(`| ${m.rule} | \`${m.file.replace(/^.*\//, "")}\` | ${caught ?? "**nothing**"} |`);
}
console.log(`\n${chosen.length - unnoticed} of ${chosen.length} mutations were noticed.`);
process.exitCode = unnoticed > 0 ? 1 : 0;

/** The sources in a folder of their own, with the installed packages of this one. */
function makeCopy(): string {
  const to = mkdtempSync(join(tmpdir(), "preempt-mutations-"));
  const isSource = (path: string) => !/(^|\/)(node_modules|dist|\.git)(\/|$)/.test(relative(root, path));
  const sources = ["packages", "scripts", "vitest.config.ts", "package.json", "tsconfig.json", "tsconfig.base.json"];
  for (const name of sources) {
    cpSync(join(root, name), join(to, name), { recursive: true, filter: isSource });
  }
  for (const folder of ["", "packages/transformer", "packages/runtime"]) {
    symlinkSync(join(root, folder, "node_modules"), join(to, folder, "node_modules"));
  }
  return to;
}

async function whoNotices({ part, file, from, to }: Mutation): Promise<string | undefined> {
  const path = join(copy, "packages", file);
  const source = readFileSync(path, "utf8");
  if (source.split(from).length !== 2) throw new Error(`${file} does not contain this once: ${from}`);
  writeFileSync(
    path,
    source.replace(from, () => to),
  );
  try {
    for (const suite of suites[part]) {
      const failed = await firstFailure(suite);
      if (failed !== undefined) return failed;
    }
    return undefined;
  } finally {
    writeFileSync(path, source);
  }
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly title: string }[];
  }[];
}

/** The test that fails first, or that there is none that ends. */
async function firstFailure(suite: string): Promise<string | undefined> {
  const report = join(copy, "report.json");
  rmSync(report, { force: true });
  const args = [vitest, "run", "--bail=1", "--reporter=json", `--outputFile=${report}`, suite];
  const env = { ...process.env, PREEMPT_FUZZ_SEED: "20191203" };
  const status = await run(args, env);
  if (status === 0) return undefined;
  const name = suite.replace(/^.*\//, "");
  if (status === null) return `${name}: the run does not end`;
  if (!existsSync(report)) throw new Error(`${suite} was not run (exit code ${status}): no mutation can be noticed.`);
  const results = JSON.parse(readFileSync(report, "utf8")) as Report;
  for (const { assertionResults } of results.testResults) {
    for (const test of assertionResults) if (test.status === "failed") return `${name}: ${test.title}`;
  }
  return `${name}: the code cannot be loaded`;
}

/** Exit code of a Node program; null when it took too long. Then its workers, who may loop for ever, go with it. */
function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number | null> {
  const child = spawn(process.execPath, args, { cwd: copy, env, stdio: "ignore", detached: true });
  const stop = () => process.kill(-(child.pid as number), "SIGKILL");
  const timer = setTimeout(stop, suiteTimeout);
  const interrupted = () => {
    stop();
    process.exit(130);
  };
  for (const signal of signals) process.once(signal, interrupted);
  return new Promise((resolve) => {
    child.on("close", (status) => {
      clearTimeout(timer);
      for (const signal of signals) process.off(signal, interrupted);
      resolve(status);
    });
  });
}
