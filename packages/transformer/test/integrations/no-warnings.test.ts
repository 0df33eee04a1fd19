/** Bundlers have nothing to complain of in emitted code that they had not in the source. */
import { type TransformFailure, type TransformResult, transform as withEsbuild } from "esbuild";
import { expect, test } from "vitest";
import { isDrawnFor } from "../kit/combinations.ts";
import { transformProgram } from "../kit/harness.ts";
import { seed, wanted } from "../kit/sampling.ts";
import { programs } from "../programs/all.ts";

/** Two heads at which the body that starts is entered again, of loops in branches: one `case` too many in the other body. */
const inBranches =
  "outermost loops in branches of branches: each is entered again where it stands, and what follows is asked anew";

/** Programs that are wrong on purpose, of which esbuild says so by what it sees around. */
const wrong = [
  "constants stay constant, after the value was computed",
  "assignments by a pattern have its getters and generators preempted, and their value is what was taken apart",
  "assigning to the own name of a function expression is an error in strict code",
  "an optional chain skips everything after its break, in any mixture of members and calls",
];

async function complaints(code: string, loader: "js" | "ts"): Promise<string[]> {
  const { warnings, errors = [] }: Pick<TransformResult | TransformFailure, "warnings"> & Partial<TransformFailure> =
    await withEsbuild(code, { loader, minify: true, logLevel: "silent", tsconfigRaw: {} }).catch((failure) => failure);
  return [...warnings, ...errors].map(({ text }) => text);
}

test("esbuild warns of nothing in emitted code but what it warns of in the source", async () => {
  const drawn = programs.filter(
    ({ name, extension = "ts" }) =>
      !wrong.includes(name) &&
      !extension.endsWith("x") &&
      (wanted === "all" || name === inBranches || isDrawnFor(name, seed, 8)),
  );
  expect(drawn.some(({ name }) => name === inBranches)).toBe(true);
  for (const program of drawn) {
    const known = await complaints(program.code, "ts");
    const { code } = transformProgram(program);
    const made = await complaints(code, "js");
    expect
      .soft(
        made.filter((text) => !known.includes(text)),
        program.name,
      )
      .toEqual([]);
  }
});
