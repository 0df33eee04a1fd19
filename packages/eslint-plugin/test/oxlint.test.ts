/**
 * The built plugin in oxlint, which loads ESLint's. The folder holds copies and no links, and the one file is named: oxlint would follow a
 * link out of the folder, and fix what is there.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "preempt-oxlint-"));
afterAll(() => rmSync(folder, { recursive: true }));

const require = createRequire(import.meta.url);
const oxlint = join(dirname(require.resolve("oxlint/package.json")), "bin/oxlint");
const specifier = resolve("packages/eslint-plugin/dist/index.js");
const file = join(folder, "app.ts");
const config = join(folder, "oxlint.json");

const code = `// @preempt
export function a(n: number): void { while (n > 0) n--; }
/** @preempt */
const limit: number = 5;
export const list = [limit];
function work(): void { for (;;) new Function("2")(); }
declare const queue: { add(f: () => void): void };
queue.add(work);
`;

writeFileSync(
  config,
  JSON.stringify({
    categories: { correctness: "off" },
    jsPlugins: [{ name: "preempt", specifier }],
    rules: { "preempt/misspelt-annotation": "error", "preempt/no-effect": "error", "preempt/runs-to-end": "warn" },
    settings: { preempt: { jobs: ["queue.add"] } },
  }),
);

interface Finding {
  readonly code: string;
  readonly severity: string;
  readonly labels: readonly { readonly span: { readonly line: number; readonly column: number } }[];
}

test("oxlint reports what ESLint does, at the same places", () => {
  writeFileSync(file, code);
  const { stdout, stderr } = spawnSync(process.execPath, [oxlint, "-c", config, "-f", "json", file], {
    encoding: "utf8",
  });
  const { diagnostics } = JSON.parse(stdout || stderr) as { diagnostics: readonly Finding[] };
  const shown = diagnostics.map(({ code, severity, labels }) => {
    const { line, column } = labels[0]?.span ?? { line: 0, column: 0 };
    return `${line}:${column} ${code} ${severity}`;
  });
  expect(shown.sort()).toEqual([
    "1:4 preempt(misspelt-annotation) error",
    "4:7 preempt(no-effect) error",
    "6:34 preempt(runs-to-end) warning",
  ]);
});

test("oxlint --fix applies the fixes that need no answer", () => {
  writeFileSync(file, code);
  execFileSync(process.execPath, [oxlint, "-c", config, "--fix", file], { encoding: "utf8" });
  const lines = code.split("\n");
  expect(readFileSync(file, "utf8").split("\n")).toEqual(["/** @preempt */", lines[1], ...lines.slice(3)]);
});
