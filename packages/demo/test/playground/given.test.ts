import ts from "typescript";
import { expect, test } from "vitest";
import { findGiven, givenNames } from "../../src/playground/given.ts";

const without = (code: string) => {
  const given = findGiven(ts.createSourceFile("a.js", code, ts.ScriptTarget.ESNext, true));
  return givenNames.filter((name) => !given.includes(name));
};

test.for([
  ["setTimeout(() => console.log(1));", []],
  ["const console = {};", ["console"]],
  ["const { log: console, ...setTimeout } = {};", ["console", "setTimeout"]],
  ["function setInterval() {}", ["setInterval"]],
  ["function f() { const console = {}; function setTimeout() {} }", []],
  ["const f = () => { const console = {}; };", []],
  ["class console {}", ["console"]],
  ['import console, { x as setTimeout } from "m";', ["console", "setTimeout"]],
  ['import * as console from "m"; export { y as setTimeout } from "n";', ["console"]],
  ["if (x) { var clearTimeout = 1; }", ["clearTimeout"]],
] as const)("what a program declares itself is not given to it: %s", ([code, expected]) => {
  expect(without(code)).toEqual(expected);
});
