/** The programs of docs/server-frameworks.md run, transformed as a user's are, and print what the page says. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = readFileSync(join(root, "docs/server-frameworks.md"), "utf8");
const programs = [...page.matchAll(/<!-- program -->\n```ts\n([\s\S]*?)```\n<!-- prints -->\n```\n([\s\S]*?)```/g)];

test("each program of the page on frameworks prints what stands under it", () => {
  expect(programs).toHaveLength(4);
  // Where frameworks and packages are found.
  const folder = mkdtempSync(join(root, "packages/server/test/projects/page-"));
  try {
    programs.forEach(([, code = ""], i) => {
      // The page's programs are JavaScript as well.
      writeFileSync(join(folder, `program${i}.mjs`), code);
    });
    const main = programs.map((_, i) => `await import("./program${i}.mjs");\nconsole.log("--");\n`).join("");
    writeFileSync(join(folder, "main.mjs"), main);
    const register = new URL("../packages/transformer/dist/register.js", import.meta.url).href;
    const { stdout, stderr } = spawnSync(process.execPath, ["--import", register, join(folder, "main.mjs")], {
      encoding: "utf8",
      timeout: 60_000,
    });
    // On a busy machine a job seems to keep the thread, and the functions are counted before the last program is loaded.
    expect(stderr).toMatch(
      /^(?:preempt: (?:.* kept the thread for .*|\d functions preemptable in \d files?)\n)*preempt: 7 functions preemptable in 4 files\n$/,
    );
    expect(stdout).toBe(programs.map(([, , prints]) => `${prints}--\n`).join(""));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
