/** What a person sees who runs a program in Node: child processes, on the built packages. */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const packages = fileURLToPath(new URL("../../../", import.meta.url));
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), "preempt-said-"));
  mkdirSync(join(folder, "node_modules/@preempt"), { recursive: true });
  for (const name of ["runtime", "transformer"])
    symlinkSync(join(packages, name), join(folder, "node_modules/@preempt", name), "junction");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The reports on the console of a program. */
function run(
  code: string,
  { flags = [], env = {} }: { flags?: string[]; env?: Record<string, string> } = {},
): string[] {
  writeFileSync(
    join(folder, "main.mjs"),
    `import { Scheduler } from "@preempt/runtime";\nconst rt = new Scheduler();\n${code}`,
  );
  const { VITEST: _, NODE_ENV: __, ...rest } = process.env;
  const { stderr, status } = spawnSync(process.execPath, [...flags, "main.mjs"], {
    cwd: folder,
    env: { ...rest, PREEMPT_CACHE: "0", ...env },
    encoding: "utf8",
    timeout: 60_000,
  });
  expect(status, stderr).toBe(0);
  const reports = stderr.split(/^(?=preempt: )/m).filter((text) => text.startsWith("preempt: "));
  // What the plugin says of its work.
  return reports.filter((text) => !/^preempt: .*\bpreemptable in \d+ files?/.test(text));
}

const transformed = { flags: ["--import", "@preempt/transformer/register"] };

const heavy = "function heavy(n) { let s = 0; for (let i = 0; i < n; i++) s += i % 7; return s; }\n";
const submit = "await rt.submit(heavy, { args: [10] });\n";

test("a program whose code is its own address starts at once", () => {
  // Playgrounds and tests load what a bundler made so; the engine's stack trace repeats the address in each line.
  const code = `import { buildSync } from "esbuild"; import { Scheduler } from "@preempt/runtime";
const { outputFiles: [{ text }] } = buildSync({ stdin: { contents: "export { Scheduler } from '@preempt/runtime'", resolveDir: "." }, bundle: true, write: false, format: "esm" });
const { Scheduler: Other } = await import("data:text/javascript," + encodeURIComponent(text + "\\n//" + "/runtime".repeat(20_000)));
console.log(Other.name, Other !== Scheduler);\n`;
  writeFileSync(join(folder, "address.mjs"), code);
  symlinkSync(join(packages, "../node_modules/esbuild"), join(folder, "node_modules/esbuild"), "junction");
  const { stdout, error } = spawnSync(process.execPath, ["address.mjs"], {
    cwd: folder,
    encoding: "utf8",
    timeout: 20_000,
  });
  expect({ stdout, error }).toEqual({ stdout: "Scheduler true\n", error: undefined });
});

test("without the plugin, the line that adds it", () => {
  const told = run(heavy + submit + submit);
  expect(told).toEqual([
    expect.stringMatching(
      /^preempt: "heavy" was submitted as a job \(main\.mjs:4\)\. It is not preemptable, so its job keeps the thread until it ends\. No code of this program was transformed, so Preempt's plugin seems to be missing\. With Node, start it with `node --import @preempt\/transformer\/register`\. \(Once/,
    ),
  ]);
});

test("with the plugin, nothing; and in production nothing either", () => {
  expect(run(`/** @preempt */ ${heavy}${submit}`, transformed)).toEqual([]);
  expect(run(heavy + submit, { env: { NODE_ENV: "production" } })).toEqual([]);
});

test("with the plugin and another function that is not preemptable, the annotation", () => {
  const other = "/** @preempt */ export function other(list) { for (const one of list) one.go(); }\n";
  const told = run(`${other}/** @preempt never */ ${heavy}${submit}`, transformed);
  expect(told).toEqual([
    expect.stringContaining("Write /** @preempt */ before it, in a file that Preempt's plugin transforms."),
  ]);
});

/** Keeps the thread for some 100 ms, three times, in something that the annotated function calls. */
const job = (part: string) => `${part}
/** @preempt */
function job(rounds) { let found = 0; for (let i = 0; i < rounds; i++) found += part(i); return found; }
for (let i = 0; i < 3; i++) {
  await rt.submit(job, { args: [2] });
  await new Promise((resolve) => setTimeout(resolve, 20));
}`;

