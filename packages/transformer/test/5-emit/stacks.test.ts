/**
 * Stack traces lead to the lines and columns of the original, in frames that were never suspended and in those that
 * were: the positions that the map gives for each frame are those of the plain program, compiled by TypeScript alone.
 *
 * Of other optimisations and the paper's strategy each program draws what it is compiled with; `npm run programs` has all.
 */
import { expect, test } from "vitest";
import { combinationOf, drawnFor, isDrawnFor, nameOf } from "../kit/combinations.ts";
import { seed, wanted } from "../kit/sampling.ts";
import { compilePlain, compileTransformed, driven, drivenAsync, plainly, type Stack, stacksOf } from "../kit/stacks.ts";
import { asynchronous } from "../programs/asynchronous.ts";
import { awaits } from "../programs/awaits.ts";
import { boxes } from "../programs/boxes.ts";
import { calls } from "../programs/calls.ts";
import { chains } from "../programs/chains.ts";
import { classes } from "../programs/classes.ts";
import { control } from "../programs/control.ts";
import { errors } from "../programs/errors.ts";
import { functions } from "../programs/functions.ts";
import { iteration } from "../programs/iteration.ts";
import { order } from "../programs/order.ts";
import { parameters } from "../programs/parameters.ts";
import type { NastyProgram } from "../programs/program.ts";
import { scopes } from "../programs/scopes.ts";
import { shared } from "../programs/shared.ts";
import { spreads } from "../programs/spreads.ts";
import { supers } from "../programs/supers.ts";
import { tries } from "../programs/tries.ts";
import { ways as waysBack } from "../programs/ways.ts";

/** As people write it: types that go, and calls that span lines. */
const typed: NastyProgram[] = [
  {
    name: "typed code over several lines",
    code: `
type Fn<T> = (x: T) => T;
interface Box<T> { value: T; map(f: Fn<T>): Box<T> }

/** @preempt */
function box<T>(value: T): Box<T> {
  return {
    value,
    /** @preempt */
    map(f: Fn<T>): Box<T> {
      for (let i: number = 0; i < 1; i++) log("map");
      return box<T>(
        f(this.value),
      );
    },
  };
}

/** @preempt */
const check = async <T,>(x: T, max: number = fail.limit!): Promise<T> => {
  for (const n of [x] as T[])
    if ((n as unknown as number) > max) throw new RangeError("too large");
  return x;
};
const fail: { limit?: number } = { limit: 2 };

/** @preempt */
async function main(this: void): Promise<unknown> {
  const errors: unknown[] = [];
  const b = box<number>(1)
    .map((x: number): number => (log("one"), x + 1))
    .map(
      (function (x: number): number { log("two"); return x * 2; }) as Fn<number>,
    );
  log(
    (b as Box<number>).value,
    (box satisfies <T>(x: T) => Box<T>)(b!.value),
  );
  try {
    await check<number>(
      b.value,
    );
  } catch (error: unknown) {
    errors.push(error);
  }
  try {
    (b as any)
      .missing
      .map(log("never"));
  } catch (error) { errors.push(error); }
  try {
    (b as any).missing<number>(
      log("argument"),
    );
  } catch (error) { errors.push(error); }
  enum Color { Red = 1, Green }
  log(Color.Green as number satisfies number);
  return errors;
}
`,
    isAsync: true,
  },
];

const programs = [
  ...typed,
  ...functions,
  ...scopes,
  ...control,
  ...iteration,
  ...calls,
  ...boxes,
  ...chains,
  ...spreads,
  ...supers,
  ...order,
  ...parameters,
  ...shared,
  ...waysBack,
  ...tries,
  ...errors,
  ...classes,
  ...asynchronous,
  ...awaits,
].filter((p) => !p.isRace && !p.isUnprintable && !/^(endless|un-awaited)/.test(p.name) && !isBeside(p));

/** One position of theirs is a column beside: that of a parenthesis around an expression that was put into others or out of them. */
function isBeside({ name }: NastyProgram): boolean {
  return /^(constants that the engine's parser computes|expressions that begin with a class)/.test(name);
}

/** Where only the innermost frame stands where it stood, and why. */
const innermostOnly: readonly (readonly [name: string, reason: string])[] = [
  ["for await", "a step that closes the iterator is reported at the loop, not at the statement that leaves it"],
  ["an async iterator without", "the same"],
  ["for-of closes", "an iterator that is closed because of an error is reported at the end of a plain body"],
  ["loops in the block", "the same"],
  ["generators are consumed", "the same for one that is closed by a jump, at the jump"],
  ["generators of the user", "the same"],
  ["the result of an async", "a thenable is asked by whoever awaits the function, not by its return"],
  ["thenables are asked", "the same"],
  [
    "classes inside functions, with computed keys",
    "a class without a constructor has no frame while its fields are evaluated",
  ],
  ["a function containing others", "in one job an awaiting caller is still on the stack"],
];

function relevant(program: NastyProgram, stack: Stack): Stack {
  return innermostOnly.some(([name]) => program.name.startsWith(name)) ? stack.slice(0, 1) : stack;
}

let compared = 0;

/**
 * For annotated functions and for all of them all optimisations, another combination, and the paper's strategy. Of six ways each
 * program draws one with all optimisations, and every other one another.
 */
function waysFor(name: string) {
  const ways = (["annotated", "all"] as const).flatMap((functions) => [
    { strategy: "capture", optimize: combinationOf("speed"), functions } as const,
    { strategy: "capture", optimize: drawnFor(name, seed), functions } as const,
    { strategy: "paper", optimize: combinationOf("speed"), functions } as const,
  ]);
  if (wanted !== "sampled") return ways;
  const drawn = (isDrawnFor(name, seed) ? 1 : 2) + (isDrawnFor(`functions of ${name}`, seed) ? 3 : 0);
  const best = isDrawnFor(`best of ${name}`, seed) ? 3 : 0;
  const isTwice = isDrawnFor(`ways of ${name}`, seed);
  return ways.filter((_, i) => i === best || (isTwice && i === drawn));
}

for (const program of programs) {
  test(program.name, async () => {
    const plain = await stacksOf(program, compilePlain(program), plainly);
    const run = program.isAsync ? drivenAsync : driven;
    for (const { strategy, optimize, functions } of waysFor(program.name)) {
      const compiled = compileTransformed({ ...program, functions }, strategy, optimize);
      const how = { strategy, optimize: nameOf(optimize), functions };
      const fast = await stacksOf(program, compiled, run(Number.POSITIVE_INFINITY));
      expect({ ...how, stacks: fast.map((s) => relevant(program, s)) }).toEqual({
        ...how,
        stacks: plain.map((s) => relevant(program, s)),
      });
      compared += plain.length;
      for (const budget of [0, 2]) {
        const suspended = await stacksOf(program, compiled, run(budget));
        expect(suspended.length).toBe(fast.length);
        // A caller that was suspended is not on the stack of what it called: it is resumed later, with the value.
        const expected = suspended.map((s, i) => relevant(program, plain[i] as Stack).slice(0, s.length));
        expect({ ...how, budget, stacks: suspended.map((s) => relevant(program, s)) }).toEqual({
          ...how,
          budget,
          stacks: expected,
        });
      }
    }
  });
}

test("the programs hold enough stacks to tell", () => {
  expect(compared).toBeGreaterThan(2000);
});
