/** Calls of `JSON.stringify` ask for the counterpart that calls preemptable `toJSON` methods, where there are such. */
import "@preempt/runtime/script";
import { drive } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { noPassing } from "../../src/2-find/passing.ts";
import { type TransformOptions, transform } from "../../src/index.ts";
import { transformFile } from "../../src/pipeline/transform.ts";
import { factsOf } from "../../src/project/passed/file-facts.ts";

const options: TransformOptions = { fileName: "program.js", sourceMap: false };
const loop = "let n = 0; for (let i = 0; i < 100; i++) n += i; return n;";

const asks = (code: string, passing = noPassing) => /\$useToJSON/.test(transformFile(code, options, { passing }).code);

const main = (call: string) => `/** @preempt */ export function main(o, f) { return ${call}; }`;

test("a method, a field, a property, an assigned function and a function of that name are meant", () => {
  for (const declaration of [
    `export class Money { /** @preempt */ toJSON() { ${loop} } }`,
    `export class Money { /** @preempt */ toJSON = () => { ${loop} }; }`,
    `export class Money { /** @preempt */ ["toJSON"]() { ${loop} } }`,
    `export const money = { /** @preempt */ toJSON() { ${loop} } };`,
    `export const money = { /** @preempt */ toJSON: () => { ${loop} } };`,
    `export const money = {}; /** @preempt */ money.toJSON = function () { ${loop} };`,
    `/** @preempt */ function toJSON() { ${loop} } export const money = { toJSON };`,
  ]) {
    for (const call of ["JSON.stringify(o)", "JSON.stringify(o, null, 2)", "JSON.stringify({ o }, f)"])
      expect([declaration, call, asks(declaration + main(call))]).toEqual([declaration, call, true]);
  }
});

test("without one that may be suspended, the engine makes the text", () => {
  for (const declaration of [
    "",
    `export class Money { toJSON() { ${loop} } }`,
    "export class Money { /** @preempt */ toJSON() { return 5; } }",
    `export class Money { /** @preempt */ async toJSON() { ${loop} } }`,
    `export class Money { /** @preempt */ get toJSON() { ${loop} } }`,
    `export class Money { /** @preempt */ toText() { ${loop} } }`,
  ])
    expect([declaration, asks(declaration + main("JSON.stringify(o)"))]).toEqual([declaration, false]);
});

test("nor for a text, nor by a function of the program's own", () => {
  const money = `export class Money { /** @preempt */ toJSON() { ${loop} } }`;
  for (const call of [
    "JSON.stringify('text')",
    "JSON.stringify(`a${f}`)",
    "JSON.stringify()",
    "o.stringify(f)",
    "JSON.parse(o)",
  ])
    expect([call, asks(money + main(call))]).toEqual([call, false]);
  expect(asks(`import { JSON } from "./json.js"; ${money} ${main("JSON.stringify(o)")}`)).toBe(false);
});

test("another file of the project may have it, if it is annotated", () => {
  const code = main("JSON.stringify(o)");
  expect(asks(code, { ...noPassing, toJSON: true })).toBe(true);
  for (const text of [
    "class A { /** @preempt */ toJSON() {} }",
    "class A { /** Makes a text. @preempt */\n  public override toJSON(key: string): string {} }",
    "class A { // @preempt\n toJSON = (): string => {} }",
    "const a = { /** @preempt */ 'toJSON': function () {} }",
    "/** @preempt */ A.prototype.toJSON = function () {};",
    "/** @preempt */ export function toJSON() {}",
  ])
    expect([text, factsOf(text, undefined).hasToJSON]).toEqual([text, true]);
  for (const text of [
    "class A { toJSON() {} }",
    "class A { /** @preempt-ignore */ toJSON() {} }",
    "class A { /** @preempt */ work() { return this.toJSON(); } }",
    "class A { /** @preempt */ toJSONText() {} }",
  ])
    expect([text, factsOf(text, undefined).hasToJSON]).toEqual([text, false]);
});

test("the methods are preempted, in the order of the engine, with its text", () => {
  const code = `class Money {
      constructor(amount, log) { this.amount = amount; this.log = log; }
      /** @preempt */ toJSON(key) { let n = 0; for (let i = 0; i < this.amount; i++) n++; this.log.push(key); return { n, of: this.constructor.name }; }
    }
    /** @preempt */ function main(log) {
      const o = { b: new Money(30, log), a: [new Money(20, log), "x", undefined], get c() { log.push("get c"); return 1; } };
      return JSON.stringify(o, null, 1) + JSON.stringify(o, ["a", "n"]);
    }`;
  const load = (text: string) => new Function(`${text}; return main;`)() as (log: string[]) => string;
  const { code: emitted, diagnostics } = transform(code, { ...options, module: false });
  expect(diagnostics).toEqual([]);
  const log: string[] = [];
  const text = load(code)(log);
  for (const budget of [0, 1, 300]) {
    const seen: string[] = [];
    const { value, preemptions } = drive(load(emitted) as never, { args: [seen], budget } as never);
    expect([value, seen]).toEqual([text, log]);
    if (budget === 0) expect(preemptions).toBeGreaterThan(70);
  }
});
