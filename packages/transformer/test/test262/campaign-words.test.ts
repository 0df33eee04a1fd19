/** Campaigns say what they are, and what they do not know. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

function run(file: string, word: string) {
  return spawnSync(process.execPath, ["--no-warnings", file, word], { cwd: root, encoding: "utf8" });
}

test.each([
  ["scripts/fuzz.ts", "--programs"],
  ["scripts/programs.ts", "--optimize"],
  ["scripts/soak.ts", "--minutes"],
  ["packages/transformer/test262/run.ts", "--suite"],
])("%s", (file, option) => {
  const help = run(file, "--help");
  expect(help.status).toBe(0);
  expect(help.stdout).toContain(option);
  expect(help.stdout).not.toMatch(/^ \*|\*\//m);
  const unknown = run(file, "--nope");
  expect(unknown.status).toBe(2);
  expect(unknown.stderr).toMatch(/^Unknown option '--nope'.*\n--help says what there is\.\n$/);
});
