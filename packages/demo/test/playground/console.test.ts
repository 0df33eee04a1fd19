import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { consoleFor } from "../../src/playground/program-console.ts";

const methods = [
  "log",
  "warn",
  "error",
  "table",
  "assert",
  "group",
  "groupEnd",
  "trace",
  "dir",
  "count",
  "countReset",
  "time",
  "timeLog",
  "timeEnd",
  "clear",
] as const;
// The browser's own console hears of everything as well: here it need not.
beforeEach(() => {
  for (const method of methods) vi.spyOn(console, method).mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

function printed(program: (console: Console) => void): string[] {
  const lines: string[] = [];
  program(
    consoleFor(
      (level, text) => lines.push(level === "log" ? text : `${level} ${text}`),
      () => [3, 7],
      () => {
        lines.length = 0;
      },
    ),
  );
  return lines;
}

test.for([
  [["%s is %d of %i", "x", 4.7, "5 px", "and", { a: 1 }], "x is 4 of 5 and { a: 1 }"],
  [["%f %o %O", "1.5", "text", [1, "a"]], '1.5 "text" [1, "a"]'],
  [["%cred%c 100%%", "color: red", ""], "red 100%"],
  [["50% of %s and %s", "a"], "50% of a and %s"],
  [["100%%"], "100%%"],
  [["%d %d", 10n, Symbol("s")], "10n NaN"],
  [[1, "%s"], "1 %s"],
] as const)("the places of a text are filled: %o", ([values, expected]) => {
  expect(printed((console) => console.log(...values))).toEqual([expected]);
});

test("a table has a row for each item and a column for each property", () => {
  const [objects, values, picked, none] = printed((console) => {
    console.table([
      { name: "a", ms: 1.5 },
      { name: "bcd", late: true },
    ]);
    console.table(new Map([["k", 1]]));
    console.table([{ a: 1, b: 2 }], ["b"]);
    console.table("text");
  });
  expect(objects).toBe(
    [
      "(index) │ name  │ ms  │ late",
      "────────┼───────┼─────┼─────",
      '0       │ "a"   │ 1.5 │',
      '1       │ "bcd" │     │ true',
    ].join("\n"),
  );
  expect(values).toBe("(index) │ Values\n────────┼───────\nk       │ 1");
  expect(picked).toBe("(index) │ b\n────────┼──\n0       │ 2");
  expect(none).toBe("text");
});

test("long tables are cut", () => {
  const [text = ""] = printed((console) => console.table(Array(1e6).fill("x".repeat(100))));
  expect(text.split("\n")).toHaveLength(23);
  expect(text.length).toBeLessThan(2000);
});

test("groups indent, failed assertions are errors, a trace has the lines of the program", () => {
  const lines = printed((console) => {
    console.assert(true, "not said");
    console.group("outer");
    console.log("a\nb");
    console.group();
    console.warn("c");
    console.groupEnd();
    console.groupEnd();
    console.groupEnd();
    console.assert(false, "%s is odd", 2);
    console.trace("here");
  });
  expect(lines).toEqual([
    "▾ outer",
    "  a\n  b",
    "  ▾ group",
    "warn     c",
    "error Assertion failed: 2 is odd",
    "Trace: here\n  at line 3\n  at line 7",
  ]);
});

test("what is counted and timed is told under its label", () => {
  vi.spyOn(performance, "now").mockReturnValueOnce(10).mockReturnValueOnce(12.5).mockReturnValueOnce(40);
  const lines = printed((console) => {
    console.count();
    console.count("x");
    console.count("x");
    console.countReset("x");
    console.count("x");
    console.time("t");
    console.timeLog("t", "half", 1);
    console.timeEnd("t");
    console.timeEnd("t");
  });
  expect(lines).toEqual([
    "default: 1",
    "x: 1",
    "x: 2",
    "x: 1",
    "t: 2.500 ms half 1",
    "t: 30.000 ms",
    'warn There is no timer "t".',
  ]);
});

test("clear empties the pane, and ends all groups", () => {
  const lines = printed((console) => {
    console.group("outer");
    console.log("before");
    console.clear();
    console.log("after");
  });
  expect(lines).toEqual(["after"]);
  expect(vi.mocked(console.clear)).toHaveBeenCalledOnce();
});
