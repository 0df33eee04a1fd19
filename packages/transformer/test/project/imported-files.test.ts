/** Calls of short functions of other files: plain where the door can read those, as they are within one file. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { noPassing } from "../../src/2-find/passing.ts";
import { transform } from "../../src/index.ts";
import { ImportedFiles, readRelative } from "../../src/pipeline/imported-files.ts";
import { transformFile } from "../../src/pipeline/transform.ts";

const files: Readonly<Record<string, string>> = {
  "./short.ts": `
    export const rotate = (word: number, by: number) => (word << by) | (word >>> (32 - by));
    export function swap(word: number) { return rotate(word, 16); }
    export function walk(n: number) { for (let i = 0; i < n; i++); }
    export function calls(f: () => void) { f(); }
    let changing = (word: number) => word;
    changing = walk as never;
    const hidden = (word: number) => word ^ 1;
    import { increment as local } from "./other.ts";
    export const twice = (x: number) => local(local(x));
    export { changing, hidden as shown, local as again };
    export { increment as plus } from "./other.ts";
    export * from "./other.ts";
    export default function (word: number) { return ~word; }`,
  "./other.ts": `
    export function increment(x: number) { return x + 1; }
    import { rotate } from "./short.ts";
    export const circular = (x: number) => rotate(x, 1);`,
};

function askedFor(names: string, calls: readonly string[], readImport: typeof readRelative | undefined): string[] {
  const code = `import ${names} from "./short.ts";
    /** @preempt */ export function work(n) { for (;;) { ${calls.map((name) => `${name}(n);`).join(" ")} } }`;
  const made = transform(code, { fileName: "work.ts", sourceMap: false, ...(readImport && { readImport }) });
  expect(made.diagnostics).toEqual([]);
  return [...new Set([...made.code.matchAll(/(\w+) === \$last\w*\.f/g)].map(([, name]) => name as string))];
}

const read = (specifier: string) => {
  const code = files[specifier];
  return code === undefined ? undefined : { fileName: specifier, code };
};

test("short functions of other files are called plainly, through re-exports and imports of theirs", () => {
  const names = ["rotate", "swap", "twice", "shown", "again", "plus", "increment"];
  expect(askedFor(`{ ${names.join(", ")} }`, names, read)).toEqual([]);
  expect(askedFor("invert, { swap as turn }", ["invert", "turn"], read)).toEqual([]);
  expect(askedFor(`{ ${names.join(", ")} }`, names, undefined)).toEqual(names);
});

test("those with loops or unknown calls, those that change, and what is not found are asked", () => {
  const names = ["walk", "calls", "changing", "missing"];
  expect(askedFor(`{ ${names.join(", ")} }`, names, read)).toEqual(names);
  expect(askedFor("* as all", ["all"], read)).toEqual(["all"]);
});

test("what generator functions of other files give is walked step by step, through re-exports as well", () => {
  const lists: Record<string, string> = {
    "./lists.ts": `export function* rows(n: number) { for (let i = 0; i < n; i++) yield i; }
      function* inner(n: number) { for (;;) yield n; }
      export { inner as endless };
      export { rows as lines } from "./again.ts";
      export const list = (n: number) => { for (;;) return [n]; };
      export default function* (n: number) { while (n--) yield n; }`,
    "./again.ts": `export * from "./lists.ts";\nexport function* rows(n: number) { while (n--) yield n; }`,
  };
  const readImport = (specifier: string) => {
    const code = lists[specifier];
    return code === undefined ? undefined : { fileName: specifier, code };
  };
  const isWalked = (names: string, name: string) => {
    const code = `import ${names} from "./lists.ts";
      /** @preempt */ export function work(n) { for (const x of ${name}(n)) if (x) n++; return n; }`;
    return transform(code, { fileName: "work.ts", sourceMap: false, readImport }).code.includes("$iterateSteps(");
  };
  const names = ["rows", "endless", "lines", "list", "missing"];
  expect(names.filter((name) => isWalked(`{ ${name} }`, name))).toEqual(["rows", "endless", "lines"]);
  expect(isWalked("all, { rows as some }", "all")).toBe(true);
  expect(isWalked("all, { rows as some }", "some")).toBe(true);
});

test("files that import each other end in being asked, not in a loop", () => {
  expect(askedFor("{ circular }", ["circular"], read)).toEqual(["circular"]);
});

test("a file that changed is looked at again", () => {
  let code = "export const f = () => 1;";
  const imports = new ImportedFiles(() => ({ fileName: "f.ts", code }));
  const isShort = () => imports.exportsShort({ kind: 11, text: "./f.ts" } as never, "work.ts", "f");
  expect(isShort()).toBe(true);
  code = "export const f = () => { for (;;); };";
  expect(isShort()).toBe(false);
});

test("a relative specifier is looked for as TypeScript and bundlers do", () => {
  const folder = mkdtempSync(join(tmpdir(), "preempt-imports-"));
  try {
    for (const name of ["a.ts", "b.js", "c.mts"]) writeFileSync(join(folder, name), name);
    const found = (specifier: string) => readRelative(specifier, join(folder, "work.ts"))?.code;
    expect(["./a.ts", "./a", "./a.js", "./b", "./b.js", "./c.mjs", "./d", "a", "node:fs"].map(found)).toEqual([
      "a.ts",
      "a.ts",
      "a.ts",
      "b.js",
      "b.js",
      "c.mts",
      undefined,
      undefined,
      undefined,
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("short functions of an exclusive unit are asked: in them a job may have to wait", () => {
  const unit =
    "/** @preempt exclusive */\n\nlet n = 0; export const set = (to) => { n = to; }; export function run() { for (let i = 0; i < 9; i++) n++; }";
  expect(askedFor("{ set, run }", ["set", "run"], () => ({ fileName: "unit.ts", code: unit }))).toEqual(["set", "run"]);
});

test("a function that may call another file's toJSON is not short", () => {
  const callsOf = (meetsToJSON: boolean) => {
    const code =
      "/** @preempt */ export function serialize(o) { return JSON.stringify(o); } export const count = (o) => o.count;";
    const imports = new ImportedFiles(() => ({ fileName: "/short.js", code }), {
      membersOf: () => ({ ...noPassing, toJSON: meetsToJSON }),
    });
    const work = `import { serialize, count } from "./short.js";
      /** @preempt */ export function work(n) { for (;;) { serialize(n); count(n); } }`;
    const made = transformFile(work, { fileName: "/work.js", sourceMap: false }, { imports });
    return [...new Set([...made.code.matchAll(/(\w+) === \$last\w*\.f/g)].map(([, name]) => name))];
  };
  expect([callsOf(false), callsOf(true)]).toEqual([[], ["serialize"]]);
});

test("a function that may call another file's getter is not short", () => {
  const callsOf = (get: readonly string[]) => {
    const code = "/** @preempt */ export function sizeOf(o) { return o.size; }";
    const imports = new ImportedFiles(() => ({ fileName: "/short.js", code }), {
      membersOf: () => ({ ...noPassing, accessors: { get, set: [] } }),
    });
    const work = `import { sizeOf } from "./short.js"; /** @preempt */ export function work(n) { for (;;) sizeOf(n); }`;
    return transformFile(work, { fileName: "/work.js", sourceMap: false }, { imports }).code.includes("$last");
  };
  expect([callsOf([]), callsOf(["size"])]).toEqual([false, true]);
});
