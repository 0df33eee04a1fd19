/**
 * The ways in which a program is run beside its plain run. Each program is run at every budget as the transform's defaults have
 * it; what else there is (the other strategy, combinations of optimisations, minifiers) is drawn, or all of it is taken.
 */
import { combinationOf, drawnFor, nameOf } from "../../packages/transformer/test/kit/combinations.ts";
import type { Arrangement } from "./arrange.ts";

export type Minifier = "none" | "esbuild" | "terser";

/** How code is made of a program. */
export interface Making {
  readonly arrangement: Arrangement;
  readonly strategy: "capture" | "paper";
  /** The name of a combination of optimisations. */
  readonly optimize: string;
  readonly minifier: Minifier;
}

export interface Way {
  readonly making: Making;
  /** Undefined: called plainly. */
  readonly budget: number | undefined;
}

const budgets = [0, 1, 7, 300] as const;
/** The smallest first: what is not suspended there is nowhere. */
const everyBudget: readonly (number | undefined)[] = [...budgets, undefined];
/** The program inside a function, as the transform makes it by default. */
export const usual: Making = { arrangement: "inside", strategy: "capture", optimize: "speed", minifier: "none" };

export function waysFor(name: string, seed: number, isAll: boolean): Way[] {
  const ways = isAll ? allWays(name, seed) : drawnWays(name, seed);
  const distinct = new Map(ways.map((way) => [labelOf(way), way]));
  return [...distinct.values()];
}

function drawnWays(name: string, seed: number): Way[] {
  const draw = drawer(name, seed);
  const at = (making: Making, ...chosen: (number | undefined)[]) => chosen.map((budget) => ({ making, budget }));
  const other: Making = { ...usual, ...draw(others(name, seed)), arrangement: draw(["inside", "apart"]) };
  return [
    ...at({ ...usual, arrangement: "script" }, undefined),
    ...at(usual, ...everyBudget),
    ...at({ ...usual, arrangement: "apart" }, 0, draw([1, 7, 300, undefined])),
    ...at(other, 0, draw([1, 7, 300, undefined])),
  ];
}

function others(name: string, seed: number): Partial<Making>[] {
  const drawn = nameOf(drawnFor(name, seed));
  return [
    { strategy: "paper" },
    { optimize: drawn },
    { optimize: "size" },
    { minifier: "esbuild" },
    { minifier: "terser" },
  ];
}

function allWays(name: string, seed: number): Way[] {
  const drawn = nameOf(drawnFor(name, seed));
  const makings = (["inside", "apart", "script"] as const).flatMap((arrangement) =>
    (["none", "esbuild", "terser"] as const).flatMap((minifier) => [
      ...["speed", "size", "none", drawn].map(
        (optimize): Making => ({ arrangement, strategy: "capture", optimize, minifier }),
      ),
      { arrangement, strategy: "paper", optimize: "speed", minifier } as Making,
    ]),
  );
  return makings.flatMap((making) =>
    (making.arrangement === "script" ? [undefined] : everyBudget).map((budget) => ({ making, budget })),
  );
}

/** Draws that are the same for a program whenever it has the same seed. */
function drawer(name: string, seed: number): <T>(from: readonly T[]) => T {
  let state = 0x811c9dc5;
  for (const character of `${seed} ${name}`) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (from) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return from[(state >>> 8) % from.length] as (typeof from)[number];
  };
}

export function keyOf({ arrangement, strategy, optimize, minifier }: Making): string {
  const how = strategy === "paper" ? ["paper"] : optimize === "speed" ? [] : [optimize];
  return [arrangement, ...how, ...(minifier === "none" ? [] : [`minified by ${minifier}`])].join(", ");
}

export function labelOf({ making, budget }: Way): string {
  return `${keyOf(making)}, ${budget === undefined ? "called" : `budget ${budget}`}`;
}

export const combination = combinationOf;
