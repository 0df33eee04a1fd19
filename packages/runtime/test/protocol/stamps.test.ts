/** What is written down on functions: nobody sees it, and nobody else has it. */
import { expect, test } from "vitest";
import { createStamp } from "../../src/protocol/entry.ts";

test("a mark may be set again, and on a frozen function", () => {
  const stamp = createStamp<number>();
  const f = Object.freeze(() => {});
  stamp.put(f, 1);
  expect(stamp.of(f)).toBe(1);
  stamp.put(f, 2);
  expect(stamp.of(f)).toBe(2);
});

test("each kind is one of its own; who inherits from a marked function has none, and a proxy is not asked", () => {
  const [one, other] = [createStamp<number>(), createStamp<number>()];
  class Base {}
  class Derived extends Base {}
  one.put(Base, 1);
  expect([one.of(Base), other.of(Base), one.of(Derived)]).toEqual([1, undefined, undefined]);
  const asked: PropertyKey[] = [];
  const proxy = new Proxy(Base, {
    get(_, key) {
      asked.push(key);
    },
    has(_, key) {
      asked.push(key);
      return true;
    },
    defineProperty(_, key) {
      asked.push(key);
      return true;
    },
  });
  expect(one.of(proxy)).toBeUndefined();
  one.put(proxy, 3);
  expect([one.of(proxy), one.of(Base), asked]).toEqual([3, 1, []]);
  expect(Reflect.ownKeys(Base)).toEqual(["length", "name", "prototype"]);
});

test("where the stack ends, the error is the engine's", () => {
  const stamp = createStamp<number>();
  let reached: unknown;
  const deeper = (): void => {
    try {
      stamp.put(() => {}, 1);
      deeper();
    } catch (error) {
      reached ??= error;
    }
  };
  deeper();
  expect(reached).toBeInstanceOf(RangeError);
});
