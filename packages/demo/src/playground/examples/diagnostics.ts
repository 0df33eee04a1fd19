// What cannot be preempted is said where it stands. Move the pointer over the marks, or press F8.
import { rt } from "playground";

class Primes {
  readonly found: number[] = [];

  /** @preempt */
  constructor(to: number) {
    for (let n = 2; n < to; n++) if (this.found.every((p) => n % p !== 0)) this.found.push(n);
  }
}

function weigh(word: string): number {
  let weight = 0;
  for (const letter of word) weight += letter.charCodeAt(0);
  return weight;
}

/** @preempt */
function byWeight(words: string[]): string[] {
  return words.sort((a, b) => weigh(a) - weigh(b));
}

console.log(new Primes(50).found);
console.log(await rt.submit(byWeight, { args: [["slice", "round", "job", "budget"]] }));
