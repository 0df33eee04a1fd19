/** Nasty programs: whatever the budget and the strategy, they do what they did. */
import { expect, test } from "vitest";
import { type Comparison, compare, compareAsync, type Observed, refusals, transformProgram } from "./harness.ts";
import { asynchronous } from "./programs/asynchronous.ts";
import { awaits } from "./programs/awaits.ts";
import { builtins } from "./programs/builtins.ts";
import { calls } from "./programs/calls.ts";
import { classes } from "./programs/classes.ts";
import { control } from "./programs/control.ts";
import { disposal } from "./programs/disposal.ts";
import { errors } from "./programs/errors.ts";
import { functions } from "./programs/functions.ts";
import { iteration } from "./programs/iteration.ts";
import { lexical } from "./programs/lexical.ts";
import { members } from "./programs/members.ts";
import { order } from "./programs/order.ts";
import { plain } from "./programs/plain.ts";
import { scopes } from "./programs/scopes.ts";
import { typescript } from "./programs/typescript.ts";

const programs = [
  ...functions,
  ...lexical,
  ...scopes,
  ...control,
  ...iteration,
  ...calls,
  ...order,
  ...plain,
  ...errors,
  ...classes,
  ...members,
  ...typescript,
  ...asynchronous,
  ...awaits,
  ...disposal,
  ...builtins,
];

function check(comparisons: Comparison[], isRace: boolean): void {
  for (const { label, plainly, expected, actual } of comparisons) {
    // In a job fewer promises lie between a function and its awaiter: who else comes first may change.
    const log = (observed: Observed) => (isRace && !plainly ? observed.log.toSorted() : observed.log);
    expect({ label, outcome: actual.outcome, log: log(actual) }).toEqual({
      label,
      outcome: expected.outcome,
      log: log(expected),
    });
  }
}

for (const program of programs) {
  test(program.name, async () => {
    for (const functions of ["annotated", "all"] as const) {
      const variant = { ...program, functions };
      const comparisons = program.isAsync ? await compareAsync(variant) : compare(variant);
      check(comparisons, program.isRace ?? false);
      if (functions === "all" || program.name.startsWith("endless")) continue;
      const atEveryPoint = comparisons.filter((c) => c.label.endsWith("budget 0"));
      for (const { label, actual } of atEveryPoint) expect([label, actual.preemptions]).not.toEqual([label, 0]);
    }
    expect(refusals(transformProgram(program)).map((d) => d.code)).toEqual(program.refused ?? []);
  });
}

test("the programs of plain bodies have plain bodies", () => {
  const generators = plain.flatMap(({ code }) => {
    const { code: emitted } = transformProgram({ code });
    return [...emitted.matchAll(/function\* (\w+)\$resumable/g)].map((m) => m[1]);
  });
  // Those that hold a `try`.
  expect(new Set(generators)).toEqual(new Set(["main"]));
});
