/** The scenario on show: navigation, words, options, and the panel that is its own. */
import { type ScenarioEntry, scenarios } from "../scenarios/index.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import { bringIntoView } from "../views/bring-into-view.ts";
import { choiceBoxes } from "../views/choice.ts";
import { element, find } from "../views/element.ts";

export class ScenarioView {
  readonly #change: (option: string, value: string) => void;
  #boxes: ReadonlyMap<string, HTMLSelectElement> = new Map();

  constructor(change: (option: string, value: string) => void) {
    this.#change = change;
    const items = scenarios.map(({ id, title }) => {
      const link = element("a", { href: `#scenario=${id}`, textContent: title });
      link.dataset.scenario = id;
      return element("li", {}, link);
    });
    find("#scenarios").replaceChildren(...items);
  }

  show({ id, title }: ScenarioEntry, scenario: Scenario): void {
    for (const link of document.querySelectorAll<HTMLElement>("[data-scenario]")) {
      if (link.dataset.scenario !== id) link.removeAttribute("aria-current");
      else {
        link.setAttribute("aria-current", "page");
        bringIntoView(find("#scenarios"), link);
      }
    }
    document.title = `${title} · Preempt`;
    find("#scenario-title").textContent = title;
    find("#summary").textContent = scenario.summary;
    find("#watch").replaceChildren(...scenario.watch.map((text) => element("li", { textContent: text })));
    const place = find("#options");
    place.replaceChildren();
    this.#boxes = choiceBoxes(place, "option", scenario.options ?? [], this.#change);
  }

  showOptions(options: Readonly<Record<string, string>>): void {
    for (const [id, box] of this.#boxes) box.value = options[id] ?? "";
  }

  emptyPanel(): HTMLElement {
    const panel = element("div", { className: "panel" });
    find("#panel").replaceChildren(panel);
    return panel;
  }
}
