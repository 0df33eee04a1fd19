/** A call in preemptable code passes preemption on, in whichever way it is written: the loop that is reached is preempted in each round. */
import { drive } from "@preempt/runtime/testing";
import { describe, expect, test } from "vitest";
import { load, transformProgram } from "../kit/harness.ts";

const rounds = 100;
const loop = `let n = 0; for (let i = 0; i < ${rounds}; i++) n += Math.sqrt(i); return n;`;

const calls: Record<string, string> = {
  "a tagged template": `/** @preempt */ function tag(s, x) { ${loop} } /** @preempt */ function main() { return tag\`a\${1}b\`; }`,
  "a tagged template of an object": `const o = { /** @preempt */ tag(s) { ${loop} } }; /** @preempt */ function main() { return o.tag\`a\`; }`,
  "a tagged template of a private method": `class C { /** @preempt */ #tag(s) { ${loop} } /** @preempt */ m() { return this.#tag\`a\`; } } /** @preempt */ function main() { return new C().m(); }`,
  "a getter of a class": `class C { /** @preempt */ get total() { ${loop} } } /** @preempt */ function main() { return new C().total; }`,
  "an inherited getter": `class C { /** @preempt */ get total() { ${loop} } } class D extends C {} /** @preempt */ function main() { return new D().total + 1; }`,
  "a static getter": `class C { /** @preempt */ static get total() { ${loop} } } /** @preempt */ function main() { return C.total; }`,
  "a private getter": `class C { /** @preempt */ get #total() { ${loop} } /** @preempt */ m() { return this.#total; } } /** @preempt */ function main() { return new C().m(); }`,
  "a getter of an object": `const o = { /** @preempt */ get total() { ${loop} } }; /** @preempt */ function main() { return o["total"]; }`,
  "a setter": `class C { /** @preempt */ set total(x) { ${loop} } } /** @preempt */ function main() { new C().total = 1; }`,
  "a setter of an object, whose value is used": `const o = { /** @preempt */ set total(x) { ${loop} } }; /** @preempt */ function main() { return (o.total = 1); }`,
  "a private setter": `class C { /** @preempt */ set #total(x) { ${loop} } /** @preempt */ m() { this.#total = 1; } } /** @preempt */ function main() { new C().m(); }`,
};

test.each([
  ["a tagged template", "const t = tag`a`;"],
  ["a getter", "const t = c.total;"],
  ["a setter", "c.total = 1;"],
  ["an assignment that computes", "c.total += 1;"],
])("what is read again behind %s is shared with other jobs", (_, between) => {
  const code = `let current = 0; const c = { /** @preempt */ get total() { ${loop} }, /** @preempt */ set total(x) { ${loop} } };
    /** @preempt */ function tag(s) { ${loop} }
    /** @preempt */ function main(x) { current = x; ${between} return current; }`;
  const { diagnostics } = transformProgram({ code, extension: "js" });
  expect(diagnostics.map(({ name }) => name)).toEqual(["one_at_a_time"]);
});

function preemptions(code: string, strategy: "capture" | "paper"): number {
  const program = { code, extension: "js" as const };
  const { main } = load(program, transformProgram(program, { strategy }).code);
  return drive(main, { budget: 0 }).preemptions;
}

describe.each(["capture", "paper"] as const)("strategy %s", (strategy) => {
  test.each(Object.entries(calls))("%s", (_, code) => {
    expect(preemptions(code, strategy)).toBeGreaterThanOrEqual(rounds / 8);
  });
});
