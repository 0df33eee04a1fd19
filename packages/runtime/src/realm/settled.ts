/** What an annotated async function's resumable body returns: a result not yet wrapped in a promise. */
export class Settled {
  readonly #value: unknown;
  constructor(value: unknown) {
    this.#value = value;
  }

  /** Asks without `instanceof`, which a proxy would notice. */
  static is(value: unknown): value is Settled {
    return typeof value === "object" && value !== null && #value in value;
  }

  get value(): unknown {
    return this.#value;
  }
}
