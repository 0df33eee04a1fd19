/** `replace`, `replaceAll` and `RegExp.prototype[Symbol.replace]` with a function do what the engine's own do. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Log, logged, sameAsNative } from "./compare.ts";

const seed = 20191203;
const text = fc.string({ unit: fc.constantFrom("a", "b", "ab", "😀", "\ud83d", "$", "\n"), maxLength: 12 });
const sources = ["a", "(a)|(b)", "(?<first>a)(?<second>b)?", "", "(?:)", "a*", "[^]", "^.", "b$", "\ud83d", "(x)?a"];
const flags = ["", "g", "gu", "gy", "y", "i", "giv", "gs"];

function replacer(log: Log, failAt: number) {
  let n = 0;
  return function (this: unknown, ...args: unknown[]): unknown {
    log(this === undefined, ...args);
    if (n++ === failAt) throw new Error("thrown");
    return [`<${n}>`, undefined, n, "$&", null][n % 5];
  };
}

test("regular expressions of every kind, with their lastIndex", () => {
  let preemptions = 0;
  fc.assert(
    fc.property(
      text,
      fc.constantFrom(...sources),
      fc.constantFrom(...flags),
      fc.nat({ max: 9 }),
      fc.nat({ max: 3 }),
      fc.constantFrom("replace", "replaceAll", "symbol", "proxy", "subclass", "own exec"),
      (string, source, flags, failAt, lastIndex, way) => {
        // V8's own never ends where it asks for `unicode` only.
        if (way === "subclass" && flags.includes("v")) return;
        const native =
          way === "symbol"
            ? RegExp.prototype[Symbol.replace]
            : way === "replaceAll"
              ? String.prototype.replaceAll
              : String.prototype.replace;
        preemptions += sameAsNative(native, (log) => {
          class Sub extends RegExp {
            override exec(s: string) {
              log("exec", s, this.lastIndex);
              return super.exec(s);
            }
          }
          const plain = way === "subclass" ? new Sub(source, flags) : new RegExp(source, flags);
          plain.lastIndex = lastIndex;
          if (way === "own exec") {
            let rounds = 0;
            plain.exec = () =>
              rounds++ < 3
                ? (logged(
                    { length: 2, index: rounds * 1.5, 0: "ab", 1: 5, groups: rounds === 2 ? { g: 1 } : undefined },
                    log,
                    "match ",
                  ) as never)
                : null;
          }
          const bound = way === "proxy" ? logged(plain, log) : plain;
          const callback = replacer(log, failAt);
          return way === "symbol"
            ? { self: plain, args: [string, callback] }
            : { self: string, args: [bound, callback], after: plain };
        });
      },
    ),
    { numRuns: 1500, seed },
  );
  expect(preemptions).toBeGreaterThan(1000);
});

test("strings that are sought, and things that are turned into strings", () => {
  let preemptions = 0;
  fc.assert(
    fc.property(
      text,
      fc.constantFrom("a", "", "ab", "😀", "zz"),
      fc.nat({ max: 9 }),
      fc.boolean(),
      (string, sought, failAt, all) => {
        preemptions += sameAsNative(all ? String.prototype.replaceAll : String.prototype.replace, (log) => ({
          self: string,
          args: [sought, replacer(log, failAt)],
        }));
      },
    ),
    { numRuns: 400, seed },
  );
  expect(preemptions).toBeGreaterThan(500);
  const odd = (log: Log, name: string) => ({
    toString() {
      log("toString", name);
      return "a";
    },
  });
  for (const native of [String.prototype.replace, String.prototype.replaceAll]) {
    sameAsNative(native, (log) => ({ self: odd(log, "this"), args: [odd(log, "sought"), replacer(log, 9)], after: 0 }));
    sameAsNative(native, (log) => ({ self: "aa", args: ["a", () => odd(log, "replacement")] }));
    sameAsNative(native, () => ({ self: "aa", args: ["a", () => Symbol("no string")] }));
    for (const self of [undefined, null, 515]) {
      for (const sought of [undefined, null, 5, true])
        sameAsNative(native, (log) => ({ self, args: [sought, replacer(log, 9)] }));
    }
    for (const [key, value] of [
      [Symbol.replace, 5],
      [Symbol.match, true],
      [Symbol.replace, null],
    ] as const) {
      sameAsNative(native, (log) => ({
        self: "aba",
        args: [
          {
            [key]: value,
            toString: () => "a",
            get flags() {
              log("flags");
              return undefined;
            },
          },
          replacer(log, 9),
        ],
      }));
    }
  }
});
