/** The console pane: the last lines, put into the page a few times a second however fast they come. */
import { element } from "../views/element.ts";

export type Level = "log" | "warn" | "error";

/** Where the lines of a run go. `at` is in milliseconds since it began. */
export type Print = (level: Level, text: string, at: number) => void;

/** Where they are seen. */
export type Pane = Pick<ConsolePane, "print" | "clear">;

const most = 500;
/** Of a line: as many as a table needs. */
const mostCharacters = 4000;

export class ConsolePane {
  readonly #element: HTMLElement;
  #waiting: HTMLElement[] = [];
  #isDue = false;

  constructor(element: HTMLElement) {
    this.#element = element;
  }

  clear(): void {
    this.#waiting = [];
    this.#element.replaceChildren();
  }

  readonly print: Print = (level, text, at) => {
    const time = element("small", {}, `${at.toFixed(1)} ms`);
    const line = element("div", {}, time, text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text);
    line.dataset.level = level;
    if (this.#waiting.push(line) > most) this.#waiting.shift();
    if (this.#isDue) return;
    this.#isDue = true;
    setTimeout(() => this.#flush(), 50);
  };

  #flush(): void {
    this.#isDue = false;
    const isAtEnd = this.#element.scrollHeight - this.#element.scrollTop - this.#element.clientHeight < 20;
    this.#element.append(...this.#waiting);
    this.#waiting = [];
    while (this.#element.childElementCount > most) this.#element.firstElementChild?.remove();
    if (isAtEnd) this.#element.scrollTop = this.#element.scrollHeight;
  }
}
