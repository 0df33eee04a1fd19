/** What is compared computes the same, and the table has a line for each kind. */
import { drive } from "@preempt/runtime/testing";
import { transform } from "@preempt/transformer";
import { expect, test } from "vitest";
import { untransformed } from "../src/emitted.ts";
import { kinds, programOf } from "../src/mixed/kinds.ts";
import { mixedTable } from "../src/mixed.ts";

interface Program {
  run(x: unknown, n: number): number;
  argument(): unknown;
}

test.for(kinds)("$name", async (kind) => {
  const plain = await untransformed<Program>(programOf(kind, ""));
  const { code, functions } = transform(programOf(kind, "/** @preempt */"), { fileName: "mixed.js", sourceMap: false });
  expect(functions).toMatchObject({ preemptable: 1, refused: [] });
  const preemptable = await untransformed<Program>(code);
  const expected = plain.run(plain.argument(), 300);
  for (const budget of [0, 10_000]) {
    expect(drive(preemptable.run, { args: [preemptable.argument(), 300], budget }).value).toBe(expected);
  }
});

test("the table", () => {
  const rows = kinds.flatMap(({ name }) =>
    ["plain, short", "preemptable, short", "plain, long", "preemptable, long"].map((way, i) => ({
      subject: name,
      way,
      nanoseconds: i + 1,
      quartiles: [1, 1] as const,
    })),
  );
  const [head, first, ...others] = mixedTable(rows).split("\n");
  expect(head).toContain("ratio");
  expect(first).toMatch(/^method, one class +1\.0 ns +2\.0 ns +2\.00 +3\.0 ns +4\.0 ns +1\.33$/);
  expect(others).toHaveLength(kinds.length - 1);
});
