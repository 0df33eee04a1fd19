/**
 * Breaks each rule once, in a copy, and looks which test notices:
 *
 *   npm run mutations [-- text …]      only those whose rule or file contains one of the texts; "builtins", "kernel", "analysis", "races", "events"
 *
 * Prints a table in Markdown, and writes down which test noticed each, in noticed.json: the next run asks that test first.
 * The exit code is 1 if a mutation goes unnoticed.
 */
import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { mutations } from "./list.ts";
import type { Mutation } from "./mutation.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
/** Run in this order: first those of a list inside, which are quick, in one process. */
const suites: Readonly<Record<Mutation["part"], readonly (string | readonly string[])[]>> = {
  transform: [
    [
      "effects",
      "user-code",
      "seen-calls",
      "shared-state",
      "shared-state-kinds",
      "partial-inlining",
      "sure-points",
      "loop-plans",
      "loop-nests",
      "liveness",
      "light-rounds",
      "light-walks",
      "abandoned-loops",
      "built-in-objects",
      "block-functions",
      "default-export",
      "html-comments",
      "inline-caches",
      "long-lines",
      "minified",
      "misspelt",
      "not-rewritten",
      "option-names",
      "order-of-awaits",
      "passed",
      "requests",
      "plain-callers",
      "pointless",
      "sites",
      "original-mistakes",
      "cancelled-finals",
      "cancelled-disposal",
      "annotations",
      "exclusive-units",
    ],
    "joint-bounds",
    "direct-callbacks",
    "single-calls",
    "start-checks",
    "programs",
    "depth",
    "urgent",
    "deep",
    "forgotten",
    "interleaving",
    "builtins",
    "errors-shown",
    "fuzz/fuzz",
  ].map(inFolder("packages/transformer/test")),
  builtins: [
    "runtime/test/builtins",
    "transformer/test/1-resolve/builtins",
    ...["passed-on", "node-calls", "iterator-calls"].map((name) => `transformer/test/5-emit/${name}`),
  ].map((name) => `packages/${name}`),
  kernel: [
    [
      "scheduling",
      "core",
      "tasks",
      "job-control",
      "job-chains",
      "job-stack",
      "resources",
      "critical-section",
      "server-containment",
      "any-start",
      "stopped-process",
      "policies",
      "margin",
      "frame-pace",
      "frame-hop",
      "async-context",
      "exact-timer",
      "window-hop",
      "fake-timers",
      "holds",
      "exclusive-units",
      "exclusive-units-model",
      "lifetime",
      "limits",
      "load",
      "groups",
      "lock-limits",
      "shared-locks",
      "shared-locks-model",
      "conditions",
      "server-changes",
      "task-changes",
      "fair-share",
      "injected-errors",
      "uncaught",
      "observers/overrun-report",
    ],
    "servers",
    "budget",
    "faults",
    "stack-end",
    "analysis/properties",
    "reference-schedules",
    "reference-resources",
    "kernel-regressions",
    "admit",
    "kernel-model",
    "node-process",
  ].map(inFolder("packages/runtime/test")),
  analysis: [
    "analysis/admission-sound",
    "analysis/fixed-priority",
    "analysis/admission",
    "analysis/properties",
    "analysis/reference",
    "analysis/event-loop",
    "analysis/self-suspension",
    "analysis/chains",
    "analysis/offsets",
    "analysis/admission-suspension",
    "admit",
  ].map(inFolder("packages/runtime/test")),
  events: [["batches", "held", "errors", "node-emitter"], "properties"].map(inFolder("packages/server/test/events")),
  requests: [["overload", "fairness"], ["request-scheduler", "called-at-once"], "properties"].map(
    inFolder("packages/server/test"),
  ),
  frameworks: ["latest-job", "react", "vue", "svelte"].map((name) => `packages/${name}/test`),
  races: ["runtime/test/testing/races.test.ts", "transformer/test/accesses/accesses.test.ts"].map(
    (name) => `packages/${name}`,
  ),
};
const suiteTimeout = 5 * 60_000;
const signals = ["SIGINT", "SIGTERM"] as const;

