/**
 * What a closure calls and never changes is asked once, when the closure is made; and callbacks that are only called are handed on
 * as their bodies.
 */
import { drive } from "@preempt/runtime/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Optimizations } from "../../src/shared/optimize.ts";
import { load, transformProgram } from "../kit/harness.ts";
import { suspensions } from "../kit/suspensions.ts";

function emitted(code: string, optimize: Optimizations = {}): string {
  return transformProgram({ code, extension: "js" }, { optimize, module: true }).code.replace(/\s+/g, " ");
}

const slow = "/** @preempt */ function slow(x) { for (let i = 0; i < 2; i++) x++; return x; }";

const holding: Readonly<Record<string, string>> = {
  "a parameter of a function around": "const make = (f) => /** @preempt */ (x) => f(x);",
  "a parameter of a preemptable one": `${slow} /** @preempt */ const make = (f, n) => { slow(n); return /** @preempt */ (x) => f(x); };`,
  "a parameter with a default": "function make(f = null) { return { run: /** @preempt */ (x) => f(x) }; }",
  "a constant before it":
    "const make = (f) => { const g = f.g; if (g) return /** @preempt */ function (x) { return g(x) + 1; }; };",
  "a constant of its case":
    "const make = (k, fs) => { switch (k) { case 0: const f = fs[0]; return { run: /** @preempt */ (x) => f(x) }; } };",
  "a constant, in a function between":
    "const make = (fs) => { const f = fs[0]; return () => { const h = /** @preempt */ (x) => f(x); return h; }; };",
  "what a function inside of it calls":
    "const make = (f) => /** @preempt */ (x) => { const inner = /** @preempt */ (y) => f(y); return inner(x); };",
  "a declared function": "function make(f) { return inner; /** @preempt */ function inner(x) { return f(x); } }",
};

describe("a closure holds", () => {
  for (const [name, code] of Object.entries(holding))
    test(name, () => {
      expect(emitted(code)).toMatch(/\$held\((f|g), 0, "(f|g)"\)/);
      expect(emitted(code, { directCallbacks: false })).not.toContain("held");
    });
});

const asking: Readonly<Record<string, string>> = {
  "a variable that changes": "const make = (f) => { const h = /** @preempt */ (x) => f(x); f = null; return h; };",
  "one that `arguments` may change":
    "function make(f) { arguments[0] = 1; const h = /** @preempt */ (x) => f(x); return h; }",
  "a constant behind it": "const make = () => { const h = /** @preempt */ (x) => f(x); const f = h.f; return h; };",
  "a constant, where functions are declared":
    "const make = (fs) => { const f = fs[0]; return inner; /** @preempt */ function inner(x) { return f(x); } };",
  "a constant of another case":
    "const make = (k, fs) => { switch (k) { case 0: const f = fs[0]; case 1: return [/** @preempt */ (x) => f(x)]; } };",
  "a callback that is called at once": "const make = (xs, f) => each(xs, /** @preempt */ (x) => f(x));",
  "a parameter's own default": "const make = (f, h = /** @preempt */ (x) => f(x)) => [h];",
  "a parameter of its own": "const make = () => [/** @preempt */ (f, x) => f(x)];",
  "what the file declares": `${slow} const g = slow; const make = () => [/** @preempt */ (x) => g(x)];`,
  "what is called with a list": "const make = (f) => [/** @preempt */ (xs) => f(...xs)];",
  "what is called if it is there": "const make = (f) => [/** @preempt */ (x) => f?.(x)];",
};

describe("a closure does not hold", () => {
  for (const [name, code] of Object.entries(asking)) test(name, () => expect(emitted(code)).not.toContain("$held("));
});

const pair = "const pair = (f, g) => /** @preempt */ (x, then) => f(x, /** @preempt */ (y) => g(y, then));";
const leaf = "const leaf = (n) => /** @preempt */ (x, then) => { slow(x); return then(x + n); };";

