/** The ts-patch door, with the real compiler on a project of ES modules and CommonJS modules. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";

const here = dirname(fileURLToPath(import.meta.url));
const project = join(here, "../projects/tspc");
// Beside the project, so that the compiled modules find the runtime as an application would.
const out = mkdtempSync(join(project, "dist-"));
const tspc = join(dirname(createRequire(import.meta.url).resolve("ts-patch/package.json")), "bin/tspc.js");

interface Report {
  esm: { value: { count: number }; preemptions: number };
  cjs: { value: number; preemptions: number };
  /** Stack traces, which Node leads back through the maps beside the files. */
  stacks: { plainly: string; unlimited: string; suspended: string };
}

let report: Report;

beforeAll(() => {
  execFileSync(process.execPath, [tspc, "-p", project, "--outDir", out], { stdio: "pipe" });
  const script = `
    import { createRequire } from "node:module";
    import { drive } from "@preempt/runtime/testing";
    const { primes } = await import(${JSON.stringify(pathToFileURL(join(out, "primes.js")).href)});
    const { longest } = createRequire(${JSON.stringify(join(out, "x.cjs"))})("./main.cjs");
    const { failing } = await import(${JSON.stringify(pathToFileURL(join(out, "failing.js")).href)});
    const stackOf = (run) => { try { run(); } catch (error) { return error.stack; } };
    console.log(JSON.stringify({
      esm: drive(primes, { args: [1000], budget: 10 }),
      cjs: drive(longest, { args: [100], budget: 0 }),
      stacks: {
        plainly: stackOf(() => failing(3)),
        unlimited: stackOf(() => drive(failing, { args: [3], budget: Infinity })),
        suspended: stackOf(() => drive(failing, { args: [3], budget: 0 })),
      },
    }));`;
  const printed = execFileSync(process.execPath, ["--enable-source-maps", "--input-type=module", "-e", script], {
    cwd: out,
    encoding: "utf8",
  });
  report = JSON.parse(printed) as Report;
}, 60_000);

afterAll(() => rmSync(out, { recursive: true, force: true }));

test("an ES module compiled by tspc is preemptable and right", () => {
  expect(report.esm.value.count).toBe(168);
  expect(report.esm.preemptions).toBeGreaterThan(100);
});

test("a CommonJS module compiled by tspc is preemptable and right", () => {
  expect(report.cjs.value).toBe(118);
  expect(report.cjs.preemptions).toBeGreaterThan(100);
});

test("preempt build -p writes the same files", () => {
  const built = mkdtempSync(join(project, "dist-"));
  try {
    const around = { cwd: project, isPretty: false, out: () => {}, err: () => {} };
    expect(main(["build", "-p", ".", "--out", built], around)).toBe(0);
    const names = readdirSync(out).sort();
    expect(names.filter((name) => name.endsWith(".map")).length).toBeGreaterThan(3);
    expect(readdirSync(built).sort()).toEqual(names);
    for (const name of names)
      expect(readFileSync(join(built, name), "utf8")).toBe(readFileSync(join(out, name), "utf8"));
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
});

test("declarations are those of the original", () => {
  expect(readFileSync(join(out, "primes.d.ts"), "utf8")).toBe(
    'import type { Found } from "./types.js";\n/** @preempt */\nexport declare function primes(limit: number): Found;\n',
  );
});

test("stack traces lead to the lines and columns of the .ts files", () => {
  const places = (stack: string) => [...stack.matchAll(/failing\.ts:(\d+:\d+)/g)].map(([, place]) => place);
  expect(places(report.stacks.plainly)).toEqual(["13:39", "5:12"]);
  expect(places(report.stacks.unlimited)).toEqual(["13:39", "5:12"]);
  // The caller is suspended: only what was resumed is on the stack.
  expect(places(report.stacks.suspended)).toEqual(["13:39"]);
});
