/** `JSON.parse` with a reviver and `JSON.stringify` with a replacer do what the engine's own do. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { logged, sameAsNative } from "./compare.ts";

const numRuns = 300;
const seed = 20191203;

/** What a callback gives back the nth time. */
const answers = fc.array(
  fc.constantFrom("keep", "drop", "null", "replace", "add", "shorten", "throw", "nest", "move", "keep", "keep", "keep"),
  { maxLength: 12 },
);

test("parse: every reviver sees the same holders, keys, values and sources, and may meddle", () => {
  let preemptions = 0;
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), answers, (text, script) => {
      preemptions += sameAsNative(JSON.parse, (log) => {
        let n = 0;
        function reviver(this: Record<string, unknown>, key: string, value: unknown, ...more: unknown[]): unknown {
          log(Object.keys(this).length, key, value, ...more);
          const next = script[n++ % Math.max(1, script.length)];
          if (next === "drop") return undefined;
          if (next === "null") return null;
          if (next === "replace") return { made: [key, 1.5] };
          if (next === "throw" && n > 9) throw new Error("thrown");
          if (next === "add") this[`${key}0`] = "added";
          if (next === "shorten" && Array.isArray(this)) this.length = 1;
          if (next === "nest" && n < 9) for (const k of Object.keys(this)) if (k > key) this[k] = [1, { deep: "2" }];
          if (next === "move") for (const k of Object.keys(this)) if (k > key) this[k] = 7;
          return value;
        }
        return { self: JSON, args: [text, reviver] };
      });
    }),
    { numRuns, seed },
  );
  expect(preemptions).toBeGreaterThan(1000);
});

test("parse: text that is none, text with twice the same key, __proto__, numbers with a source of their own", () => {
  const texts = [
    "",
    "{",
    "[1,]",
    '{"a":1,"a":[2]}',
    '{"__proto__":{"x":1}}',
    "[1.0,1e2,-0,12345678901234567890]",
    "null",
    " 5 ",
  ];
  for (const text of [...texts, undefined, 7, { toString: () => "[1]" }, Symbol("s")]) {
    sameAsNative(JSON.parse, (log) => ({
      self: JSON,
      args: [text, (...a: unknown[]) => (log(...a) as unknown) ?? a[1]],
    }));
  }
});

test("parse: a reviver that puts a proxy into the holder", () => {
  sameAsNative(JSON.parse, (log) => {
    function reviver(this: Record<string, unknown>, key: string, value: unknown): unknown {
      if (key === "a")
        this.b = logged(
          {
            x: [1],
            get y() {
              log("y");
              return 2;
            },
          },
          log,
        );
      if (key === "b") this.c = logged([1, 2], log);
      return value;
    }
    return { self: JSON, args: ['{"a":1,"b":2,"c":3}', reviver] };
  });
});

const value = fc.letrec((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom<unknown>(
      undefined,
      null,
      true,
      'text \u2028"\ud800',
      -0,
      Number.NaN,
      1e21,
      Symbol.iterator,
      Math.max,
    ),
    fc.integer(),
    fc
      .constantFrom<() => unknown>(
        () => new Number(5),
        () => new String("boxed"),
        () => new Boolean(false),
        () => new Date(0),
        () => /x/,
        () => new Map([[1, 2]]),
      )
      .map((make) => make()),
  ),
  node: fc.oneof(
    { depthSize: "small" },
    { weight: 4, arbitrary: tie("leaf") },
    { weight: 2, arbitrary: fc.array(tie("node"), { maxLength: 4 }) },
    {
      weight: 2,
      arbitrary: fc.dictionary(fc.constantFrom("a", "b", "1", "long key", "toString"), tie("node"), { maxKeys: 4 }),
    },
  ),
})).node;

test("stringify: the same text, through toJSON, boxed values, indentation, and replacers that answer anything", () => {
  let preemptions = 0;
  const spaces = [undefined, 0, 2, 99, -1, "\t", "a long indentation", new Number(3), new String("--"), {}, null];
  fc.assert(
    fc.property(value, answers, fc.constantFrom(...spaces), (subject, script, space) => {
      preemptions += sameAsNative(JSON.stringify, (log) => {
        let n = 0;
        function replacer(this: unknown, key: string, value: unknown): unknown {
          log(this, key, value);
          const next = script[n++ % Math.max(1, script.length)];
          if (next === "drop") return undefined;
          if (next === "null") return null;
          if (next === "replace") return new String(key);
          if (next === "throw" && n > 9) throw new Error("thrown");
          if (next === "add" && n < 20) return { toJSON: () => log("never"), value };
          if (next === "nest" && n < 20) return [value, { [key]: value }];
          if (next === "move" && n < 20) return logged({ x: 1, y: [2] }, log);
          if (next === "shorten") return 1n;
          return value;
        }
        const dated = { subject, at: new Date(0), big: { toJSON: (k: string) => log("toJSON", k) } };
        return { self: JSON, args: [dated, replacer, space], after: space };
      });
    }),
    { numRuns, seed },
  );
  expect(preemptions).toBeGreaterThan(1000);
});

test("stringify: proxies, getters that throw, revoked proxies, raw JSON and BigInts", () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const raw = (JSON as unknown as { rawJSON?: (text: string) => unknown }).rawJSON?.("1.50");
  const failing = {
    get x(): never {
      throw new Error("getter");
    },
  };
  const self = (_key: string, value: unknown) => value;
  for (const subject of [proxy, [proxy], raw, [raw], 5n, [Object(5n)], failing, undefined, Math.max, "s"]) {
    sameAsNative(JSON.stringify, () => ({ self: JSON, args: [subject, self], after: 0 }));
  }
  sameAsNative(JSON.stringify, (log) => ({
    self: JSON,
    args: [logged({ a: 1, b: logged([1, logged({}, log)], log) }, log), self, 1],
    after: 0,
  }));
});

test("stringify: a circle is a TypeError", () => {
  const circle: Record<string, unknown> = { a: 1 };
  circle.self = [circle];
  sameAsNative(JSON.stringify, () => ({ self: JSON, args: [circle, (_k: string, v: unknown) => v], after: 0 }));
});