const bodies: Readonly<Record<string, readonly [code: string, has: readonly string[]]>> = {
  "what is only called and handed on": [
    `${slow} ${pair} ${leaf}`,
    [
      "$held(f, 2, ",
      "$held(g, 2, ",
      "$f($depth + 1, void 0, x, function",
      "f$body, 2, true)",
      "}, 2)",
      "then($depth + 1, void 0, x + n)",
    ],
  ],
  "what is handed on by names": [
    `${slow} ${leaf} const many = (f) => { return again; /** @preempt */ function again(x, then) { return f(x, /** @preempt */ (y) => (y > 9 ? then(y) : again(y, then))); } };`,
    ["again$resumable($depth + 1, void 0, y, then)", "completed(again$resumable(0, this, $0, $handed($1)))"],
  ],
  "what is no body where it comes from": [
    `${slow} ${leaf} const many = (f, other) => { return again; /** @preempt */ function again(x, then) { return f(x, /** @preempt */ (y) => (y > 9 ? then(y) : again(y, other))); } };`,
    ["again$resumable($depth + 1, void 0, y, $handed(other))"],
  ],
  "what is not preemptable": [
    `${slow} ${leaf} const top = leaf(1); /** @preempt */ function run(x) { return top(x, (y) => y); }`,
    ['($top || ($top = $held(top, 2, "top")))($depth + 1, void 0, x, ($depth_1, $this_1, y) => y)'],
  ],
};

describe("a body is", () => {
  for (const [name, [code, has]] of Object.entries(bodies))
    test(name, () => {
      for (const text of has) expect(emitted(code)).toContain(text);
    });
});

const functions: Readonly<Record<string, string>> = {
  "a callback that somebody looks at": "(x, then) => { slow(x); if (then) return then(x); }",
  "one that is kept": "(x, then) => { kept.push(then); return then(x); }",
  "one that changes": "(x, then) => { if (x > 9) then = slow; return then(x); }",
  "one that a plain function calls": "(x, then) => [x].map((y) => then(y))",
  "one that is called with a list": "(x, then) => then(...x)",
  "one that is called if it is there": "(x, then) => then?.(x)",
  "one that a new object gets": "(x, then) => ({ then, x: then(x) })",
  "one that makes objects": "(x, then) => [new then(), then(x)]",
  "one that a default uses": "(x, then, y = then(x)) => then(y)",
  "one that is handed to somebody who is not held": "(x, then) => slow(then(x), then)",
};

