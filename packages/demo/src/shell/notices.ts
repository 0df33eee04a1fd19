/** What went wrong, said once each: errors of jobs, links that were not understood. */
import { wordsOf } from "../system/error-words.ts";
import { element } from "../views/element.ts";

const most = 3;

export class Notices {
  readonly #place: HTMLElement;
  /** On show, the oldest first. */
  readonly #lines = new Map<string, HTMLElement>();

  /** @param place A live region. */
  constructor(place: HTMLElement) {
    this.#place = place;
  }

  say(text: string): void {
    if (this.#lines.has(text)) return;
    const close = element("button", { type: "button", textContent: "×", ariaLabel: "Dismiss" });
    close.addEventListener("click", () => this.#remove(text));
    const line = element("p", {}, text, close);
    this.#lines.set(text, line);
    this.#place.append(line);
    const [oldest = text] = this.#lines.keys();
    if (this.#lines.size > most) this.#remove(oldest);
  }

  sayError(error: unknown, name: string | undefined): void {
    console.error(error);
    this.say(name === undefined ? wordsOf(error) : `Task ${name}: ${wordsOf(error)}`);
  }

  /** What was said is of a scenario or a set-up that is no more. */
  clear(): void {
    for (const text of [...this.#lines.keys()]) this.#remove(text);
  }

  #remove(text: string): void {
    this.#lines.get(text)?.remove();
    this.#lines.delete(text);
  }
}
