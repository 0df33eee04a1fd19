/** `Array.from`, `groupBy`, and `forEach` of maps and sets do what the engine's own do. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Log, logged, sameAsNative } from "./compare.ts";
import { cook, recipe } from "./subjects.ts";

const seed = 20191203;

/** An iterable that tells what is asked of it. */
function iterable(count: number, log: Log, flaw: string): Iterable<number> {
  let n = 0;
  const iterator = {
    next(...args: unknown[]) {
      log("next", ...args);
      if (flaw === "next throws" && n === 2) throw new Error("next");
      if (flaw === "no object" && n === 1) return 5;
      return logged({ done: n >= count, value: n++ }, log, "result ");
    },
    return(...args: unknown[]) {
      log("return", ...args);
      if (flaw === "return throws") throw new Error("return");
      return flaw === "return gives no object" ? 5 : {};
    },
  };
  const method = () => {
    log("iterator");
    return flaw === "no iterator" ? 5 : logged(iterator, log, "iterator ");
  };
  return {
    [Symbol.iterator]: flaw === "not callable" ? 7 : flaw === "null" ? null : method,
    length: 2,
    0: "like",
    1: "an array",
  } as never;
}

const flaw = fc.constantFrom(
  "",
  "",
  "next throws",
  "no object",
  "return throws",
  "return gives no object",
  "no iterator",
  "not callable",
  "null",
);
const makers = {
  Array: () => Array,
  nothing: () => undefined,
  constructor: (log: Log) =>
    function Made(this: object, ...args: unknown[]) {
      log("construct", ...args);
      return logged(this, log, "made ");
    },
  "read-only length": () =>
    function Made(this: object) {
      Object.defineProperty(this, "length", { value: 0 });
    },
  "read-only element": () =>
    function Made(this: object) {
      Object.defineProperty(this, 1, { value: 0 });
    },
  "an arrow function": () => () => 0,
  Uint8Array: () => Uint8Array,
} as Record<string, (log: Log) => unknown>;

test("Array.from: iterables with every flaw, array-likes, constructors; iterators are closed when theirs are", () => {
  let preemptions = 0;
  fc.assert(
    fc.property(
      fc.nat({ max: 6 }),
      flaw,
      fc.constantFrom(...Object.keys(makers)),
      fc.nat({ max: 8 }),
      (count, flaw, maker, failAt) => {
        preemptions += sameAsNative(Array.from, (log) => {
          const mapper = function (this: unknown, ...args: unknown[]) {
            log("mapper", this, ...args);
            if (args[1] === failAt) throw new Error("mapper");
            return args[0];
          };
          return {
            self: (makers[maker] as (log: Log) => unknown)(log),
            args: [iterable(count, log, flaw), mapper, "this"],
            after: 0,
          };
        });
      },
    ),
    { numRuns: 400, seed },
  );
  fc.assert(
    fc.property(recipe, (given) => {
      preemptions += sameAsNative(Array.from, (log) => {
        const { self, callback } = cook(given, log);
        return { self: Array, args: [self, callback], after: self };
      });
    }),
    { numRuns: 200, seed },
  );
  expect(preemptions).toBeGreaterThan(1000);
  for (const items of [undefined, null, 5, "a😀", Symbol.iterator]) {
    sameAsNative(Array.from, (log) => ({ self: Array, args: [items, (...a: unknown[]) => log(...a)], after: 0 }));
  }
});

test("groupBy of Object and Map: keys of every kind, -0, iterators that are closed", () => {
  let preemptions = 0;
  const keys = [
    0,
    -0,
    "0",
    "__proto__",
    Symbol.iterator,
    { toString: () => "key" },
    null,
    Number.NaN,
    { toString: () => Math.max },
  ];
  for (const native of [Object.groupBy, Map.groupBy]) {
    fc.assert(
      fc.property(
        fc.nat({ max: 6 }),
        flaw,
        fc.array(fc.constantFrom(...keys), { minLength: 1 }),
        fc.nat({ max: 20 }),
        (count, flaw, script, failAt) => {
          preemptions += sameAsNative(native, (log) => {
            const callback = (...args: unknown[]) => {
              log(...args);
              if (args[1] === failAt) throw new Error("callback");
              return script[(args[1] as number) % script.length];
            };
            return { self: undefined, args: [iterable(count, log, flaw), callback], after: 0 };
          });
        },
      ),
      { numRuns: 150, seed },
    );
  }
  expect(preemptions).toBeGreaterThan(1000);
});

test("forEach of maps and sets sees what is added, deleted and cleared meanwhile", () => {
  let preemptions = 0;
  const action = fc.record({
    do: fc.constantFrom("add", "delete", "clear", "nothing", "nothing"),
    key: fc.nat({ max: 9 }),
  });
  for (const isMap of [true, false]) {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 9 }), { maxLength: 6 }),
        fc.array(action, { maxLength: 8 }),
        (keys, actions) => {
          preemptions += sameAsNative(isMap ? Map.prototype.forEach : Set.prototype.forEach, (log) => {
            const map = new Map(keys.map((k) => [k, `v${k}`]));
            const set = new Set(keys);
            const self: Map<number, string> | Set<number> = isMap ? map : set;
            let n = 0;
            const callback = function (this: unknown, ...args: unknown[]) {
              log(this, args[0], args[1], args[2] === self);
              const next = actions[n++];
              if (next?.do === "add") isMap ? map.set(next.key, "new") : set.add(next.key);
              if (next?.do === "delete") self.delete(next.key);
              if (next?.do === "clear") self.clear();
            };
            return { self, args: [callback, "this"] };
          });
        },
      ),
      { numRuns: 200, seed },
    );
  }
  expect(preemptions).toBeGreaterThan(1000);
  for (const self of [undefined, {}, new Map(), new Set([1]), new Proxy(new Map([[1, 2]]), {})]) {
    for (const native of [Map.prototype.forEach, Set.prototype.forEach]) {
      sameAsNative(native, (log) => ({ self, args: [(...a: unknown[]) => log(...a)] }));
    }
  }
});
