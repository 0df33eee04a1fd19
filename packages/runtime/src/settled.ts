/** What an annotated async function's resumable body returns: a result not yet wrapped in a promise. */
export class Settled {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}
