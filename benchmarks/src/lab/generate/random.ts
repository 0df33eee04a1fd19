/**
 * Seeded streams of random numbers. Each has a name of integers: seed, utilisation, index of the set, purpose. So a set
 * does not depend on what was generated before it, and one more wish (jitter, say) leaves what was drawn for the others
 * as it is.
 */
import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";

/** A stream. */
export class Random {
  readonly #generator: RandomGenerator;

  /** @param name Integers up to 2^53: the same name, the same stream; names that differ anywhere have unrelated ones */
  constructor(...name: readonly number[]) {
    let state = 0n;
    for (const word of name) state = mix(state + golden + BigInt(word));
    const first = mix(state + golden);
    const second = mix(state + 2n * golden);
    this.#generator = xoroshiro128plusFromState([high(first), low(first), high(second), low(second)]);
  }

  /** Uniform in the open interval (0, 1), in steps of 2^-52. */
  real(): number {
    // The lowest bits of this generator are its worst.
    const first = this.#generator.next() >>> 6;
    const second = this.#generator.next() >>> 6;
    return (first * 2 ** 26 + second + 0.5) / 2 ** 52;
  }

  /** Uniform in (least, most). */
  between(least: number, most: number): number {
    return least + this.real() * (most - least);
  }

  /** One of least, …, most, both included; some of them by (most - least) / 2^52 more likely than others. */
  integer(least: number, most: number): number {
    return Math.min(most, least + Math.floor(this.real() * (most - least + 1)));
  }

  /** Puts the values in random order, each order equally likely (Fisher and Yates). */
  shuffle<Value>(values: Value[]): Value[] {
    for (let i = values.length - 1; i > 0; i--) {
      const j = this.integer(0, i);
      [values[i], values[j]] = [values[j] as Value, values[i] as Value];
    }
    return values;
  }
}

const golden = 0x9e3779b97f4a7c15n;

/** The finalizer of SplitMix64 (Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA 2014). */
function mix(value: bigint): bigint {
  let z = BigInt.asUintN(64, value);
  z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
}

const high = (value: bigint) => Number(BigInt.asIntN(32, value >> 32n));
const low = (value: bigint) => Number(BigInt.asIntN(32, value));

/** Integers, both included. */
export interface Count {
  readonly least: number;
  readonly most: number;
}

/** A part of something: always `least` of it, or uniform between `least` and `most` of it. */
export interface Share {
  readonly least: number;
  readonly most: number;
}

/** A part of `whole`, rounded to an integer. */
export function shareOf(random: Random, { least, most }: Share, whole: number): number {
  return Math.round(whole * random.between(least, most));
}

/** Anything that draws integers. */
export type Integers = Pick<Random, "integer">;

/** `whole` in `count` parts, 0 or more each. */
export function cutAtRandom(random: Integers, whole: number, count: number): number[] {
  const cuts = Array.from({ length: count - 1 }, () => random.integer(0, whole)).sort((a, b) => a - b);
  return [...cuts, whole].map((end, i) => end - (cuts[i - 1] ?? 0));
}
