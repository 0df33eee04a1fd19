/**
 * Random numbers for single jobs of campaigns. The generator of `generate` has a longer state than they have draws, and making
 * it takes longer than the job's schedule.
 */
import type { Integers } from "../generate/random.ts";

/** Mulberry32 (Tommy Ettinger 2017), from a hash of its name. */
export class QuickRandom implements Integers {
  #state: number;

  constructor(...name: readonly number[]) {
    let hash = 0x811c9dc5;
    for (const word of name) hash = Math.imul(hash ^ (word + 0x9e3779b9), 0x85ebca6b) ^ (hash >>> 15);
    this.#state = hash;
  }

  /** Uniform in [0, 1), in steps of 2^-32. */
  real(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let z = this.#state;
    z = Math.imul(z ^ (z >>> 15), z | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
  }

  /** One of least, …, most. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.real() * (most - least + 1));
  }
}
