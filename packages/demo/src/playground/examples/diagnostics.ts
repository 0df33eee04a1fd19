// What cannot be preempted is said where it stands.
// Move the pointer over the marks, or press F8.
import { rt } from "playground";

/** @preempt */
class Primes {
  readonly found: number[] = [];

  constructor(to: number) {
    for (let n = 2; n < to; n++) {
      if (this.found.every((p) => n % p !== 0)) this.found.push(n);
    }
  }
}

function weigh(word: string): number {
  let weight = 0;
  for (let i = 0; i < word.length; i++) weight += word.charCodeAt(i);
  return weight;
}

/** @preempt */
function heaviest(words: string[]): number {
  let most = 0;
  for (const word of words) most = Math.max(most, weigh(word));
  return most;
}

/** @preempt */
function weighAll(words: string[]): number[] {
  return words.map(weigh);
}

console.log(new Primes(50).found);
const args: [string[]] = [["slice", "round", "job", "budget"]];
console.log(await rt.submit(heaviest, { args }));
console.log(await rt.submit(weighAll, { args }));
