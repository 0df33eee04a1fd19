/** A backtracking regular-expression matcher made of closures: many small functions of one signature that call each other. */
import { randomNumbers } from "./random.ts";
import type { Workload } from "./workload.ts";

/** Where the rest of the pattern ends if it matches from `at` on, else -1. */
type Rest = (at: number) => number;
type Matcher = (text: string, at: number, rest: Rest) => number;

const character =
  (accepts: (code: number) => boolean): Matcher =>
  /** @preempt */
  (text, at, rest) =>
    at < text.length && accepts(text.charCodeAt(at)) ? rest(at + 1) : -1;

const sequence =
  (first: Matcher, second: Matcher): Matcher =>
  /** @preempt */
  (text, at, rest) =>
    first(text, at, /** @preempt */ (next) => second(text, next, rest));

const either =
  (first: Matcher, second: Matcher): Matcher =>
  /** @preempt */
  (text, at, rest) => {
    const end = first(text, at, rest);
    return end >= 0 ? end : second(text, at, rest);
  };

const many = (inner: Matcher): Matcher => {
  /** @preempt */
  function match(text: string, at: number, rest: Rest): number {
    const end = inner(text, at, /** @preempt */ (next) => (next > at ? match(text, next, rest) : -1));
    return end >= 0 ? end : rest(at);
  }
  return match;
};

const literal = (text: string): Matcher =>
  [...text].map((c) => character((code) => code === c.charCodeAt(0))).reduce(sequence);
const isLetter = (code: number) => code >= 97 && code <= 122;
const isDigit = (code: number) => code >= 48 && code <= 57;

/** `[a-z]+(\.[a-z0-9]+)*@([a-z]+\.)+(org|net)` */
const address = (() => {
  const letter = character(isLetter);
  const alphanumeric = character((code) => isLetter(code) || isDigit(code));
  const label = sequence(sequence(letter, many(letter)), literal("."));
  const tail = many(sequence(literal("."), sequence(alphanumeric, many(alphanumeric))));
  const host = sequence(sequence(label, many(label)), either(literal("org"), literal("net")));
  return [letter, many(letter), tail, literal("@"), host].reduce(sequence);
})();

/** @preempt */
function run(text: string): number[] {
  const found: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const end = address(text, at, (last) => last);
    if (end < 0) continue;
    found.push(at, end);
    at = end;
  }
  return found;
}

export const workload: Workload<string> = {
  size: { full: 60_000, small: 150 },
  prepare(length) {
    const random = randomNumbers(9);
    const word = () => Array.from({ length: 2 + random.below(6) }, () => "abcdefghij"[random.below(10)]).join("");
    const pieces = [
      () => word(),
      () => `${word()}.${word()}@${word()}.com`,
      () => `${word()}.${random.below(100)}@${word()}.org`,
    ];
    let text = "";
    while (text.length < length) text += `${(pieces[random.below(3)] as () => string)()} `;
    return text;
  },
  run,
};
