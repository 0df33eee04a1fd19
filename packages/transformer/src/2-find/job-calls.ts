/**
 * The option `jobs`: calls that run the functions passed to them as jobs, by the end of what is called. "rt.submit" is also
 * `this.rt.submit` and `app?.rt?.submit`; "enqueue" is also `queue.enqueue`.
 */
export class JobCalls {
  readonly #ends: readonly (readonly string[])[];
  /** The names of the functions and methods. */
  readonly methods: ReadonlySet<string>;

  constructor(names: readonly string[] = []) {
    this.#ends = names.map((name) => name.split("."));
    this.methods = new Set(this.#ends.map((path) => path.at(-1) as string));
  }

  /** A first look at a text: whether there may be such a call. */
  mayBeIn(text: string): boolean {
    for (const method of this.methods) if (text.includes(method)) return true;
    return false;
  }

  /** @param path What is called: the names of `this.rt.submit`, without what is not a name */
  has(path: readonly string[]): boolean {
    return this.#ends.some((end) => end.every((name, i) => path[path.length - end.length + i] === name));
  }
}
