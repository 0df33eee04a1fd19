import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import * as ts from "typescript";
import { expect, test } from "vitest";
import { functionKeys } from "../../src/1-resolve/function-keys.ts";
import { annotation } from "../../src/advisor/annotate-edit.ts";
import { after, apply, diffOf, editOf, merged } from "../../src/advisor/edits.ts";
import { packageAdded } from "../../src/advisor/package-edit.ts";
import { changed } from "../../src/shared/text-changes.ts";
import { project } from "./made.ts";

const insert = (start: number, text: string) => ({ start, end: start, text });

test("an edit is written if the file is still the same, and refused if not", () => {
  const root = project({ "a.js": "one\ntwo\n" });
  const file = join(root, "a.js");
  const edit = editOf(file, "one\ntwo\n", [insert(4, "// here\n")]);
  apply(edit, root);
  expect(readFileSync(file, "utf8")).toBe("one\n// here\ntwo\n");
  expect(() => apply(edit, root)).toThrow("edit_outdated: a.js was changed since it was read");
  expect(readFileSync(file, "utf8")).toBe("one\n// here\ntwo\n");
});

test("a file that the change needs is created, and left alone if it is there", () => {
  const root = project({ "a.js": "x" });
  const creates = { file: join(root, "rt.js"), text: "made" };
  apply({ ...editOf(join(root, "a.js"), "x", [insert(0, "1")]), creates }, root);
  apply({ ...editOf(join(root, "a.js"), "1x", [insert(0, "2")]), creates: { ...creates, text: "again" } }, root);
  expect([readFileSync(join(root, "rt.js"), "utf8"), readFileSync(join(root, "a.js"), "utf8")]).toEqual([
    "made",
    "21x",
  ]);
  const outside = { file: join(root, "../preempt-outside.js"), text: "made" };
  expect(() => apply({ ...editOf(join(root, "a.js"), "21x", []), creates: outside }, root)).toThrow("edit_outside");
});

test("files outside of the project, of packages, and behind links that lead outside are left alone", () => {
  const root = project({ "node_modules/p/a.js": "x", "src/a.js": "x" });
  const other = project({ "secret.js": "x" });
  symlinkSync(other, join(root, "src/link"));
  for (const file of [join(other, "secret.js"), join(root, "src/link/secret.js"), join(root, "node_modules/p/a.js")]) {
    expect(() => apply(editOf(file, "x", [insert(0, "y")]), root)).toThrow("edit_outside");
    expect(readFileSync(file, "utf8")).toBe("x");
  }
  expect(() => apply(editOf(join(root, "gone.js"), "x", []), root)).toThrow("edit_file_gone");
});

test("a folder whose name starts like the project's is outside of it", () => {
  const root = project({ "app/a.js": "x", "app-other/a.js": "x" });
  expect(() => apply(editOf(join(root, "app-other/a.js"), "x", []), join(root, "app"))).toThrow("edit_outside");
});

test("several edits of a file are one; the same insertion is made once", () => {
  const text = "a\nb\n";
  const [edit] = merged([
    editOf("/p/a.js", text, [insert(0, "import x;\n"), insert(2, "1")]),
    editOf("/p/a.js", text, [insert(0, "import x;\n"), insert(3, "2")]),
  ]);
  expect(changed(text, edit?.changes ?? [])).toBe("import x;\na\n1b2\n");
});

test("what is pending moves with an edit that was written before it, and is dropped where it overlaps", () => {
  const text = "abcdef";
  const written = editOf("/p/a.js", text, [insert(1, "XX")]);
  const result = changed(text, written.changes);
  const pending = after(written, editOf("/p/a.js", text, [insert(1, "XX"), { start: 3, end: 4, text: "D" }]), result);
  expect(changed(result, pending?.changes ?? [])).toBe("aXXbcDef");
  const other = editOf("/p/b.js", text, []);
  expect(after(written, other, result)).toBe(other);
  const replaced = editOf("/p/a.js", text, [{ start: 0, end: 4, text: "" }]);
  expect(after(replaced, editOf("/p/a.js", text, [{ start: 2, end: 3, text: "y" }]), "ef")).toBeUndefined();
});

test("a diff shows the lines that change, with their numbers", () => {
  const text = "one\ntwo\nthree\nfour\n";
  expect(diffOf(text, [insert(4, "// new\n"), { start: 8, end: 13, text: "THREE" }])).toEqual([
    { sign: "+", line: 2, text: "// new" },
    { sign: "-", line: 3, text: "three" },
    { sign: "+", line: 4, text: "THREE" },
  ]);
});

test.for([
  ["function f() { loop(); }", "/** @preempt */\nfunction f() { loop(); }"],
  ["/** Doc. */\nfunction f() {}", "/** @preempt */\n/** Doc. */\nfunction f() {}"],
  ["// note\nexport const f = () => {};", "// note\n/** @preempt */\nexport const f = () => {};"],
  ["class A {\n  f() {}\n}", "class A {\n  /** @preempt */\n  f() {}\n}"],
  ["const o = {\n\tf: function () {},\n};", "const o = {\n\t/** @preempt */\n\tf: function () {},\n};"],
  ["list.map((f) => f);", "list.map(/** @preempt */ (f) => f);"],
  ["exports.f = function () {};", "/** @preempt */\nexports.f = function () {};"],
  ["  return function f() {};", "  return /** @preempt */ function f() {};"],
])("the annotation of %j", ([text, expected]) => {
  const file = ts.createSourceFile("a.ts", text as string, ts.ScriptTarget.ESNext, true);
  const [f] = functionKeys(file).keys();
  if (f === undefined) throw new Error("no function");
  expect(changed(text as string, [annotation(f)])).toBe(expected);
});

const config = (call: string) =>
  `import preempt from "@preempt/transformer/vite";\nexport default { plugins: [other(), ${call}] };\n`;

test.for([
  ["preempt()", 'preempt({ packages: ["marked"] })'],
  ["preempt({})", 'preempt({ packages: ["marked"] })'],
  ["preempt({ propagate: false })", 'preempt({ packages: ["marked"], propagate: false })'],
  ['preempt({ packages: ["a"] })', 'preempt({ packages: ["a", "marked"] })'],
  ['preempt({ packages: ["a",] })', 'preempt({ packages: ["a", "marked",] })'],
  ["preempt({ packages: [] })", 'preempt({ packages: ["marked"] })'],
])("a package is added to %s", ([before, expected]) => {
  const text = config(before as string);
  expect(changed(text, packageAdded("vite.config.ts", text, "marked") ?? [])).toBe(config(expected as string));
});

test.for(["preempt(options)", "preempt({ packages: names })", "preempt({ packages })"])(
  "options that are computed are left alone: %s",
  (call) => {
    expect(packageAdded("vite.config.ts", config(call), "marked")).toBeUndefined();
  },
);
