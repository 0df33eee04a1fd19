/** The pages of the laboratory: each walk is walked, and what the page says comes out. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { walk, walkOf } from "./walks.ts";

const page = readFileSync("docs/lab.md", "utf8");
const models = readFileSync("docs/lab-models.md", "utf8");
const interchange = readFileSync("docs/lab-interchange.md", "utf8");
const offsets = readFileSync("docs/lab-offsets.md", "utf8");
const servers = readFileSync("docs/lab-server.md", "utf8");
const threads = readFileSync("docs/lab-threads.md", "utf8");

test.for([
  ["lab.md", page, 3],
  ["lab-models.md", models, 4],
  ["lab-interchange.md", interchange, 1],
  ["lab-offsets.md", offsets, 3],
  ["lab-server.md", servers, 1],
  ["lab-threads.md", threads, 4],
] as const)("each command of the walk of %s prints what the page says", ([, text, count]) => {
  const folder = mkdtempSync(join(tmpdir(), "preempt-lab-page-"));
  try {
    const steps = walkOf(text);
    expect(steps).toHaveLength(count);
    for (const step of steps) {
      const { stdout, stderr } = walk(step, folder);
      expect(stdout, stderr).toBe(step.says);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the functions that the page names are exported by the package", async () => {
  const [, names = ""] = /import \{ ([\w, ]+) \} from "@preempt\/lab"/.exec(page) ?? [];
  const door = dirname(createRequire(join(resolve("."), "package.json")).resolve("@preempt/lab"));
  expect(door).toBe(fileURLToPath(new URL("../benchmarks/src/lab", import.meta.url)));
  const exported = Object.keys((await import("@preempt/lab")) as object);
  expect(names.split(", ").length).toBeGreaterThanOrEqual(3);
  expect(exported).toEqual(expect.arrayContaining(names.split(", ")));
});

test("every file that the page links to exists", () => {
  const links = [...`${page}${models}${offsets}${servers}`.matchAll(/\]\((\.\.\/[^)#]+|images\/[^)#]+)\)/g)].map(
    ([, link = ""]) => link,
  );
  expect(links.length).toBeGreaterThan(1);
  for (const link of links) expect(() => readFileSync(join("docs", link)), link).not.toThrow();
});
