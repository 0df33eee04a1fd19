/** The console pane: the last lines, put into the page a few times a second however fast they come. */
import { element } from "../views/element.ts";
import { show } from "./show.ts";

export type Level = "log" | "warn" | "error";

/** Where the lines of a run go. `at` is in milliseconds since it began. */
export type Print = (level: Level, text: string, at: number) => void;

const most = 500;

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
    const line = element("div", {}, time, text.length > 2000 ? `${text.slice(0, 2000)}…` : text);
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

/** A console for programs: what they log is printed, and goes to the browser's own console as well. */
export function consoleFor(print: (level: Level, text: string) => void): Console {
  const levels = { log: "log", info: "log", debug: "log", warn: "warn", error: "error" } as const;
  const own = Object.entries(levels).map(([method, level]) => {
    const log = (...values: unknown[]) => {
      console[method as keyof typeof levels](...values);
      print(level, values.map((value) => show(value)).join(" "));
    };
    return [method, log] as const;
  });
  return Object.assign(Object.create(console) as Console, Object.fromEntries(own));
}
