import { eachMapping, originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import { expect, test } from "vitest";
import { transform } from "../../src/index.ts";
import { nameResumableBodies } from "../../src/syntax/map-names.ts";

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

test("a call leads back to its place, in the original and in the bodies that start and go on alike", () => {
  expect(origins("risky(i)")).toEqual([
    [6, 12],
    [6, 12],
    [6, 12],
    [10, 10],
  ]);
});

test("a statement leads back to its place in all of them", () => {
  expect(origins("return sum")).toEqual([
    [8, 3],
    [8, 3],
    [8, 3],
  ]);
});

test("what the transform put in between leads nowhere", () => {
  const calling = "/** @preempt */ function work(n) {\n  for (;;) n += work(n);\n}\n";
  const { code: output, map } = transform(calling, { fileName: "work.ts", optimize: { plainBodies: false } });
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

test("what the transform put in a plain body leads nowhere", () => {
  const calling = "/** @preempt */ function work(n) {\n  for (;;) n += work(n);\n}\n";
  const { code: output, map } = transform(calling, { fileName: "work.ts" });
  const trace = new TraceMap(JSON.stringify(map));
  const inserted = output
    .split("\n")
    .map((text, l) => ({ text: text.trim(), line: l + 1 }))
    .filter(({ text }) =>
      /^(import|\$attach|var \$at|return \$save|\$at = |const \$frame|\$value = \$|return \$|\$state|break)/.test(text),
    );
  expect(inserted.length).toBeGreaterThan(7);
  for (const { line, text } of inserted) {
    for (let column = 0; column <= text.length + 12; column++) {
      expect([text, originalPositionFor(trace, { line, column }).line]).toEqual([text, null]);
    }
  }
});

const several = `/** @preempt */ export function outer(n) {
  /** @preempt */ const inner = (m) => { for (;;) return m + n; };
  return inner(n) + other(n);
}
/** @preempt */ function other(n) { for (;;) return n; }
class C { /** @preempt */ #hidden() { for (;;) return 1; } /** @preempt */ shown() { for (;;) super.x?.(); } }
/** @preempt */ function outer2() { for (;;) other(1); }
`;

test("the map names each resumable body as the function was named, from its head to its parenthesis", () => {
  const { code: output, map } = transform(`${several}function own$rest() {}`, { fileName: "several.js" });
  const trace = new TraceMap(JSON.stringify(map));
  const heads = output.split("\n").flatMap((text, l) =>
    [
      ...text.matchAll(/(function\*?\s|\*|(?<=^\s*)(?=#))((?:\[\$bodyKey\(")?#?\w+\$(?:resumable|rest)(?:"\)\])?)\(/g),
    ].map((m) => {
      const at = (column: number) => originalPositionFor(trace, { line: l + 1, column }).name;
      return [m[2], at(m.index), at(m.index + m[0].length - 1)];
    }),
  );
  expect(heads.toSorted()).toEqual([
    ["#hidden$rest", "hidden", "hidden"],
    ["#hidden$resumable", "hidden", "hidden"],
    ['[$bodyKey("shown$resumable")]', "shown", "shown"],
    ["inner$resumable", "inner", "inner"],
    ["other$rest", "other", "other"],
    ["other$resumable", "other", "other"],
    ["outer$resumable", "outer", "outer"],
    ["outer2$rest", "outer2", "outer2"],
    ["outer2$resumable", "outer2", "outer2"],
    ["own$rest", null, null],
  ]);
});

test("naming changes nothing else in the map", () => {
  const { code: output, map } = transform(several, { fileName: "several.js" });
  const unnamed = transform(several.replaceAll("@preempt", "@ignored"), { fileName: "several.js" });
  expect(unnamed.map?.names).toEqual([]);
  // The fifth number of a segment is its name.
  const bare = map?.mappings.replace(/[^,;]+/g, (s) => (s.match(/[g-z0-9+/]*[A-Za-f]/g) ?? []).slice(0, 4).join(""));
  expect(nameResumableBodies(output, bare ?? "")).toEqual({ names: map?.names, mappings: map?.mappings });
  const places = (mappings: string, names: string[]) => {
    const found: unknown[] = [];
    const trace = new TraceMap(JSON.stringify({ ...map, names, mappings }));
    eachMapping(trace, (m) => {
      found.push([m.generatedLine, m.generatedColumn, m.originalLine, m.originalColumn]);
    });
    return found;
  };
  expect(places(map?.mappings ?? "", map?.names ?? [])).toEqual(places(bare ?? "", []));
});
