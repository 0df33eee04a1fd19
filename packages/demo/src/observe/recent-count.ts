/** How often something happened in the last so many milliseconds, to a fortieth of that. */
const parts = 40;

export class RecentCount {
  readonly #part: number;
  readonly #counts = new Float64Array(parts);
  /** Which part of all time each count is of. */
  readonly #numbers = new Float64Array(parts).fill(-1);

  constructor(span: number) {
    this.#part = span / parts;
  }

  add(now: number): void {
    const number = Math.floor(now / this.#part);
    const at = number % parts;
    if (this.#numbers[at] !== number) this.#counts[at] = 0;
    this.#numbers[at] = number;
    (this.#counts[at] as number)++;
  }

  at(now: number): number {
    const from = Math.floor(now / this.#part) - parts;
    return this.#counts.reduce((sum, count, at) => ((this.#numbers[at] as number) > from ? sum + count : sum), 0);
  }
}
