/**
 * Numbers that choices are made by: each takes the next one, and where the tape ends the simplest choice is taken. So a shorter tape
 * makes a smaller program.
 */
export class Tape {
  readonly #choices: readonly number[];
  #at = 0;
  constructor(choices: readonly number[]) {
    this.#choices = choices;
  }
  /** A number below `n`. */
  pick(n: number): number {
    return (this.#choices[this.#at++] ?? 0) % n;
  }
  of<T>(...options: T[]): T {
    return options[this.pick(options.length)] as T;
  }
  /** The rest, in `n` parts. */
  split(n: number): Tape[] {
    const rest = this.#choices.slice(this.#at);
    const length = Math.ceil(rest.length / n);
    return Array.from({ length: n }, (_, i) => new Tape(rest.slice(i * length, (i + 1) * length)));
  }
  get isEmpty(): boolean {
    return this.#at >= this.#choices.length;
  }
}
