/** A mistake of the rewrite in one function leaves that function alone, and no other. */
import ts from "typescript";
import { beforeEach, expect, test, vi } from "vitest";
import { transform } from "../../src/index.ts";

/** The names of the functions in which something goes wrong. */
const wrong = vi.hoisted(() => ({ names: new Set<string>() }));

vi.mock("../../src/5-emit/plain/statements.ts", async (load) => {
  const { Statements } = await load<typeof import("../../src/5-emit/plain/statements.ts")>();
  class Failing extends Statements {
    override addAll(...args: Parameters<InstanceType<typeof Statements>["addAll"]>) {
      const [region] = args[0];
      const f = region && (ts.findAncestor(region.node, ts.isFunctionDeclaration) as ts.FunctionDeclaration);
      if (wrong.names.has(f?.name?.text ?? "")) throw new TypeError("no such thing");
      return super.addAll(...args);
    }
  }
  return { Statements: Failing };
});

beforeEach(() => wrong.names.clear());

const code = `/** @preempt */ function outer(n) { /** @preempt */ function inner(k) { for (let i = 0; i < k; i++) n += i; return n; } for (;;) return inner(n); }
/** @preempt */ function other(n) { for (let i = 0; i < n; i++) n += outer(i); return n; }`;

const findings = (functions: "annotated" | "all") => {
  const result = transform(code, { fileName: "a.js", functions });
  const told = (list: typeof result.diagnostics) =>
    list.filter((d) => d.code === "PT1019").map((d) => [d.line, d.column, d.message]);
  const preemptable = ["outer", "inner", "other"].filter((name) => result.code.includes(`${name}$resumable`));
  return { preemptable, diagnostics: told(result.diagnostics), refused: told(result.functions.refused) };
};

test("nothing is wrong", () => {
  expect(findings("annotated")).toEqual({ preemptable: ["outer", "inner", "other"], diagnostics: [], refused: [] });
});

test.each([
  ["outer", ["inner", "other"], 26],
  ["inner", ["outer", "other"], 62],
])("%s is left alone, and said", (name, others, column) => {
  wrong.names.add(name);
  const told = [[1, column, `${name} could not be rewritten (no such thing); it stays un-preempted.`]];
  expect(findings("annotated")).toEqual({ preemptable: others, diagnostics: told, refused: told });
});

test("two are", () => {
  for (const name of ["inner", "other"]) wrong.names.add(name);
  const { preemptable, refused } = findings("annotated");
  expect([preemptable, refused.length]).toEqual([["outer"], 2]);
});
