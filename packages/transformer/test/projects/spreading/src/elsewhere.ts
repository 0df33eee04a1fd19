/** Another file's class, of which calls.ts knows no more than that it imports it. */
export class Elsewhere {
  #sum = 0;

  /** @preempt */
  get farSum(): number {
    for (let i = 0; i < 100; i++) this.#sum += i;
    return this.#sum;
  }

  /** @preempt */
  set farSum(n: number) {
    this.#sum = 0;
    for (let i = 0; i < n; i++) this.#sum += i;
  }

  /** @preempt */
  toJSON(): number {
    return this.farSum;
  }

  get kept(): number {
    return this.#sum;
  }
}
