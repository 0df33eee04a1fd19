import { expect, test } from "vitest";
import { show } from "../../src/playground/show.ts";

const circle: unknown[] = [];
circle.push(circle);

test.for([
  ["text", "text"],
  [["a", 1, null], '["a", 1, null]'],
  [{ a: { b: { c: 1 } } }, "{ a: { b: {…} } }"],
  [new Map([["k", 1]]), 'Map { "k" => 1 }'],
  [new Set(), "Set {}"],
  [new Uint8Array([1, 2]), "[1, 2]"],
  [new TypeError("no"), "TypeError: no"],
  [10n, "10n"],
  [undefined, "undefined"],
  [Symbol("s"), "Symbol(s)"],
  [function named() {}, "function named"],
  [circle, "[[[…]]]"],
  [Object.create(null), "{}"],
] as const)("%o is shown in one short line", ([value, expected]) => {
  expect(show(value)).toBe(expected);
});

test("a value that throws when it is looked at is shown as that", () => {
  const trap = Object.defineProperty({}, "x", {
    enumerable: true,
    get() {
      throw new Error("no");
    },
  });
  expect(show(trap)).toBe("(a value that cannot be shown)");
});

test("long lists are cut", () => {
  expect(show(Array(1e6).fill(0)).length).toBeLessThan(100);
});
