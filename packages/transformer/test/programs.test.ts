/** Nasty programs: whatever the budget and the strategy, they do what they did. */
import { drive, driveAsync } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { type Comparison, compare, compareAsync, load, observe, observeAsync, transformProgram } from "./harness.ts";
import { asynchronous } from "./programs/asynchronous.ts";
import { calls } from "./programs/calls.ts";
import { control } from "./programs/control.ts";
import { functions } from "./programs/functions.ts";

const programs = [...functions, ...control, ...calls, ...asynchronous];

function check(comparisons: Comparison[]): void {
  for (const { label, expected, actual } of comparisons) {
    expect({ label, outcome: actual.outcome, log: actual.log }).toEqual({
      label,
      outcome: expected.outcome,
      log: expected.log,
    });
  }
}

for (const program of programs) {
  const variants = [program, { ...program, functions: "all" as const }];
  test(program.name, async () => {
    for (const variant of variants) check(program.isAsync ? await compareAsync(variant) : compare(variant));
    const { code, diagnostics } = transformProgram(program);
    expect(diagnostics.map((d) => d.code)).toEqual(program.refused ?? []);
    const loaded = load(program, code);
    const observed = program.isAsync
      ? await observeAsync(loaded, (main) => driveAsync(main, { budget: 0 }))
      : observe(loaded, (main) => drive(main, { budget: 0 }));
    if (!program.name.startsWith("endless")) expect(observed.preemptions).toBeGreaterThan(0);
  });
}
