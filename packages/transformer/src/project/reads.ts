/**
 * Notes what was read on the way to a result, so that the result can be kept for as long as all of that is the same. What is
 * remembered within a process remembers its questions, too: whoever gets a remembered answer has asked them again.
 */

/**
 * "file": the hash of a text, "" if there is none. "exists", "folder": whether there is such a file or folder. "folders": the names
 * of those in a folder. "sources": the names of the sources below it. "real": where links lead. "whole", "exclusivity": what the
 * options say of a file. "passed": the names by which a file exports functions that others pass on. "accessors": the names of annotated
 * accessors that it may meet. "toJSON": whether it may meet an annotated `toJSON`.
 */
export type QuestionKind =
  | "file"
  | "exists"
  | "folder"
  | "folders"
  | "sources"
  | "real"
  | "whole"
  | "exclusivity"
  | "passed"
  | "accessors"
  | "toJSON";

export interface Question {
  readonly kind: QuestionKind;
  readonly path: string;
  readonly answer: string;
}

/** What was asked while something was made. */
export class Asked {
  readonly questions = new Map<string, Question>();
  /** Others' that are in here, so that they are put in once. */
  readonly included = new Map<Asked, number>();
}

/** What was made for each key, and what was asked for it. */
export type Kept<V> = Map<string, { readonly value: V; readonly asked: Asked }>;

export class Reads {
  /** Integrations that keep nothing on disk note nothing. */
  readonly isOn: boolean;
  readonly #open: Asked[] = [];

  constructor(isOn: boolean) {
    this.isOn = isOn;
  }

  note(kind: QuestionKind, path: string, answer: string): void {
    if (this.#open.length === 0) return;
    const key = `${kind} ${path}`;
    const question = { kind, path, answer };
    for (const asked of this.#open) if (!asked.questions.has(key)) asked.questions.set(key, question);
  }

  /** `answer`, which is noted. */
  noted<T extends string | boolean | undefined>(kind: QuestionKind, path: string, answer: T): T {
    if (this.isOn) this.note(kind, path, shownAnswer(answer));
    return answer;
  }

  /** Those who are at work now have asked all of this as well. */
  again(asked: Asked): void {
    if (!this.isOn) return;
    for (const open of this.#open) {
      if (open === asked || open.included.get(asked) === asked.questions.size) continue;
      for (const [key, question] of asked.questions) if (!open.questions.has(key)) open.questions.set(key, question);
      open.included.set(asked, asked.questions.size);
    }
  }

  /** Runs `make`; what it asks is noted in `asked`, too, and what is in there counts as asked again. */
  within<T>(asked: Asked, make: () => T): T {
    if (!this.isOn) return make();
    this.again(asked);
    this.#open.push(asked);
    try {
      return make();
    } finally {
      this.#open.pop();
    }
  }

  memo<V>(cache: Kept<V>, key: string, make: () => V): V {
    const known = cache.get(key);
    if (known !== undefined) {
      this.again(known.asked);
      return known.value;
    }
    const asked = new Asked();
    const value = this.within(asked, make);
    cache.set(key, { value, asked });
    return value;
  }
}

/** An answer as text, as it is compared. */
export function shownAnswer(answer: string | boolean | undefined): string {
  return answer === undefined ? "" : String(answer);
}
