/** What takes long to test is drawn: nothing may fall between the parts. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { browserTestsOf, galleryEntriesOf, leftToOthers, parts, partToRun } from "../scripts/parts.mjs";
import { inParts } from "../vitest.config.ts";

const each = Array.from({ length: parts }, (_, i) => i + 1);

test("a commit's part is always the same, another commit's another, and each comes", () => {
  const of = (commit: string) => partToRun(undefined, () => commit);
  expect(of("f2ca6018f0ff27ad8b30aa294c72624d80790cf8\n")).toBe(of("f2ca6018f0ff27ad8b30aa294c72624d80790cf8\n"));
  const drawn = each.map((part) => of(`0000000${part}`));
  expect(new Set(drawn)).toEqual(new Set(each));
});

test("without a repository the day says the part", () => {
  expect(each).toContain(partToRun(undefined, () => undefined));
});

test("a part can be asked for, or all of them, and nothing else", () => {
  expect(each.map((part) => partToRun(String(part)))).toEqual(each);
  expect(partToRun("all")).toBeUndefined();
  for (const wanted of ["0", String(parts + 1), "1.5", "", "every"]) {
    expect(() => partToRun(wanted)).toThrow(
      `PREEMPT_PART=${wanted}; expected was an integer from 1 to ${parts}, or all.`,
    );
  }
});

test("each file that takes long is there, and is left to others by all parts but one", () => {
  expect(inParts.filter((file) => !existsSync(fileURLToPath(new URL(`../${file}`, import.meta.url))))).toEqual([]);
  const left = each.flatMap((part) => leftToOthers(inParts, part));
  for (const file of inParts) expect([file, left.filter((other) => other === file).length]).toEqual([file, parts - 1]);
  expect(leftToOthers(inParts, undefined)).toEqual([]);
});

test("each browser test is of one part, the same in both browsers, with the titles around it", () => {
  const both = [{ projectName: "chromium" }, { projectName: "firefox" }];
  const spec = (title: string) => ({ title, tests: both });
  const names = Array.from({ length: 30 }, (_, i) => `does ${i}`);
  const inner = { title: "inner", specs: names.slice(20).map(spec) };
  const report = { suites: [{ title: "a.spec.ts", specs: names.slice(0, 20).map(spec), suites: [inner] }] };
  const lines = each.map((part) => browserTestsOf(report, part));
  const expected = names.flatMap((name, i) =>
    both.map(({ projectName }) => `[${projectName}] › a.spec.ts › ${i < 20 ? "" : "inner › "}${name}`),
  );
  expect(lines.flat().sort()).toEqual(expected.sort());
  for (const some of lines) {
    expect(some.length).toBeGreaterThan(8);
    const withoutBrowser = some.map((line) => line.slice(line.indexOf("]")));
    expect(some).toHaveLength(2 * new Set(withoutBrowser).size);
  }
});

test("of the gallery those entries are built that the tests of a part open", () => {
  const tests = ["chat: the same", "chat: accessible", "search: the same"].map(
    (title) => `[firefox] › gallery.spec.ts › ${title}`,
  );
  expect(galleryEntriesOf(tests)).toEqual(["chat", "search"]);
  expect(galleryEntriesOf(["[chromium] › paper.spec.ts › chat: no gallery"])).toEqual([]);
});
