import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import { expect, test } from "vitest";
import { transform } from "../src/index.ts";

const code = `type N = number;
/** @preempt */
export function work(n: N): N {
  let sum = 0;
  for (let i = 0; i < n; i++) {
    sum += risky(i);
  }
  return sum;
}
function risky(i: N): N { throw new Error("at " + i); }
`;

/** Positions of \`text\` in the output, led back to the source: [line, column] from 1. */
function origins(text: string): (readonly [number, number])[] {
  const { code: output, map } = transform(code, { fileName: "work.ts" });
  if (map === undefined) throw new Error("no source map");
  const trace = new TraceMap(JSON.stringify(map));
  const found: (readonly [number, number])[] = [];
  output.split("\n").forEach((line, l) => {
    for (let c = line.indexOf(text); c >= 0; c = line.indexOf(text, c + 1)) {
      const at = originalPositionFor(trace, { line: l + 1, column: c });
      found.push([at.line ?? 0, (at.column ?? -1) + 1]);
    }
  });
  return found;
}

test("a call leads back to its place, in the original and in the resumable body alike", () => {
  expect(origins("risky(i)")).toEqual([
    [6, 12],
    [6, 12],
    [10, 10],
  ]);
});

test("a statement leads back to its place in both bodies", () => {
  expect(origins("return sum")).toEqual([
    [8, 3],
    [8, 3],
  ]);
});

test("what the transform put in between leads nowhere", () => {
  const calling = "/** @preempt */ function work(n) {\n  for (;;) n += work(n);\n}\n";
  const { code: output, map } = transform(calling, { fileName: "work.ts" });
  const trace = new TraceMap(JSON.stringify(map));
  const inserted = output
    .split("\n")
    .map((text, l) => ({ text: text.trim(), line: l + 1 }))
    .filter(({ text }) => /^(import|\$attach|let \$value|if \(--\$state)/.test(text));
  expect(inserted.map(({ text }) => text)).toEqual([
    expect.stringContaining("import"),
    "$attach(work, work$resumable);",
    "let $value;",
    "if (--$state.budget < 0) yield;",
    "if (--$state.budget < 0) yield;",
  ]);
  for (const { line, text } of inserted) {
    for (let column = 0; column <= text.length + 12; column++) {
      expect([text, originalPositionFor(trace, { line, column }).line]).toEqual([text, null]);
    }
  }
});
