/** What modules export and import is what they exported and imported, also where TypeScript would have it otherwise. */
import { expect, test } from "vitest";
import { transform } from "../../src/index.ts";

const load = async (code: string, fileName: string) => {
  const { code: emitted } = transform(code, { fileName, sourceMap: false });
  return (await import(`data:text/javascript,${encodeURIComponent(emitted)}`)) as {
    default: { name: string; n: number };
  };
};

test.each([
  "export default class { static n = 1; }",
  "export default class extends Object { static n = 1; static m() { return this.name; } }",
  "export const a = 1; export default class { static n = 1; static seen = this.name; static { if (this.seen !== 'default') throw this.seen; } }",
])("%s is called default", async (code) => {
  for (const fileName of ["a.mjs", "a.ts"]) {
    const { default: made } = await load(code, fileName);
    expect([made.name, made.n]).toEqual(["default", 1]);
  }
});

test("a default class with a name, or a field called name, keeps it", async () => {
  expect((await load("export default class A { static n = 1; }", "a.mjs")).default.name).toBe("A");
  expect((await load("export default class { static n = 1; static name = 'B'; }", "a.mjs")).default.name).toBe("B");
});

test("preemptable methods stay those of the default class", () => {
  const code = "export default class { static n = 1; /** @preempt */ m() { for (;;) return 1; } }";
  const { code: emitted } = transform(code, { fileName: "a.mjs", sourceMap: false });
  expect(emitted).toContain("export default (class {");
  expect(emitted).toContain("m$resumable");
});

test("JavaScript imports files of which it takes nothing", () => {
  const code = 'import {} from "a";\nimport b from "b";\nexport {} from "c";\n';
  expect(transform(code, { fileName: "a.mjs", sourceMap: false }).code).toBe(code);
});
