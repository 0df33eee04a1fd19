/** What calls know of their callees, in the emitted text: calls of one callee, as far as that shows, know it together. */
import { expect, test } from "vitest";
import { transform } from "../../src/index.ts";

/**
 * What the file's calls are of, a line for each variable in which they keep what they know: in quotes where that is told, since
 * the call does not show it.
 */
function sitesOf(source: string): string[] {
  const { code } = transform(source, { fileName: "a.mjs", functions: "all" });
  const calledBy = new Map([...code.matchAll(/(\w+) === (\$last\w*)\.f/g)].map(([, callee, site]) => [site, callee]));
  return [...code.matchAll(/(\$last\w*) = (?:\/\* @__PURE__ \*\/ )?\$site\(("[^"]*")?(?:(?:, |void 0, )\d)?\)/g)].map(
    ([, site, text]) => text ?? calledBy.get(site) ?? "nothing",
  );
}

test("calls of the same text share a variable where they are of a member", () => {
  const parser = `class Parser {
    list() { this.next(); while (this.more()) { this.item(); this.next(); } }
    item() { this.next(); return this.list() || other.next(); }
  }`;
  expect(sitesOf(`export ${parser}`)).toEqual([
    '"this.next"',
    '"this.more"',
    '"this.item"',
    '"this.list"',
    '"other.next"',
  ]);
});

test("calls of a variable share one where it is the same variable", () => {
  const source = `
    export function twice(f, x) { f(x); return f(x) + known(x) + alien(x); }
    export function once(f, x) { return f(x) + known(x) + alien(x); }
    let known = (x) => x;
    known = twice;
  `;
  // A global is read once for each call, as it may have a getter.
  expect(sitesOf(source)).toEqual(["f", "known", '"alien"', "f"]);
});

test("a callee that is put aside while its arguments are suspended is told by its name", () => {
  const source = "let f; export function outer(g) { return f(g(1)); } export function set(x) { f = x; }";
  expect(sitesOf(source)).toEqual(["g", '"f"']);
});

test("other calls have one each", () => {
  const source = "export function each(fs, i) { fs[i](1); fs[i](2); }";
  expect(sitesOf(source)).toEqual(['"fs[i]"', '"fs[i]"']);
});

test("what is called with preemptable functions inside preemptable functions stays in proportion, however they are handed over", () => {
  const forms = ["{ cb: F }", "[F]", "new P(F)", "c ? F : 0", "F", "() => F", "h(), { cb: F }", "h({ cb: F })"];
  const length = (form: string, depth: number): number => {
    let code = "";
    for (let i = 0; i < depth; i++) code = `g(${form.replace("F", `/** @preempt */ () => { ${code} }`)});`;
    const source = `/** @preempt */ export function f(g, P, c, h) { ${code} }`;
    return transform(source, { fileName: "a.mjs", sourceMap: false }).code.length;
  };
  // Lines are indented, so that it is a little more than twice as much.
  for (const form of forms) expect(length(form, 8) / length(form, 4), form).toBeLessThan(4);
});

test("methods that all calls give as many arguments are told how many, up to three", () => {
  const source =
    "export function each(a) { a.none(); a.one(1); a.one(2); a.both(1); a.both(1, 2); a.four(1, 2, 3, 4); a(1); }";
  const { code } = transform(source, { fileName: "a.mjs", functions: "all" });
  const counts = new Map(
    [...code.matchAll(/\$site\("a\.(\w+)"(?:, (\d))?\)/g)].map(([, name, count]) => [name, count]),
  );
  expect(Object.fromEntries(counts)).toEqual({ none: "0", one: "1", both: undefined, four: undefined });
  expect(code).toContain("$site()");
});
