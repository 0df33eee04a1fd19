/** The scenario on show: navigation, words, options, and the panel that is its own. */
import { scenarios } from "../scenarios/index.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import { find } from "../views/element.ts";

export class ScenarioView {
  readonly #change: (option: string, value: string) => void;
  readonly #selects = new Map<string, HTMLSelectElement>();

  constructor(change: (option: string, value: string) => void) {
    this.#change = change;
    const items = scenarios.map(({ id, title }) => {
      const link = document.createElement("a");
      link.href = `#scenario=${id}`;
      link.textContent = title;
      link.dataset.scenario = id;
      const item = document.createElement("li");
      item.append(link);
      return item;
    });
    find("#scenarios").replaceChildren(...items);
  }

  show(scenario: Scenario): void {
    for (const link of document.querySelectorAll<HTMLElement>("[data-scenario]")) {
      if (link.dataset.scenario === scenario.id) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    find("#scenario-title").textContent = scenario.title;
    find("#summary").textContent = scenario.summary;
    find("#watch").replaceChildren(
      ...scenario.watch.map((text) => {
        const item = document.createElement("li");
        item.textContent = text;
        return item;
      }),
    );
    this.#selects.clear();
    const labels = (scenario.options ?? []).map(({ id, label, values }) => {
      const select = document.createElement("select");
      select.id = `option-${id}`;
      select.append(...values.map(([value, text]) => new Option(text, value)));
      select.addEventListener("change", () => this.#change(id, select.value));
      this.#selects.set(id, select);
      const element = document.createElement("label");
      element.append(label, select);
      return element;
    });
    find("#options").replaceChildren(...labels);
  }

  showOptions(options: Readonly<Record<string, string>>): void {
    for (const [id, select] of this.#selects) select.value = options[id] ?? "";
  }

  emptyPanel(): HTMLElement {
    const panel = document.createElement("div");
    panel.className = "panel";
    find("#panel").replaceChildren(panel);
    return panel;
  }
}
