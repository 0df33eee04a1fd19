/** The runner of test262, on a suite of a few files: what it counts, and that it sees a difference. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const suite = path("../fixtures/test262-suite");

function run(...args: string[]): { status: number | null; out: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path("../../test262/run.ts"), ...args], {
    encoding: "utf8",
    timeout: 60_000,
  });
  return { status, out: stdout + stderr };
}

const lines = (out: string) => out.split("\n").map((l) => l.replace(/\s+/g, " ").trim());

test("counts each file in each form, and tells how many runs were preempted", () => {
  const { status, out } = run("--suite", suite, "--workers", "1", "test/language/good");
  expect(out).not.toMatch(/^test\//m);
  expect(lines(out)).toEqual(
    expect.arrayContaining([
      "files with a counted case 6 of 8",
      "cases (file and form) 40",
      "runs 200",
      "same outcome 200 (100.00 %)",
      "different 0",
    ]),
  );
  expect(out).toMatch(/preempted at least once\s+108 of 128 /);
  expect(status).toBe(0);
});

test("runs functions as they are, with points added, or both", () => {
  const counts = (...words: string[]) => {
    const { out } = run("--suite", suite, "--workers", "1", ...words, "test/language/good");
    return [/^runs +(\d+)$/m.exec(out)?.[1], /^preempted at least once +(\d+ of \d+)/m.exec(out)?.[1]];
  };
  expect(counts("--points", "none")).toEqual(["100", "48 of 64"]);
  expect(counts("--points", "added")).toEqual(["100", "60 of 64"]);
  const { status, out } = run("--suite", suite, "--points", "some");
  expect(out).toContain('--points: "some" is none of none, added, both.');
  expect(status).toBe(2);
});

test("a difference is shown with its file, form and way, and the command fails", () => {
  const { status, out } = run("--suite", suite, "--workers", "1", "test/language/bad");
  expect(lines(out)).toEqual(
    expect.arrayContaining(["files with a counted case 1 of 1", "cases (file and form) 4", "different 20"]),
  );
  for (const way of ["called", "budget 0", "budget 1", "budget 300", "interleaved"]) {
    expect(out).toMatch(new RegExp(`^test/language/bad/text\\.js \\[sloppy, ${way}\\] Test262Error`, "m"));
    expect(out).toMatch(new RegExp(`^test/language/bad/text\\.js \\[sloppy with points, ${way}\\] Test262Error`, "m"));
  }
  expect(status).toBe(1);
});

test("sampled: each file draws a combination of optimisations, which a difference names", () => {
  const { status, out } = run("--suite", suite, "--workers", "1", "--optimize", "sampled", "test/language");
  const [, drawn = ""] = /^ {2}by optimisations +(.*)$/m.exec(out) ?? [];
  expect(drawn.split(", ").length).toBeGreaterThan(2);
  expect(lines(out)).toEqual(
    expect.arrayContaining(["files with a counted case 7 of 9", "same outcome 200 (90.91 %)"]),
  );
  const [, named = "speed"] = /^test\/language\/bad\/text\.js \[sloppy, called, ([\w+]+)\]/m.exec(out) ?? [];
  expect(drawn).toContain(`${named}: `);
  expect(status).toBe(1);
});

test("one combination of optimisations for all files, if it is one", () => {
  const { out } = run("--suite", suite, "--workers", "1", "--optimize", "plainBodies+numbers", "test/language/good");
  expect(lines(out)).toEqual(expect.arrayContaining(["by optimisations plainBodies+numbers: 6", "different 0"]));
  expect(out).toMatch(/preempted at least once\s+108 of 128 /);
  const wrong = run("--suite", suite, "--optimize", "fast");
  expect(wrong.out).toContain('--optimize: "fast" is no combination of optimisations');
  expect(wrong.status).toBe(2);
});

test("a folder that is no checkout is refused with what is expected", () => {
  const { status, out } = run("--suite", "/nowhere");
  expect(out).toContain("--suite: give the folder of a checkout");
  expect(status).toBe(2);
});
