/**
 * What TypeScript compiles for older targets does what it did, at every budget. Each program draws one of the two targets, and
 * one of four is compiled by the paper's strategy as well; `npm run programs` has both for all. `npm test` runs a part of them.
 */
import ts from "typescript";
import { describe, test } from "vitest";
import { combinationOf, isDrawnFor } from "../kit/combinations.ts";
import { expectSame } from "../kit/expect-same.ts";
import { compare, compareAsync } from "../kit/harness.ts";
import { isOfPart, seed, wanted } from "../kit/sampling.ts";
import { programs } from "../programs/all.ts";

const { ES2015, ES2021 } = ts.ScriptTarget;

/** Where TypeScript's code for the target is not what the language says, if it has any, and bodies, which are not compiled to it, do as it says. */
const departures: Readonly<Record<string, ts.ScriptTarget>> = {
  "a private method has the super of its class": ES2021,
  "private methods check their receiver before the arguments run": ES2021,
  // A setter without a getter is said to be read; `o.#p ||= x` always assigns.
  "errors of accessors come from where they came, and are caught there": ES2021,
  "assignments that compute, steps and optional chains call the getter and the setter once, in their order": ES2021,
  "an optional chain on what is not callable throws where it threw": ES2015,
  "what is no function, or nothing behind a link that is there, throws where it threw": ES2015,
  "a chain that is only a part of what is called has no name in errors": ES2015,
  "chains have the this of the function, and private members": ES2015,
  "objects are copied in their turn, and computed keys are keys before their values are there": ES2015,
  "parameters are taken apart once, in their order, with the engine's words where there is nothing": ES2015,
  "calling a computed callee that is not a function names its parts as the engine did, after the arguments": ES2015,
  "the head of a for await loop has its own scope": ES2015,
  "a synchronous iterator that breaks in for await is closed where the engine closes it": ES2015,
  // Its `for await` has a variable of TypeScript's in the words of an error.
  "patterns of async functions wait in their default values, and what their parameters throw rejects": ES2015,
  "what has the name of a built-in and is none": ES2015,
  "arrow functions see the arguments of the function around them, as they are now": ES2015,
  "await stands in computed keys of classes and object literals": ES2015,
};

for (const target of [ES2021, ES2015])
  describe(ts.ScriptTarget[target], () => {
    for (const program of programs) {
      if (program.target !== undefined || program.extension === "js" || program.isUnprintable) continue;
      if (target <= (departures[program.name] ?? 0)) continue;
      if (wanted === "sampled" && isDrawnFor(program.name, seed) !== (target === ES2021)) continue;
      if (!isOfPart(program.name)) continue;
      test(program.name, async () => {
        const variant = { ...program, target };
        const isPaper = wanted !== "sampled" || isDrawnFor(`paper's ${program.name}`, seed, 4);
        const runs = { combinations: [combinationOf("speed")], isPaper };
        const comparisons = program.isAsync ? await compareAsync(variant, runs) : compare(variant, runs);
        expectSame(comparisons, program.isRace ?? false);
      });
    }
  });
