/** `accesses: true`: the code does what it did, line by line, and notes what it reads and writes. */
import { drive } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { recordAccesses } from "../../src/accesses/recorded.ts";
import { transform } from "../../src/index.ts";
import { load, observe, transformProgram } from "../kit/harness.ts";
import { programs } from "../programs/all.ts";

interface Notes {
  note: ((site: number, value: unknown, own: unknown) => void) | undefined;
  next: number;
  readonly files: { readonly first: number; readonly sites: readonly (readonly unknown[])[] }[];
}
const symbol = Symbol.for("@preempt/runtime/accesses@1");

/** What a run notes: kind, line and text of each site. */
function notesOf(code: string, functions: "annotated" | "all" = "annotated"): { value: unknown; notes: string[] } {
  const { main } = load({ code }, transformProgram({ code }, { accesses: true, functions }).code);
  const hub = (globalThis as Record<symbol, unknown>)[symbol] as Notes;
  const notes: string[] = [];
  hub.note = (site) => {
    const file = hub.files.findLast(({ first }) => first <= site);
    const [kind, line, , , text] = file?.sites[site - file.first] ?? [];
    if (kind !== "statement") notes.push(`${kind} ${text ?? ""} ${line}`);
  };
  try {
    return { value: drive(main, { budget: 0 }).value, notes };
  } finally {
    hub.note = undefined;
  }
}

test("without the option there is nothing of it in the output", () => {
  const code = "let n = 0; /** @preempt */ export function main(xs) { for (const x of xs) n += x; return n; }";
  const plain = transform(code, { fileName: "a.js" });
  expect(transform(code, { fileName: "a.js", accesses: false })).toEqual(plain);
  expect(plain.code).not.toContain("$seen");
  expect(transform(code, { fileName: "a.js", accesses: true }).code).toContain("$seen");
});

test("reads and writes of variables, properties and collections are noted in their order", () => {
  const code = `const scratch = { x: 0 }; let current; const found = []; const word = /a/g;
/** @preempt */ function main() {
  current = 1;
  scratch.x = current + 1;
  scratch["x"] += two();
  for (let i = 0; i < 1; i++) found.push(scratch);
  word.exec("a");
  current++;
  return [scratch.x, current, found.length];
}
function two() { return 2; }`;
  const { value, notes } = notesOf(code);
  expect(value).toEqual([4, 2, 1]);
  expect(notes).toEqual([
    "write current 3",
    "set scratch.x 4",
    "read current 4",
    'change scratch["x"] 5',
    'done scratch["x"] 5',
    "method found.push 6",
    "name scratch 6",
    "method word.exec 7",
    "update current 8",
    "get scratch.x 9",
    "read current 9",
    "get found.length 9",
  ]);
});

test("a variable that is read before what is added to it runs is noted as read there", () => {
  const code = `let sum = 0; /** @preempt */ function main() { sum += add(); return sum; }
/** @preempt */ function add() { for (let i = 0; i < 2; i++) sum; return 1; }`;
  expect(notesOf(code).notes.map((note) => note.slice(0, 9))).toEqual([
    "read sum ",
    "read sum ",
    "read sum ",
    "write sum",
    "read sum ",
  ]);
});

test("lines stay what they are, and what stands before the first statement stays there", () => {
  const code = `#!/usr/bin/env node
"use strict";
/** @preempt */
export function main(a) {
  "use strict"
  let n = 0
  const step = () => { n = n + a.k }
  return[step(), n]
}`;
  const recorded = recordAccesses(code, "a.mjs", false)?.code ?? "";
  const lines = recorded.split("\n");
  expect(lines.slice(0, 5)).toEqual(
    code
      .split("\n")
      .slice(0, 5)
      .map((line, i) => (i === 4 ? expect.stringContaining(line.trim()) : line)),
  );
  expect(lines.length).toBe(code.split("\n").length + 1);
  expect(lines[7]).toMatch(/return \$seen|return\[/);
});

test("what a note would change has none: a deletion, a property named __proto__, a name that CommonJS exports", () => {
  const marked = (code: string) =>
    recordAccesses(`let x, __proto__; function f() { x = 1; __proto__ = 1; ${code} }`, "a.js", false)?.code ?? "";
  expect(marked("return { __proto__ };")).toContain("return { __proto__ };");
  expect(marked("return { x };")).toMatch(/return \{ x: \$seen\(\d+, x\) \};/);
  expect(marked("return delete (x);")).toContain("return delete (x);");
  expect(marked("exports.a = 1;")).toContain("exports.a = 1;");
  expect(marked("return[x];")).toMatch(/return\[\$seen/);
  expect(marked("for (const a of[x]) a;")).toMatch(/of \$seen\(\d+, \[\$seen\(\d+, x\)\]\)/);
});

test("closures' variables of two calls are told apart", () => {
  const code = `function make() { let n = 0; return () => ++n; }
/** @preempt */ function main() { const a = make(), b = make(); for (let i = 0; i < 2; i++) { a(); b(); } return [a(), b()]; }`;
  const { main } = load({ code }, transformProgram({ code }, { accesses: true }).code);
  const hub = (globalThis as Record<symbol, unknown>)[symbol] as Notes;
  const owners = new Set<unknown>();
  hub.note = (_, __, own) => void owners.add(own);
  expect(main()).toEqual([3, 3]);
  hub.note = undefined;
  owners.delete(undefined);
  expect(owners.size).toBe(2);
});

// Words of the engine name what stands in the code, and sources are what they are.
const differing =
  /not a function|not iterable|taken apart|a table of functions|destructure|toString|super|constructor|engine|sloppy|tagged|told as they were|called, constructed/;
const some = programs.filter(
  ({ name, isAsync, code }, i) => i % 23 === 0 && !isAsync && !/^endless/.test(name) && !differing.test(name + code),
);

test.for(some)("$name: it does what it does without notes", (program) => {
  const [plain, noted] = [false, true].map((accesses) => transformProgram(program, { accesses }).code);
  for (const budget of [0, 3]) {
    const run = (code = "") => {
      const { outcome, log } = observe(load(program, code), (main) => drive(main, { budget }).value);
      // The engine writes down what was called as the code has it.
      return { outcome: outcome.replaceAll(/[^"\s]+ is not a function/g, "… is not a function"), log };
    };
    expect(run(noted)).toEqual(run(plain));
  }
});

test("a value that is neither true nor false is refused", () => {
  expect(() => transform("", { fileName: "a.js", accesses: 1 as never })).toThrow(
    /option_value: accesses is 1\. Give true or false/,
  );
});
