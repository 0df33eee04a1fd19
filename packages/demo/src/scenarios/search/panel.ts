/** What was found: how much, how soon, and the best hits with the letters that matched. */
import { element } from "../../views/element.ts";
import { tile } from "../../views/readings.ts";
import { fileNote, unreadable } from "../file-note.ts";
import type { Answer, FinderEvents } from "./finder.ts";
import { topCount } from "./finder.ts";
import type { Hit } from "./work.ts";
import "./search.css";

export class SearchPanel implements FinderEvents {
  readonly #hits = element("b", { textContent: "–" });
  readonly #time = element("b", { textContent: "–" });
  readonly #off = element("b", { textContent: "0" });
  readonly #status = element("p");
  readonly #note = fileNote();
  readonly #list = document.createElement("ol");
  readonly #showRows: (count: number, row: (index: number) => string) => void;

  constructor(panel: HTMLElement, showRows: (count: number, row: (index: number) => string) => void) {
    this.#showRows = showRows;
    const numbers = element(
      "div",
      { className: "numbers" },
      tile(this.#hits, "rows match"),
      tile(this.#time, "ms from key to result"),
      tile(this.#off, "called off by a newer key"),
    );
    this.#hits.id = "search-hits";
    this.#time.id = "search-time";
    this.#off.id = "search-off";
    this.#status.id = "search-status";
    this.#list.id = "search-top";
    this.#list.className = "search-top";
    this.#list.setAttribute("aria-label", "The best hits");
    this.#list.append(...Array.from({ length: topCount }, () => element("li")));
    panel.append(numbers, this.#note, this.#status, this.#list);
  }

  preparing(): void {
    this.#status.textContent = "making the rows …";
  }

  unreadable(name: string | undefined): void {
    this.#note.textContent = name === undefined ? "" : unreadable(name, "The rows stay as they are.");
  }

  answered({ query, rows, found, responseTime }: Answer): void {
    this.#hits.textContent = found.order.length.toLocaleString("en");
    this.#time.textContent = responseTime.toFixed(0);
    const all = rows.text.length.toLocaleString("en");
    this.#status.textContent = query.trim() === "" ? `all of ${all} rows` : `for “${query.trim()}” in ${all} rows`;
    for (const [i, line] of [...this.#list.children].entries()) {
      const hit = found.top[i];
      line.replaceChildren(...(hit === undefined ? [] : marked(hit)));
    }
    this.#showRows(found.order.length, (index) => rows.text[found.order[index] ?? 0] ?? "");
  }

  calledOff(count: number): void {
    this.#off.textContent = String(count);
  }
}

function marked({ text, marks }: Hit): (string | HTMLElement)[] {
  const parts: (string | HTMLElement)[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    if (from > at) parts.push(text.slice(at, from));
    parts.push(element("mark", { textContent: text.slice(from, to) }));
    at = to;
  }
  parts.push(text.slice(at));
  return parts;
}
