/** The record of what init wrote, with which it is undone. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { recordAgain, restore, undoingOf, writeAndRecord } from "../../../src/cli/init/record.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "preempt-record-"));
  writeFileSync(join(folder, "package.json"), "old");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (name: string) => readFileSync(join(folder, name), "utf8");
const write = (text: string) => writeFileSync(join(folder, "package.json"), text);
const first = { name: "package.json", before: "old", after: "new" };
const made = { name: "src/deep/a.ts", before: undefined, after: "a" };

function undo() {
  const undoing = undoingOf(folder);
  if (undoing === undefined) throw new Error("nothing is recorded");
  restore(folder, undoing);
}

test("changed files come back, new files go with their empty folder, and the record goes", () => {
  writeAndRecord(folder, [first, made]);
  expect([read("package.json"), read("src/deep/a.ts"), read(".preempt/.gitignore")]).toEqual(["new", "a", "*\n"]);
  undo();
  expect(read("package.json")).toBe("old");
  expect(["src/deep", ".preempt"].map((name) => existsSync(join(folder, name)))).toEqual([false, false]);
  expect(undoingOf(folder)).toBeUndefined();
});

test("two runs are undone together", () => {
  writeAndRecord(folder, [first]);
  writeAndRecord(folder, [{ name: "package.json", before: "new", after: "newer" }]);
  undo();
  expect(read("package.json")).toBe("old");
});

test("a file that was edited between two runs goes back to the edit, not to before it", () => {
  writeAndRecord(folder, [first]);
  write("mine");
  writeAndRecord(folder, [{ name: "package.json", before: "mine", after: "mine and new" }]);
  undo();
  expect(read("package.json")).toBe("mine");
});

test("an edit since is seen, except one by the package manager that init ran", () => {
  writeAndRecord(folder, [first, made]);
  write("new, laid out");
  expect(undoingOf(folder)?.edited.map(({ name }) => name)).toEqual(["package.json"]);
  recordAgain(folder, "package.json");
  expect(undoingOf(folder)?.edited).toEqual([]);
  undo();
  expect(read("package.json")).toBe("old");
});

test("what a person has put back or removed needs nothing", () => {
  writeAndRecord(folder, [first, made]);
  write("old");
  rmSync(join(folder, "src/deep/a.ts"));
  expect(undoingOf(folder)).toEqual({ files: [], edited: [] });
});

test("a record that cannot be read counts as none", () => {
  writeAndRecord(folder, [first]);
  writeFileSync(join(folder, ".preempt/init.json"), "{");
  expect(undoingOf(folder)).toBeUndefined();
});
