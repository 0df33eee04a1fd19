/** Text put into a text. No line breaks are added, so that each line stays the line that it was. */

interface Insertion {
  readonly at: number;
  readonly text: string;
}

const isWord = /[\w$\u0080-\uffff]/;

export class Edits {
  readonly #before: Insertion[] = [];
  readonly #after: Insertion[] = [];
  /** How far what stands behind `at` has moved. */
  readonly #shifts: { readonly at: number; readonly by: number }[] = [];

  /** Before what starts at `at`, behind what was put there earlier: who stands outside comes first. */
  before(at: number, text: string): void {
    this.#before.push({ at, text });
  }

  /** Behind what ends at `at`, before what was put there earlier. */
  after(at: number, text: string): void {
    this.#after.push({ at, text });
  }

  around(start: number, end: number, prefix: string, suffix: string): void {
    this.before(start, prefix);
    this.after(end, suffix);
  }

  /** The text with all that put in. */
  applyTo(code: string): string {
    let text = "";
    let done = 0;
    this.#shifts.length = 0;
    for (const { at, text: more } of this.#sorted()) {
      text += code.slice(done, at);
      done = at;
      // `return[x]`
      if (isWord.test(text.slice(-1)) && isWord.test(more.slice(0, 1))) text += " ";
      text += more;
      this.#shifts.push({ at, by: text.length - at });
    }
    return text + code.slice(done);
  }

  /** Where these positions of the code are in what {@link applyTo} gave: behind what was put there. */
  moved(positions: readonly number[]): number[] {
    return positions.map((p) => p + (this.#shifts.findLast(({ at }) => at <= p)?.by ?? 0));
  }

  /** In the order of the text. */
  #sorted(): Insertion[] {
    return [...this.#after.toReversed(), ...this.#before].sort((a, b) => a.at - b.at);
  }
}