// Code that V8 has compiled into its caller, it may show as that. profile.test.ts is exact.
test.each([
  [
    "a loop",
    "/** @preempt never */ function part() {\n  const until = performance.now() + 70;\n  let n = 0;\n  while (n % 4096 !== 0 || performance.now() < until) n++;\n  return n;\n}",
    /^preempt: "job" kept the thread for \d+(?:\.\d)? ms\. \d+ % of it passed in "(?:part|job)" \(main\.mjs:\d+\), /,
  ],
  [
    "a regular expression",
    'const text = "a".repeat(21) + "b";\n/** @preempt never */ function part() {\n  const until = performance.now() + 70;\n  do {\n    /^(a+)+$/.test(text);\n  } while (performance.now() < until);\n  return 1;\n}',
    /passed in "(?:part|job)" \(main\.mjs:\d+\), (?:on a line without a preemption point|in (?:a|the) regular expression)/,
  ],
  [
    "generated code",
    'const made = new Function("until", "let n = 0; while (n % 4096 !== 0 || performance.now() < until) n++; return n;");\nfunction part() { return made(performance.now() + 70); }',
    /passed in "part" \(main\.mjs:\d+\), in code of new Function or eval that it called|passed in "(?:part|job)" \(main/,
  ],
  [
    "a function of Node",
    'import { execSync } from "node:child_process";\nfunction part() { execSync("sleep 0.1"); return 1; }',
    /passed in "(?:part|job)" \(main\.mjs:\d+\), in "\w+" of Node\..*Use the asynchronous function/s,
  ],
])("the second report names the innermost function: %s", (_, part, expected) => {
  const told = run(job(part), transformed);
  expect(told).toHaveLength(2);
  expect(told[0]).toMatch(/^preempt: "job" kept the thread for .*The next time it happens, the report says where\./);
  expect(told[1]).toMatch(expected);
});

test("without a profiler, as in browsers, the second report names the function that was suspended", () => {
  const none =
    'const found = process.getBuiltinModule; process.getBuiltinModule = (name) => (name === "node:inspector" ? undefined : found(name));\n';
  const part = `/** @preempt never */ function slow() { const until = performance.now() + 70; while (performance.now() < until); return 1; }
/** @preempt */ function part(n) { let s = 0; for (let i = 0; i < 3; i++) s += slow(i); return s; }`;
  const told = run(none + job(part), transformed);
  expect(told).toHaveLength(2);
  expect(told[1]).toMatch(
    /^preempt: "job" kept the thread for .*It was suspended in "(?:part|job)" \(main\.mjs:\d+\)\. What that called before is not preemptable\./,
  );
});

test("an imported async function that a job calls without await", () => {
  writeFileSync(
    join(folder, "load.mjs"),
    "/** @preempt */\nexport async function load(n) { for (let i = 0; i < n; i++); await null; return n; }\n",
  );
  const told = run(
    'import { load } from "./load.mjs";\nfor (let i = 0; i < 2; i++) await rt.submit((n) => load(n), { args: [5] });\nawait rt.submit(async (n) => load(n), { args: [5] });\n',
    transformed,
  );
  expect(told).toEqual([expect.stringMatching(/^preempt: a job called the async function "load" without await, /)]);
});

test("a worker of a partitioned scheduler reports as well", () => {
  writeFileSync(
    join(folder, "worker.mjs"),
    `import { serve } from "@preempt/runtime/worker";\n${heavy}serve({ heavy });`,
  );
  const told = run(`import { PartitionedScheduler } from "@preempt/runtime/partitioned";
import { Worker } from "node:worker_threads";
const pool = new PartitionedScheduler({ cores: 1, worker: () => new Worker(new URL("./worker.mjs", import.meta.url)) });
await pool.submit("heavy", { args: [10] });
await pool.close();
`);
  expect(told).toEqual([expect.stringContaining('"heavy" was submitted as a job')]);
});

test("a second copy of the runtime, and another version", () => {
  const copy = join(folder, "node_modules/other/node_modules/@preempt/runtime");
  mkdirSync(copy, { recursive: true });
  cpSync(join(packages, "runtime/dist"), join(copy, "dist"), { recursive: true });
  cpSync(join(packages, "runtime/package.json"), join(copy, "package.json"));
  writeFileSync(
    join(folder, "node_modules/other/package.json"),
    '{ "name": "other", "type": "module", "exports": "./index.js" }',
  );
  writeFileSync(join(folder, "node_modules/other/index.js"), 'export { Scheduler as Other } from "@preempt/runtime";');
  const program = `import { Other } from "other"; new Other();`;
  expect(run(program)).toEqual([
    expect.stringMatching(/^preempt: @preempt\/runtime is loaded twice: .*`npm dedupe` leaves one\.\n$/),
  ]);
  const notes = join(copy, "dist/realm/notes.js");
  writeFileSync(notes, readFileSync(notes, "utf8").replace('version: "0.1.0"', 'version: "0.0.9"'));
  expect(run(program)).toEqual([
    expect.stringMatching(
      /^preempt: different versions of @preempt\/runtime are loaded, .*npm install @preempt\/runtime@/,
    ),
  ]);
});
