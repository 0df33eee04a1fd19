/** The counterparts of array methods do what the engine's own do. */
import { runInNewContext } from "node:vm";
import { attach } from "@preempt/runtime/abi";
import { drive } from "@preempt/runtime/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { preemptable, sameAsNative, show } from "./compare.ts";
import { cook, recipe } from "./subjects.ts";

const names = [
  "map",
  "filter",
  "forEach",
  "reduce",
  "reduceRight",
  "find",
  "findIndex",
  "findLast",
  "findLastIndex",
  "some",
  "every",
  "flatMap",
  "sort",
  "toSorted",
] as const;

for (const name of names) {
  test(`${name}: any receiver, holes, accessors, species, proxies, callbacks that throw and meddle`, () => {
    const native = Array.prototype[name];
    let preemptions = 0;
    fc.assert(
      fc.property(recipe, fc.constantFrom(0, 1, 2), (given, more) => {
        preemptions += sameAsNative(native, (log) => {
          const { self, callback } = cook(given, log);
          return { self, args: [callback, ...[{ thisArg: 1 }, "unused"].slice(0, more)] };
        });
      }),
      { numRuns: 400, seed: 20191203 },
    );
    expect(preemptions).toBeGreaterThan(1000);
  });
}

test("a receiver of undefined or null, a string, a number, and a length of nonsense", () => {
  const selves = [
    undefined,
    null,
    "abc",
    5,
    true,
    { length: "2", 0: "a", 1: "b" },
    { length: -1 },
    { length: Number.NaN },
  ];
  for (const name of names) {
    for (const self of selves)
      sameAsNative(Array.prototype[name], (log) => ({ self, args: [(...a: unknown[]) => log(...a)] }));
  }
});

test("an array of another realm, and one whose constructor is that realm's Array, make arrays of this realm", () => {
  const foreign = runInNewContext("[1, 2, 3]") as unknown[];
  const own = [1, 2, 3];
  own.constructor = foreign.constructor;
  for (const thisArg of [foreign, own]) {
    for (const name of ["map", "filter", "flatMap"] as const) {
      const args = [preemptable((x: unknown) => x)];
      const { value } = drive(Array.prototype[name], { thisArg, args } as never);
      expect(Object.getPrototypeOf(value)).toBe(Array.prototype);
    }
  }
});

test("there is a preemption point for each element, also where no callback is called or it has none", () => {
  for (const name of names) {
    const self: unknown[] = Array.from({ length: 100 }, () => 1);
    if (!name.startsWith("find")) for (let i = 2; i < 100; i += 2) delete self[i];
    const never = attach(() => undefined as unknown, function* () {
      return name === "every";
    } as never);
    const { preemptions } = drive(Array.prototype[name], { thisArg: self, args: [never], budget: 0 } as never);
    expect([name, preemptions >= 99]).toEqual([name, true]);
  }
});

describe("nobody sees an element of ours on its way", () => {
  const sources = { holes: [1, 2, 3], full: [4, 3, 2, 1] };
  Reflect.deleteProperty(sources.holes, 1);
  const identity = preemptable((x: unknown) => x);
  const calls = [
    () => ["map", sources.holes, identity] as const,
    () => ["filter", sources.full, preemptable(() => true)] as const,
    () => ["flatMap", sources.full, preemptable((x: number) => [x, x])] as const,
    () => ["sort", [...sources.full], preemptable((a: number, b: number) => a - b)] as const,
    () => ["toSorted", sources.full, preemptable((a: number, b: number) => a - b)] as const,
  ];
  const accessor = (see: () => void) => ({ get: () => "inherited", set: see, configurable: true });
  /** Each says what puts it right again. */
  const traps: Readonly<Record<string, (see: () => void) => () => void>> = {
    "an accessor on Array.prototype": (see) => {
      Object.defineProperty(Array.prototype, 1, accessor(see));
      return () => Reflect.deleteProperty(Array.prototype, 1);
    },
    "an accessor on Object.prototype": (see) => {
      Object.defineProperty(Object.prototype, 1, accessor(see));
      return () => Reflect.deleteProperty(Object.prototype, 1);
    },
    "a proxy behind Array.prototype": (see) => {
      const has = (target: object, key: PropertyKey) => {
        if (key === "1") see();
        return Reflect.has(target, key);
      };
      const set = (_: object, key: PropertyKey) => {
        if (key === "1") see();
        return true;
      };
      Object.setPrototypeOf(Array.prototype, new Proxy(Object.prototype, { has, set }));
      return () => Object.setPrototypeOf(Array.prototype, Object.prototype);
    },
  };
  for (const [trap, lay] of Object.entries(traps)) {
    for (const prepare of calls) {
      test(`${prepare()[0]}: ${trap}`, () => {
        const results = [false, true].map((driven) => {
          const [name, self, callback] = prepare();
          const options = { thisArg: self, args: [callback], budget: 0 } as never;
          let seen = 0;
          let isLaid = true;
          const remove = lay(() => {
            if (isLaid) seen++;
          });
          let value: unknown;
          try {
            value = driven
              ? drive(Array.prototype[name], options).value
              : Reflect.apply(Array.prototype[name], self, [callback]);
          } finally {
            isLaid = false;
            remove();
          }
          return `${seen} ${show(value)}`;
        });
        expect(results[1]).toBe(results[0]);
      });
    }
  }
});
