/**
 * Combinations of the ways to be fast: each switch of `optimize` on or off. What a program does must not depend on it,
 * so whoever runs many programs draws one for each.
 */
import { type Optimizations, optimizationsOf } from "../../src/shared/optimize.ts";

type Switch = keyof Optimizations;
export type Combination = Readonly<Record<Switch, boolean>>;

const switches = Object.keys(optimizationsOf("speed")) as Switch[];

/** All of them; the first has every switch on. */
export const combinations: readonly Combination[] = Array.from({ length: 2 ** switches.length }, (_, off) =>
  combine((_, i) => ((off >> i) & 1) === 0),
);

/** "speed" and "size" as in `optimize`, "none", or the switches that are on: "plainBodies+numbers". */
export function nameOf(combination: Combination): string {
  const on = switches.filter((name) => combination[name]).join("+");
  const known = named.find(([, other]) => switches.every((name) => combination[name] === other[name]));
  return known?.[0] ?? on;
}

/** @throws RangeError if it is not what {@link nameOf} gives */
export function combinationOf(text: string): Combination {
  const known = named.find(([name]) => name === text);
  if (known !== undefined) return known[1];
  const on = text.split("+");
  if (on.every((name) => switches.includes(name as Switch))) return combine((name) => on.includes(name));
  const some = `speed, size, none, or those of ${switches.join("+")} that are on`;
  throw new RangeError(`"${text}" is no combination of optimisations: ${some}.`);
}

/** What is wrong with an option of a command that is one of the words or a combination. */
export function problemWith(text: string, words: readonly string[]): string | undefined {
  try {
    if (!words.includes(text)) combinationOf(text);
    return undefined;
  } catch (error) {
    return `--optimize: ${(error as RangeError).message} Or give ${words.join(" or ")}.`;
  }
}

const named: readonly (readonly [name: string, combination: Combination])[] = [
  ["speed", combine(() => true)],
  ["size", combine((name) => optimizationsOf("size")[name] === true)],
  ["none", combine(() => false)],
];

/**
 * How often each switch is off, one time in so many. Without plain bodies the others mean nothing, and without
 * stripMining none of those after it: evenly drawn, most programs would be compiled in one of two ways.
 */
const oftenOff: Record<Switch, number> = {
  plainBodies: 8,
  startBodies: 3,
  shortMethods: 3,
  partialInlining: 4,
  directCallbacks: 4,
  singleCalls: 3,
  fewCalls: 2,
  stripMining: 4,
  countedLoops: 2,
  jointBounds: 4,
  lightRounds: 4,
  loopNests: 3,
  numbers: 2,
};

/** Numbers below this stand for draws, each as likely as the others; 0 has every switch on. */
export const draws = switches.reduce((product, name) => product * oftenOff[name], 1);

export function drawn(n: number): Combination {
  let rest = n % draws;
  return combine((name) => {
    const digit = rest % oftenOff[name];
    rest = Math.floor(rest / oftenOff[name]);
    return digit !== oftenOff[name] - 1;
  });
}

/** The combination that `seed` draws for whatever has this name. */
export function drawnFor(name: string, seed: number): Combination {
  return drawn(numberFor(name, seed));
}

/** Whether `seed` has it so for whatever has this name: for one of so many names. */
export function isDrawnFor(name: string, seed: number, ofSoMany = 2): boolean {
  return placeOf(name, seed, ofSoMany) === 1;
}

/** Which of so many places, from 0, `seed` draws for whatever has this name. */
export function placeOf(name: string, seed: number, ofSoMany: number): number {
  return (numberFor(name, seed) >>> 20) % ofSoMany;
}

function numberFor(name: string, seed: number): number {
  // FNV-1a; mixed at the end, since draws look at the low bits
  let hash = 0x811c9dc5;
  for (let i = 0, text = `${seed} ${name}`; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 12)) >>> 0;
}

function combine(isOn: (name: Switch, i: number) => boolean): Combination {
  return Object.fromEntries(switches.map((name, i) => [name, isOn(name, i)])) as unknown as Combination;
}
