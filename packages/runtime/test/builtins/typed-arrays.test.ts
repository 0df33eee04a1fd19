/** The counterparts of typed array methods do what the engine's own do. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Log, sameAsNative } from "./compare.ts";

const seed = 20191203;
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
  "sort",
  "toSorted",
] as const;
const TypedArray = Object.getPrototypeOf(Int8Array) as { prototype: Record<string, unknown>; from: unknown };
const constructors = [Uint8Array, Float64Array, Int16Array, Uint8ClampedArray] as const;

/** What a callback does at its nth call. */
const script = fc.array(
  fc.constantFrom<unknown>(
    0,
    1,
    -1,
    true,
    300,
    Number.NaN,
    "7",
    "grow",
    "shrink",
    "detach",
    "write",
    "throw",
    1.5,
    0,
    1,
  ),
  { maxLength: 8 },
);

interface Given {
  readonly numbers: readonly number[];
  readonly kind: number;
  readonly script: readonly unknown[];
  readonly species: string;
}

const given: fc.Arbitrary<Given> = fc.record({
  numbers: fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 9 }),
  kind: fc.nat({ max: constructors.length - 1 }),
  script,
  species: fc.constantFrom("", "", "other", "short", "bigint", "no array", "not constructor"),
});

function cook({ numbers, kind, script, species }: Given, log: Log) {
  const Made = constructors[kind] as typeof Float64Array;
  const size = numbers.length * Made.BYTES_PER_ELEMENT;
  const buffer = new ArrayBuffer(size, { maxByteLength: size + 64 });
  const self = new Made(buffer);
  self.set(numbers);
  const made: Record<string, unknown> = {
    other: Int16Array,
    short: function Short() {
      log("construct");
      return new Uint8Array(1);
    },
    bigint: BigInt64Array,
    "no array": Array,
    "not constructor": 5,
  };
  if (species !== "") (self as unknown as { constructor: unknown }).constructor = { [Symbol.species]: made[species] };
  let n = 0;
  const callback = function (this: unknown, ...args: unknown[]): unknown {
    log(this, ...args.map((a) => (a === self ? "receiver" : a)));
    const next = script[n++ % Math.max(1, script.length)];
    if (next === "throw") throw new Error("thrown");
    if (next === "grow" && !buffer.detached) buffer.resize(size + 16);
    if (next === "shrink" && !buffer.detached) buffer.resize(Math.min(size, 8));
    if (next === "detach" && n > 2) structuredClone(buffer, { transfer: [buffer] });
    if (next === "write") self[1] = 99;
    return typeof next === "string" && next !== "7" ? 1 : next;
  };
  return { self, callback };
}

for (const name of names) {
  test(`${name}: every kind, species, buffers that grow, shrink and go away`, () => {
    let preemptions = 0;
    fc.assert(
      fc.property(given, fc.constantFrom(0, 1), (subject, more) => {
        preemptions += sameAsNative(TypedArray.prototype[name], (log) => {
          const { self, callback } = cook(subject, log);
          return { self, args: [callback, ...[5].slice(0, more)] };
        });
      }),
      { numRuns: 250, seed },
    );
    expect(preemptions).toBeGreaterThan(500);
  });
}

test("from: iterables, array-likes, and constructors that make what is too short", () => {
  const callback =
    (log: Log) =>
    (...args: unknown[]) => {
      log(...args);
      return (args[0] as number) * 2;
    };
  for (const self of [
    Uint8Array,
    Float64Array,
    BigInt64Array,
    Array,
    undefined,
    Math.max,
    function Short() {
      return new Uint8Array(1);
    },
  ]) {
    for (const items of [
      [1, 2, 3],
      new Set([1, 2, 3]),
      { length: 2, 0: 5 },
      "12",
      undefined,
      { [Symbol.iterator]: 5 },
    ]) {
      sameAsNative(TypedArray.from, (log) => ({ self, args: [items, callback(log), "this"], after: 0 }));
    }
  }
});

test("what is no typed array, or is detached, is refused as ever", () => {
  const detached = new Uint8Array(4);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });
  for (const name of names) {
    for (const self of [
      undefined,
      [1, 2],
      detached,
      new Proxy(new Uint8Array(2), {}),
      new DataView(new ArrayBuffer(2)),
    ]) {
      sameAsNative(TypedArray.prototype[name], (log) => ({ self, args: [(...a: unknown[]) => log(...a)], after: 0 }));
    }
  }
});
