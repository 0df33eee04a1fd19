/** Which functions `--mode long` annotates. */
import { expect, it } from "vitest";
import { annotateLong } from "../../src/untuned/annotate.ts";
import type { ProfiledFunction } from "../../src/untuned/profile.ts";

const text = `function entry() { return middle(); }
function middle() { return loops() + short(); }
function loops() { let n = 0; for (let i = 0; i < 9; i++) n += i; return n; }
function short() { return 1; }
class A { constructor() { for (;;) break; } walk() { return this.walk(); } }
function rare() { for (;;) break; }
`;

/** A function as a profile has it: at its parameters. */
function at(name: string, share: number, calls: readonly number[] = []): ProfiledFunction {
  const lines = text.split("\n");
  const line = lines.findIndex((one) => one.includes(`${name}(`) && !one.includes(`return ${name}(`));
  return { file: "a.js", line, column: (lines[line]?.indexOf(`${name}(`) ?? 0) + name.length, share, calls };
}

it("annotates functions with much time that loop, call themselves, or lead to such a function", () => {
  const profile = [
    at("entry", 1, [1]),
    at("middle", 1, [2, 3]),
    at("loops", 0.6),
    at("short", 0.3),
    at("walk", 0.1, [4]),
    at("constructor", 0.1),
    at("rare", 0.01),
  ];
  const made = annotateLong(new Map([["a.js", text]]), profile).get("a.js");
  expect(made?.annotated).toBe(4);
  const annotated = [...(made?.text ?? "").matchAll(/\/\*\* @preempt \*\/ (?:function )?(\w+)/g)].map(
    ([, name]) => name,
  );
  expect(annotated).toEqual(["entry", "middle", "loops", "walk"]);
});

it("leaves texts alone that the profile does not name", () => {
  const made = annotateLong(new Map([["b.js", text]]), [at("loops", 1)]);
  expect(made.get("b.js")).toEqual({ text, annotated: 0 });
});
