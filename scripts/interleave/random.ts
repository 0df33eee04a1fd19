/** Random numbers that a seed determines. */
export type Random = () => number;

/** Mulberry32: numbers from 0 up to 1. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** An integer from 0 up to `below`. */
export const integer = (random: Random, below: number): number => Math.floor(random() * below);
