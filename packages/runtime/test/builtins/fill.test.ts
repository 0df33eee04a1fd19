/** The counterpart of `fill` does what the engine's own does, a stretch at a time. */
import { drive } from "@preempt/runtime/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sameAsNative } from "./compare.ts";

type Filled = Float64Array<ArrayBuffer>;
const { prototype } = Object.getPrototypeOf(Int8Array) as { readonly prototype: Filled };
const constructors = [Uint8Array, Uint8ClampedArray, Int16Array, Float32Array, Float64Array, BigInt64Array] as const;

const value = fc.oneof(
  fc.double(),
  fc.integer({ min: -300, max: 300 }),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
  fc.constantFrom<unknown>(undefined, null, "7", -0, Symbol.iterator),
);
const index = fc.oneof(
  fc.integer({ min: -10_000, max: 10_000 }),
  fc.double(),
  fc.constantFrom<unknown>(
    undefined,
    null,
    "5",
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NaN,
    4096.9,
  ),
);

test("any typed array is filled from anywhere to anywhere, with what may be converted, and refuses what may not", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...constructors),
      fc.constantFrom(0, 10, 4096, 4097, 9000),
      value,
      fc.array(index, { maxLength: 2 }),
      (Made, length, filling, range) => {
        sameAsNative(prototype.fill as never, () => ({ self: new Made(length), args: [filling, ...range] }));
      },
    ),
    { numRuns: 40, seed: 20191203, endOnFailure: true },
  );
});

test("conversions run code once, before anything is filled", () => {
  sameAsNative(prototype.fill as never, (log) => {
    const self = new Float64Array(5000);
    const logged = (name: string, number: number) => ({
      valueOf() {
        log(name, self[0]);
        return number;
      },
    });
    return { self, args: [logged("value", 5), logged("start", 3), logged("end", 4990)] };
  });
});

test("what is no typed array is refused as ever", () => {
  for (const self of [[], {}, undefined, 5, new DataView(new ArrayBuffer(8))])
    sameAsNative(prototype.fill as never, () => ({ self, args: [1] }));
});

const fill = (array: Filled, budget: number, onPreempt: (preemptions: number) => void = () => {}) =>
  drive(prototype.fill, { thisArg: array, args: [1], budget, onPreempt } as never);

test("each 4,096 elements are a stretch of 256 points", () => {
  expect(fill(new Float64Array(4096 * 10), 255).preemptions).toBe(10);
  expect(fill(new Float64Array(4096 * 10), 10 * 256).preemptions).toBe(0);
  expect(fill(new Float64Array(4096), 0).preemptions).toBe(0);
});

test("others may see what is filled so far, and take the rest away: then nothing is written, and nothing thrown", () => {
  const seen: number[] = [];
  const array = new Float64Array(4 * 4096);
  fill(array, 0, () => seen.push(array.lastIndexOf(1) + 1));
  expect(seen).toEqual([0, 4096, 2 * 4096, 3 * 4096]);

  const resizable = new Float64Array(new ArrayBuffer(8 * 4 * 4096, { maxByteLength: 8 * 5 * 4096 }));
  fill(resizable, 0, (preemptions) => {
    if (preemptions === 2) resizable.buffer.resize(8 * 5000);
    if (preemptions === 3) resizable.buffer.resize(8 * 5 * 4096);
  });
  const isFilled = (i: number) => i < 5000 || (i >= 2 * 4096 && i < 4 * 4096);
  expect(resizable.every((x, i) => x === (isFilled(i) ? 1 : 0))).toBe(true);

  const detached = new Float64Array(4 * 4096);
  fill(detached, 0, (preemptions) => {
    if (preemptions === 2) detached.buffer.transfer();
  });
  expect(detached.length).toBe(0);
});
