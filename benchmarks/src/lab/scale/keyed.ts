/** A piece of work, or its result: nothing with the same key is done or counted twice. */
export interface Keyed {
  readonly key: string;
}
