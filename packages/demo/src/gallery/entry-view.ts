/** The entry on show: navigation, words, the field, its own panel, and the table of the modes. */
import { bringIntoView } from "../views/bring-into-view.ts";
import { element, find } from "../views/element.ts";
import type { EntryLink } from "./entries.ts";
import type { Entry, Mode } from "./entry.ts";
import type { Measured, Watches } from "./measure/run.ts";
import { ResultsTable } from "./results-table.ts";
import type { RunPlace } from "./run.ts";
import type { Runner } from "./runner.ts";

export class EntryView {
  readonly #watches: Watches;
  readonly #start: (mode: Mode, at: number) => void;
  readonly #field = find<HTMLInputElement>("#typed");
  #table: ResultsTable | undefined;
  #showResult: (result: unknown) => void = () => {};

  constructor(links: readonly EntryLink[], watches: Watches, start: (mode: Mode, at: number) => void) {
    this.#watches = watches;
    this.#start = start;
    const items = links.map(({ id, title, complaint }) => {
      const link = element("a", { href: `#${id}` }, element("b", { textContent: title }), ` ${complaint}`);
      link.dataset.entry = id;
      return element("li", {}, link);
    });
    find("#entries").replaceChildren(...items);
    this.#field.addEventListener("input", () => {
      find("#echo").textContent = `${this.#field.value.length} letters`;
    });
  }

  /** What runs show their results in. */
  get place(): RunPlace {
    return { field: this.#field, watches: this.#watches, show: this.#showResult };
  }

  /** The entry is being loaded. */
  choose({ id, title }: EntryLink): void {
    for (const link of document.querySelectorAll<HTMLElement>("[data-entry]")) {
      if (link.dataset.entry !== id) link.removeAttribute("aria-current");
      else {
        link.setAttribute("aria-current", "page");
        bringIntoView(find("#entries"), link);
      }
    }
    document.title = `${title} · Preempt`;
    find("#title").textContent = title;
    find("main").classList.add("opening");
    find("#error").textContent = "";
  }

  show(entry: Entry, runner: Runner): void {
    find("#summary").textContent = entry.summary;
    find("#libraries").textContent = entry.libraries.join(", ");
    find("#typed-label").textContent = entry.field;
    this.#field.value = "";
    find("#echo").textContent = "";
    const words = [
      ["By hand", runner.isCutByHand ? entry.byHand : `The same as plain. ${entry.byHand}`],
      ["In a worker", entry.worker],
      ...entry.limits.map((limit) => ["Limit", limit]),
    ] as const;
    find("#limits").replaceChildren(
      ...words.map(([head, text]) => element("li", {}, element("b", { textContent: `${head}. ` }), text as string)),
    );
    const place = find("#panel");
    place.replaceChildren();
    this.#showResult = entry.open(place);
    this.#table = new ResultsTable(find<HTMLTableElement>("#results"), entry, (mode) => runner.has(mode), this.#start);
    find("#how").textContent =
      entry.script.kind === "started"
        ? "Press Run, and type until the result is there."
        : `Press Run, and type, “${entry.script.sample}” for example. A second after the last result the numbers are there.`;
    find("main").classList.remove("opening");
  }

  showRunning(mode: Mode | undefined): void {
    this.#table?.showRunning(mode);
    if (mode !== undefined) this.#field.focus();
  }

  showMeasured(measured: Measured): void {
    this.#table?.show(measured);
  }

  sayError(error: unknown): void {
    find("#error").textContent = error instanceof Error ? error.message : String(error);
  }
}
