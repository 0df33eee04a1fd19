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
  [Object.assign(new TypeError("no"), { message: "" }), "TypeError"],
  [[-0, 0], "[-0, 0]"],
  [Promise.resolve(), "Promise {}"],
  [
    new (class x {
      a = 1;
      get [Symbol.toStringTag]() {
        return "Job";
      }
    })(),
    "Job { a: 1 }",
  ],
  [new Date(0), "1970-01-01T00:00:00.000Z"],
  [new Date(Number.NaN), "Invalid Date"],
  [/a+/g, "/a+/g"],
  [[new URL("https://a.example/b")], "[https://a.example/b]"],
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

test("of large values no more is read than is shown, and it is said that there is more", () => {
  let read = 0;
  const count = (value: number) => {
    read++;
    return value;
  };
  const countless = new Proxy([] as number[], {
    get: (list, key) =>
      key === "length" ? 1e9 : typeof key === "string" ? count(Number(key)) : Reflect.get(list, key),
  });
  expect(show(countless)).toMatch(/^\[0, 1, .*, 19, …\]$/);
  expect(read).toBeLessThan(25);

  const map = new (class extends Map<number, number> {
    override *[Symbol.iterator](): MapIterator<[number, number]> {
      for (let i = 0; ; i++) yield [count(i), i];
    }
  })();
  expect(show(map)).toMatch(/^Map \{ 0 => 0, .*, 19 => 19, … \}$/);
  const set = new Set(Array.from({ length: 21 }, (_, i) => i));
  expect(show(set)).toMatch(/^Set \{ 0, .*, 19, … \}$/);

  const object = Object.defineProperties(
    {},
    Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`k${i}`, { enumerable: true, get: () => count(i) }])),
  );
  read = 0;
  expect(show(object)).toMatch(/^\{ k0: 0, .*, k19: 19, … \}$/);
  expect(read).toBe(21);
  expect(show(["x".repeat(1e6)]).length).toBeLessThan(3000);
});
