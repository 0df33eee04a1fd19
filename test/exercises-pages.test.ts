/** The exercises: their commands print what the solutions say, and draw the pictures that the pages show. */
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { walk, walkOf } from "./walks.ts";

const folderOfPages = "docs/exercises";
const overview = readFileSync(join(folderOfPages, "README.md"), "utf8");
const exercises = globSync(`${folderOfPages}/*.md`).filter((page) => basename(page) !== "README.md");

test("the overview lists each exercise once, in the order in which they lead on to each other", () => {
  const listed = [...overview.matchAll(/^\| \d \| \[[^\]]+\]\(([\w-]+\.md)\)/gm)].map(([, name = ""]) => name);
  expect([...listed].sort()).toEqual(exercises.map((page) => basename(page)).sort());
  const next = (name: string) =>
    /^Next: \[[^\]]+\]\(([\w-]+\.md)\)/m.exec(readFileSync(join(folderOfPages, name), "utf8"))?.[1];
  expect(listed.map(next)).toEqual([...listed.slice(1), undefined]);
});

test.for(exercises)("%s: question, command, folded solution, picture, what if, sources", (page) => {
  const text = readFileSync(page, "utf8");
  const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual(["The question", "The command", "What if", "Sources"]);
  const [solution = "", ...more] = /<details>\n<summary>Solution<\/summary>\n[\s\S]*?<\/details>/.exec(text) ?? [];
  expect(more).toEqual([]);
  expect(solution).toContain("<!-- says -->");
  expect(solution).toMatch(/!\[[^\]]+\]\(\.\.\/images\/exercises\/[\w-]+\.svg\)/);
});

test.for(exercises)("%s: the commands print what the solution says, and draw its pictures", (page) => {
  const text = readFileSync(page, "utf8");
  const folder = mkdtempSync(join(tmpdir(), "preempt-exercise-"));
  try {
    for (const step of walkOf(text)) {
      const { stdout, stderr } = walk(step, folder);
      expect(stdout, stderr).toBe(step.says);
    }
    const pictures = [...text.matchAll(/\]\((\.\.\/images\/[^)]+\.svg)\)/g)].map(([, picture = ""]) => picture);
    expect(pictures.length).toBeGreaterThan(0);
    for (const picture of pictures) {
      const drawn = readFileSync(join(folder, basename(picture)), "utf8");
      expect(readFileSync(join(dirname(page), picture), "utf8") === drawn, `${picture} is another one`).toBe(true);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
