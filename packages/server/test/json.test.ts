/** JSON in pieces: as JSON.parse and JSON.stringify, for whatever text and value, however small the pieces are. */
import { describe, expect, test } from "vitest";
import { parseInPieces } from "../src/json/json-parse.ts";
import { stringifyInPieces } from "../src/json/json-stringify.ts";

function finish<T>(generator: Generator<undefined, T>): { value: T; points: number } {
  for (let points = 0; ; points++) {
    const { done, value } = generator.next();
    if (done) return { value, points };
  }
}

const pieces = [1, 2, 3, 5, 8, 21, 1000];

type Outcome = { readonly value: unknown } | { readonly error: string };

function outcome(f: () => unknown): Outcome {
  try {
    return { value: f() };
  } catch (error) {
    return { error: (error as Error).name };
  }
}

function expectSameParse(given: string): void {
  // As it comes from the network.
  const text = given.toWellFormed();
  const wanted = outcome(() => JSON.parse(text));
  for (const piece of pieces) {
    const found = outcome(() => finish(parseInPieces(text, { piece, proto: "keep" })).value);
    expect(found, `${text} by ${piece}`).toEqual(wanted);
    // Order of members, and members that equality does not see.
    expect(JSON.stringify(found)).toBe(JSON.stringify(wanted));
  }
}