/** The tests that noticed the mutations before, by rule. */
interface Noticed {
  readonly file: string;
  readonly title?: string;
}
const noticedFile = join(root, "scripts/mutations/noticed.json");
const noticed = new Map(Object.entries(JSON.parse(readFileSync(noticedFile, "utf8")) as Record<string, Noticed>));

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
  if (caught === undefined) noticed.delete(m.rule);
  else noticed.set(m.rule, caught);
  writeFileSync(noticedFile, `${JSON.stringify(Object.fromEntries([...noticed].sort()), undefined, 2)}\n`);
  console.log(
    `| ${m.rule} | \`${m.file.replace(/^.*\//, "")}\` | ${caught === undefined ? "**nothing**" : inWords(caught)} |`,
  );
}
console.log(`\n${chosen.length - unnoticed} of ${chosen.length} mutations were noticed.`);
process.exitCode = unnoticed > 0 ? 1 : 0;

/** For names of tests, or lists of them: their files, in whatever folder inside they stand. */
function inFolder(folder: string): (names: string | readonly string[]) => string | readonly string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  const fileOf = (name: string) => {
    const file = files.includes(`${name}.test.ts`)
      ? `${name}.test.ts`
      : files.find((path) => path.endsWith(`/${name}.test.ts`));
    if (file === undefined) throw new Error(`${folder} has no test named ${name}.`);
    return `${folder}/${file}`;
  };
  return (names) => (typeof names === "string" ? fileOf(names) : names.map(fileOf));
}

/** The sources in a folder of their own, with the installed packages of this one. */
function makeCopy(): string {
  const to = mkdtempSync(join(tmpdir(), "preempt-mutations-"));
  const isSource = (path: string) => !/(^|\/)(node_modules|dist|\.git)(\/|$)/.test(relative(root, path));
  const sources = ["packages", "scripts", "vitest.config.ts", "package.json", "tsconfig.json", "tsconfig.base.json"];
  for (const name of sources) {
    cpSync(join(root, name), join(to, name), { recursive: true, filter: isSource });
  }
  const frameworks = ["latest-job", "react", "vue", "svelte"].map((name) => `packages/${name}`);
  for (const folder of ["", "packages/transformer", "packages/runtime", "packages/server", ...frameworks]) {
    symlinkSync(join(root, folder, "node_modules"), join(to, folder, "node_modules"));
  }
  return to;
}

async function whoNotices({ rule, part, file, from, to }: Mutation): Promise<Noticed | undefined> {
  const path = join(copy, "packages", file);
  const source = readFileSync(path, "utf8");
  if (source.split(from).length !== 2) throw new Error(`${file} does not contain this once: ${from}`);
  writeFileSync(
    path,
    source.replace(from, () => to),
  );
  try {
    const before = noticed.get(rule);
    if (before !== undefined) {
      const named = before.title === undefined ? [] : ["-t", before.title.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")];
      const failed = existsSync(join(copy, before.file)) ? await firstFailure([before.file, ...named]) : undefined;
      if (failed !== undefined) return failed;
    }
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

function inWords({ file, title = "the run does not end, or the code cannot be loaded" }: Noticed): string {
  return `${file.replace(/^.*\/|\.test\.ts$/g, "")}: ${title}`;
}

/** The test that fails first, or a file of tests that does not end or cannot be loaded. */
async function firstFailure(suite: string | readonly string[]): Promise<Noticed | undefined> {
  const report = join(copy, "report.json");
  rmSync(report, { force: true });
  const asked = [suite].flat();
  const args = [vitest, "run", "--bail=1", "--reporter=json", `--outputFile=${report}`, ...asked];
  const env = { ...process.env, PREEMPT_FUZZ_SEED: "20191203" };
  const status = await run(args, env);
  if (status === 0) return undefined;
  if (status === null) return { file: asked[0] as string };
  if (!existsSync(report)) throw new Error(`${asked} was not run (exit code ${status}): no mutation can be noticed.`);
  const results = JSON.parse(readFileSync(report, "utf8")) as Report;
  for (const { name, assertionResults } of results.testResults) {
    for (const { status, title } of assertionResults)
      if (status === "failed") return { file: relative(copy, name), title };
  }
  const unloaded = results.testResults.find(({ status }) => status === "failed");
  return { file: unloaded === undefined ? (asked[0] as string) : relative(copy, unloaded.name) };
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
