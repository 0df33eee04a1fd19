/** A list as long as one likes: of its rows only those in sight exist, and a job makes them when it is scrolled. */
import type { System } from "../scenarios/scenario.ts";
import { fontScale } from "../views/font-scale.ts";

const rowHeight = 28 * fontScale();
/** Browsers give up on elements that are much taller. */
const tallest = 8_000_000;

export class LongList {
  readonly #view: HTMLElement;
  readonly #space: HTMLElement;
  readonly #rows: HTMLElement[] = [];
  readonly #answer: (timeStamp: number) => void;
  /** Where the rows were made last. */
  #drawnAt = 0;
  #system: System | undefined;
  #count = 0;
  #row: (index: number) => string = String;

  /** @param view The element that scrolls. */
  constructor(view: HTMLElement, answered: (timeStamp: number) => void) {
    this.#view = view;
    this.#space = document.createElement("div");
    this.#space.className = "rows";
    this.#space.setAttribute("role", "list");
    view.append(this.#space);
    const scrolled = (timeStamp: number) => {
      this.#draw();
      answered(timeStamp);
    };
    this.#answer = (timeStamp) => {
      this.#system?.release("scroll", scrolled, timeStamp).then(undefined, () => {});
    };
    view.addEventListener("scroll", ({ timeStamp }) => this.#answer(timeStamp));
    new ResizeObserver(() => this.#draw()).observe(view);
  }

  moveTo(system: System | undefined): void {
    this.#system = system;
    // It was scrolled while nothing ran, or the last system ended before the rows were made.
    if (this.#view.scrollTop !== this.#drawnAt) this.#answer(performance.now());
  }

  show(count: number, row: (index: number) => string): void {
    this.#count = Math.min(count, Math.floor(tallest / rowHeight));
    this.#row = row;
    this.#space.style.height = `${this.#count * rowHeight}px`;
    this.#draw();
  }

  #draw(): void {
    this.#drawnAt = this.#view.scrollTop;
    const first = Math.max(0, Math.floor(this.#drawnAt / rowHeight) - 1);
    const visible = Math.ceil(this.#view.clientHeight / rowHeight) + 2;
    const last = Math.min(this.#count, first + visible);
    while (this.#rows.length < visible) {
      const element = document.createElement("div");
      element.setAttribute("role", "listitem");
      this.#rows.push(element);
      this.#space.append(element);
    }
    for (const [i, element] of this.#rows.entries()) {
      const index = first + i;
      element.hidden = index >= last;
      if (element.hidden) continue;
      element.style.transform = `translateY(${index * rowHeight}px)`;
      element.setAttribute("aria-posinset", String(index + 1));
      element.setAttribute("aria-setsize", String(this.#count));
      element.textContent = this.#row(index);
    }
  }
}