describe("a callback stays a function:", () => {
  for (const [name, f] of Object.entries(functions))
    test(name, () => {
      const code = `${slow} const kept = []; const leaf = () => /** @preempt */ ${f}; ${pair}`;
      expect(emitted(code)).not.toMatch(/attachDirect\(.*const pair/);
    });

  test("where its function is called with a list", () => {
    const rec = (args: string) =>
      `${slow} ${pair} const make = (next) => { return rec; /** @preempt */ function rec(x, then) { return x > 9 ? then(x) : rec(${args}); } };`;
    expect(emitted(rec("slow(x), then"))).toContain("attachDirect(rec,");
    expect(emitted(rec("...next"))).not.toContain("attachDirect(rec,");
  });

  test("where nobody hands on what is written out", () => {
    expect(emitted(`${slow} ${leaf}`)).not.toContain("attachDirect");
  });

  test("where nobody takes it", () => {
    const code = "const call = (f) => /** @preempt */ (x) => f(x, /** @preempt */ (y) => f(y));";
    expect(emitted(code)).toMatch(/\$held\(f, 0, .*attachPlain\(.*\(y\) => f\(y\)/);
  });
});

/** Parsers that look for a text: what they are made of, as text and as what they do. */
type Parser = { readonly text: string; readonly weight: number };

const primitives: readonly Parser[] = [
  { text: 'char("a")', weight: 1 },
  { text: 'char("b")', weight: 1 },
  { text: "any", weight: 1 },
  { text: "lasting", weight: 1 },
  { text: "plain", weight: 1 },
  { text: "keeping", weight: 1 },
  { text: "object.m", weight: 1 },
  { text: "bound", weight: 1 },
];

const parser = fc.letrec<{ parser: string }>((tie) => ({
  parser: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.constantFrom(...primitives.map(({ text }) => text)),
    fc.tuple(tie("parser"), tie("parser")).map(([a, b]) => `seq(${a}, ${b})`),
    fc.tuple(tie("parser"), tie("parser")).map(([a, b]) => `or(${a}, ${b})`),
    tie("parser").map((a) => `many(${a})`),
    tie("parser").map((a) => `twice(${a})`),
    tie("parser").map((a) => `plainly(${a})`),
  ),
})).parser;

const parsers = `
  const seen = [];
  const char = (c) => /** @preempt */ (text, at, rest) => (text[at] === c ? rest(at + 1) : -1);
  const any = /** @preempt */ (text, at, rest) => { for (let i = 0; i < 1; i++) if (at >= text.length) return -1; return rest(at + 1); };
  const seq = (first, second) => /** @preempt */ (text, at, rest) => first(text, at, /** @preempt */ (next) => second(text, next, rest));
  const or = (first, second) => /** @preempt */ (text, at, rest) => { const end = first(text, at, rest); return end >= 0 ? end : second(text, at, rest); };
  const many = (inner) => { return match; /** @preempt */ function match(text, at, rest) { const end = inner(text, at, /** @preempt */ (next) => (next > at ? match(text, next, rest) : -1)); return end >= 0 ? end : rest(at); } };
  const twice = (inner) => /** @preempt */ (text, at, rest) => Math.max(inner(text, at, rest), inner(text, at, rest));
  const plainly = (inner) => (text, at, rest) => inner(text, at, (next) => rest(next));
  /** @preempt */ function lasting(text, at, rest) { for (let i = 0; i < 2; i++) log(at); return at < text.length ? rest(at + 1) : -1; }
  function plain(text, at, rest) { return at < text.length ? rest(at + 1) : -1; }
  const keeping = (text, at, rest) => { if (!seen.includes(rest)) seen.push(rest); return rest(at); };
  const object = { /** @preempt */ m(text, at, rest) { const end = rest(at); log(this === undefined); return end; } };
  const bound = plain.bind(null);`;

describe("parsers made of closures", () => {
  test("find what they found, however often they are suspended", () => {
    fc.assert(
      fc.property(parser, fc.stringMatching(/^[abc]{0,5}$/), fc.constantFrom(0, 1, 2, 5), (made, text, budget) => {
        const code = `${parsers}
          const grammar = ${made};
          /** @preempt */ function main(text) { const own = /** @preempt */ (end) => { for (let i = 0; i < 1; i++) log("end", end); return end === text.length ? end : -1; };
            return [grammar(text, 0, (end) => end), grammar(text, 0, own), grammar(text, 0, own), seen.length, seen.indexOf(own), seen.every((f) => typeof f === "function" && f.length === 1)]; }`;
        const program = { code, extension: "js" } as const;
        const original = load(program, code);
        const expected = original.main(text);
        const emittedCode = transformProgram(program).code;
        const plainly = load(program, emittedCode);
        expect(plainly.main(text)).toEqual(expected);
        expect(plainly.log).toEqual(original.log);
        const driven = load(program, emittedCode);
        expect(drive(driven.main, { args: [text], budget }).value).toEqual(expected);
        expect(driven.log).toEqual(original.log);
      }),
      { numRuns: 150 },
    );
  });

  test("go as deep as they are long, whoever takes functions in between", () => {
    const code = `${parsers} const ways = [many(lasting), many(seq(any, lasting)), many(seq(or(char("b"), any), object.m)), many(or(char("b"), lasting))];
      /** @preempt */ function main(n) { return ways.map((p) => p("a".repeat(n), 0, (end) => end)); }`;
    const { main } = load({ code, extension: "js" }, transformProgram({ code, extension: "js" }).code);
    for (const budget of [7, 1e6])
      expect(drive(main, { args: [20_000], budget }).value).toEqual([20_000, 20_000, 20_000, 20_000]);
  });

  test("are suspended as often as if they asked", () => {
    const code = `${parsers} const grammar = many(or(seq(char("a"), char("b")), many(seq(any, lasting))));
      /** @preempt */ function main(n) { return grammar("abababcc".repeat(n), 0, (end) => end); }`;
    for (const budget of [0, 1, 7, 30])
      expect(suspensions(code, 4, budget)).toBe(suspensions(code, 4, budget, { directCallbacks: false }));
  });
});