/** The same numbers each time. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const strings = [
  "",
  "a",
  'q"uote',
  "back\\slash",
  "new\nline",
  "Ünïcödé",
  "😀",
  "[",
  "{",
  "]",
  "}",
  ",",
  ":",
  "\\\\",
  '\\"',
  "\u2028",
];
const keys = [...strings, "__proto__", "constructor", "prototype", "toJSON", "1", "0", "length"];

function randomValue(random: (below: number) => number, depth: number): unknown {
  const kind = random(depth > 0 ? 9 : 6);
  if (kind === 0) return random(2) === 0;
  if (kind === 1) return null;
  if (kind === 2) return [0, -1, 1.5, 1e21, -1e-7, 123456789][random(6)];
  if (kind < 6) return strings[random(strings.length)];
  if (kind < 8) return Array.from({ length: random(5) }, () => randomValue(random, depth - 1));
  const entries = Array.from({ length: random(5) }, () => [keys[random(keys.length)], randomValue(random, depth - 1)]);
  return Object.fromEntries(entries);
}

describe("parsing", () => {
  test("random texts, with and without white space", () => {
    for (let seed = 1; seed <= 400; seed++) {
      const value = randomValue(randomOf(seed), 5);
      expectSameParse(JSON.stringify(value));
      expectSameParse(JSON.stringify(value, undefined, "\t\r\n "));
    }
  });

  test("texts in which something is missing, doubled or another", () => {
    const marks = ["[", "]", "{", "}", ",", ":", '"', "\\", " ", "1", "-", "null", "a", "e", "\u0000", "//"];
    for (let seed = 1; seed <= 1500; seed++) {
      const random = randomOf(seed);
      const text = JSON.stringify(randomValue(random, 4), undefined, random(3) === 0 ? 1 : undefined);
      const at = random(text.length + 1);
      const mark = marks[random(marks.length)] as string;
      expectSameParse(text.slice(0, at) + (random(2) === 0 ? mark : "") + text.slice(at + random(3)));
    }
  });

  test.for([
    "",
    " ",
    "1",
    ' "a" ',
    "[]",
    "[ ]",
    "{}",
    "[,]",
    "[1,]",
    "[,1]",
    "[1,,2]",
    "[[],]",
    "[[] []]",
    "[[]1]",
    "[1[]]",
    "[-[]]",
    "{,}",
    '{"a":1,}',
    '{"a":[],}',
    '{"a"[]}',
    '{"a":[]:1}',
    '{"a":[] "b":1}',
    "{[]:1}",
    "{[]}",
    "[1}",
    "{]",
    "[1],[2]",
    '{"a":1},{"b":2}',
    "[1] 2",
    "1 [2]",
    "[] []",
    "]",
    ",",
    "[",
    '["',
    '["a\\',
    '{"a":{"b":{"c":[1,2,{"d":3}]}},"a":2,"1":0,"0":1}',
    '{"a":[1],"b":2,"a":[3,4,5,6]}',
    '{"__proto__":{"a":1},"b":{"__proto__":[1,2,3,4]}}',
    '[" \u00a0"]',
    "[\u00a0]",
    "\ufeff[1]",
  ])("%s", (text) => {
    // With a mark of its byte order a body is read all the same, as servers do.
    if (text.startsWith("\ufeff")) expect(finish(parseInPieces(text, { piece: 1 })).value).toEqual([1]);
    else expectSameParse(text);
  });

  test("bytes that are no UTF-8 are replaced as everywhere", () => {
    const bytes = Buffer.from([0x5b, 0x22, 0xff, 0xc3, 0x22, 0x2c, 0x22, 0xe2, 0x82, 0x22, 0x5d]);
    for (const piece of pieces)
      expect(finish(parseInPieces(bytes, { piece })).value).toEqual(JSON.parse(bytes.toString()));
  });

  test("members that would be prototypes are refused, wherever they are", () => {
    for (const text of [
      '{"__proto__":1}',
      '{"a":[{"__proto__":{}}]}',
      '{"\\u005f_proto__":1}',
      '[1,{"constructor":{"prototype":{"a":[1,2,3]}}}]',
      '{"constructor":{"b":[1,2,3],"prototype":1}}',
    ])
      for (const piece of pieces) expect(() => finish(parseInPieces(text, { piece }))).toThrow(SyntaxError);
    for (const text of ['{"constructor":1}', '["__proto__"]', '{"a":"__proto__"}', '{"prototype":{}}'])
      for (const piece of pieces) expect(finish(parseInPieces(text, { piece })).value).toEqual(JSON.parse(text));
  });

  test("a large text has points, and many levels cost no more than they are long", () => {
    const text = JSON.stringify(Array.from({ length: 20_000 }, (_, i) => ({ i, text: "some text" })));
    const { value, points } = finish(parseInPieces(text));
    expect(value).toEqual(JSON.parse(text));
    expect(points).toBeGreaterThan(text.length / 65_536 - 1);
    const levels = 200_000;
    let inner = finish(parseInPieces("[".repeat(levels) + "]".repeat(levels))).value as unknown[];
    let depth = 1;
    for (; inner.length > 0; depth++) inner = inner[0] as unknown[];
    expect(depth).toBe(levels);
    expect(() => finish(parseInPieces("[".repeat(levels)))).toThrow(SyntaxError);
  });
});

describe("serialising", () => {
  const textOf = (value: unknown, piece: number) => {
    const parts = finish(stringifyInPieces(value, piece)).value;
    return parts.length === 0 ? undefined : parts.join("");
  };
  const expectSame = (make: () => unknown) => {
    const wanted = outcome(() => JSON.stringify(make()));
    for (const piece of pieces) expect(outcome(() => textOf(make(), piece))).toEqual(wanted);
  };

  test("random values", () => {
    for (let seed = 1; seed <= 600; seed++) expectSame(() => randomValue(randomOf(seed), 5));
  });

  const date = new Date(0);
  const keyed = { toJSON: (key: string) => `key ${key}` };
  const again = { toJSON: () => ({ toJSON: () => "no", a: 1 }) };
  const circle: unknown[] = [1, 2, 3];
  circle.push({ circle });
  test.for<[string, () => unknown]>([
    ["undefined", () => undefined],
    ["a function", () => () => {}],
    ["a symbol", () => Symbol("s")],
    [
      "what has no text, among others",
      () => [undefined, () => {}, Symbol("s"), { a: undefined, b: () => {}, c: 1 }, {}, [[]]],
    ],
    ["only what has no text", () => ({ a: undefined, b: { c: undefined } })],
    ["dates", () => [date, { date }, [[date]]]],
    ["keys given to toJSON", () => [keyed, [keyed, keyed], { a: keyed, b: [1, keyed] }]],
    ["what toJSON gives is not asked again", () => [again, { again }, again]],
    [
      "functions with toJSON",
      () => [
        Object.assign(() => {}, { toJSON: () => "f" }),
        { a: Object.assign(() => {}, { toJSON: () => [1, 2, 3] }) },
      ],
    ],
    ["toJSON that gives nothing", () => [{ toJSON() {} }, { a: { toJSON() {} }, b: 1 }]],
    ["toJSON at the root", () => ({ toJSON: (key: string) => ({ key, list: [1, 2, 3, 4] }) })],
    ["boxes", () => [new String("text"), new Number(5), new Boolean(false), Object(Symbol("s"))]],
    ["a long box", () => ({ a: new String("a long text that does not fit") })],
    ["a BigInt", () => [1, 2, { a: 5n }]],
    ["a circle", () => circle],
    [
      "the same twice",
      () => {
        const a = [1, 2, 3, 4, 5];
        return [a, a, { a }];
      },
    ],
    [
      "maps, sets, typed arrays, buffers",
      () => [new Map([[1, 2]]), new Set([1]), new Uint8Array([1, 2, 3]), Buffer.from("abc")],
    ],
    [
      "inherited members",
      () => Object.create({ inherited: 1 }, { own: { value: 2, enumerable: true }, hidden: { value: 3 } }),
    ],
    ["lists with holes and names", () => Object.assign([1], { 3: 2, name: 1 })],
    ["no numbers", () => [Number.NaN, Infinity, -0]],
    ["lone surrogates", () => ["\ud800", { "\udc00": "\u2028" }]],
    ["names that sort", () => ({ b: [1, 2, 3, 4], 1: "one", a: 2, 0: "zero" })],
    [
      "a toJSON that throws",
      () => [
        1,
        {
          toJSON() {
            throw new RangeError("no");
          },
        },
      ],
    ],
  ])("%s", ([, make]) => expectSame(make));

  test("a buffer inside is not asked for its names, but for its text", () => {
    const value = { a: { b: [Buffer.alloc(50_000, 1)] } };
    const { value: parts, points } = finish(stringifyInPieces(value));
    expect(parts.join("")).toBe(JSON.stringify(value));
    expect(points).toBeGreaterThan(2);
  });

  test("a large value has points", () => {
    const value = { rows: Array.from({ length: 20_000 }, (_, i) => ({ i, text: "some text" })) };
    const { value: parts, points } = finish(stringifyInPieces(value));
    expect(parts.join("")).toBe(JSON.stringify(value));
    expect(points).toBeGreaterThan(8);
  });
});
