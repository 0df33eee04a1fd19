/** docs/interleaving.md: what `preempt check --shared` says of its example is what the page shows. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const page = readFileSync("docs/interleaving.md", "utf8");
const [, source = "", output = ""] =
  /<!-- source -->\n```ts\n([\s\S]*?)```[\s\S]*?<!-- output -->\n```text\n([\s\S]*?)```/.exec(page) ?? [];

test("the page shows what the command prints", () => {
  const folder = mkdtempSync(join(tmpdir(), "preempt-page-"));
  try {
    mkdirSync(join(folder, "src"));
    writeFileSync(join(folder, "src/render.ts"), source);
    writeFileSync(join(folder, "tsconfig.json"), '{ "compilerOptions": { "noEmit": true }, "include": ["src"] }');
    const command = [resolve("packages/transformer/bin/preempt.mjs"), "check", "--shared", "--quiet"];
    const { stdout } = spawnSync(process.execPath, command, { cwd: folder, encoding: "utf8", timeout: 60_000 });
    expect(stdout).toBe(`${output}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
