/** What has no fixture and should have one: an optimisation, a diagnostic code, or a form of syntax. */
import { catalog, type DiagnosticName } from "../../../src/shared/diagnostics.ts";
import { optimizationsOf } from "../../../src/shared/optimize.ts";
import { constructs, constructsIn } from "./constructs.ts";
import type { Fixture } from "./folder.ts";
import type { Made } from "./make.ts";

/** Codes that no small input brings about, each with the test that has them. */
export const shownElsewhere: Readonly<Partial<Record<DiagnosticName, string>>> = {
  // an expression that is nested deeper than the engine's stack
  too_deep: "5-emit/nested.test.ts",
  // a mistake of the transform
  not_rewritten: "3-check/not-rewritten.test.ts",
};

/** One sentence for each thing without a fixture. */
export function missingFixtures(all: ReadonlyMap<Fixture, Made>): string[] {
  const fixtures = [...all.keys()];
  const reported = new Set([...all.values()].flatMap(({ diagnostics }) => diagnostics.map(({ name }) => name)));
  const shown = new Set(
    fixtures.flatMap(({ input, fileName, options }) => [...constructsIn(input, { ...options, fileName })]),
  );
  const optimized = new Set(fixtures.map(({ optimization }) => optimization as string));
  return [
    ...Object.keys(optimizationsOf("speed"))
      .filter((name) => !optimized.has(name))
      .map((name) => `optimisation ${name}: add fixtures/emitted/optimizations/${name}/input.ts`),
    ...(Object.keys(catalog) as DiagnosticName[])
      .filter((name) => !reported.has(name) && shownElsewhere[name] === undefined)
      .map((name) => `${catalog[name].code} ${name}: add fixtures/emitted/diagnostics/${name.replaceAll("_", "-")}/`),
    ...constructs
      .filter((name) => !shown.has(name))
      .map((name) => `${name}: no fixture has it in a preemptable function`),
  ];
}
