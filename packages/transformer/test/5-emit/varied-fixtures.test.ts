/**
 * The programs of fixtures do what they did however they are transformed: for all functions and for the annotated ones, each with a drawn
 * combination of optimisations, by the paper's strategy, in an exclusive unit or in none, and with the notes of the race finder. `npm run
 * programs` has all combinations.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { TransformOptions } from "../../src/index.ts";
import { combinationOf, combinations, drawnFor, nameOf } from "../kit/combinations.ts";
import { type Fixture, readFixtures } from "../kit/emitted/folder.ts";
import { differencesWith } from "../kit/emitted/make.ts";
import { seed, wanted } from "../kit/sampling.ts";

const others: Readonly<Record<string, Partial<TransformOptions>>> = {
  paper: { strategy: "paper" },
  exclusive: { exclusive: true },
  reentrant: { reentrant: true },
  accesses: { accesses: true },
};

const isRun = ({ folder }: Fixture) => existsSync(join(folder, "behaviour.txt"));

for (const fixture of readFixtures().filter(isRun))
  test(fixture.name, async () => {
    expect(await differencesWith(fixture, variantsFor(fixture))).toEqual([]);
  });

function variantsFor({ name }: Fixture): Map<string, Partial<TransformOptions>> {
  const variants = new Map<string, Partial<TransformOptions>>();
  for (const functions of ["annotated", "all"] as const) {
    for (const optimize of chosenFor(`${name} ${functions}`)) {
      variants.set(`${functions}, ${nameOf(optimize)}`, { functions, optimize });
    }
    for (const [label, options] of Object.entries(others)) {
      variants.set(`${functions}, ${label}`, { functions, ...options });
    }
  }
  return variants;
}

function chosenFor(name: string) {
  if (wanted === "all") return combinations;
  return [wanted === "sampled" ? drawnFor(name, seed) : combinationOf(wanted)];
}
