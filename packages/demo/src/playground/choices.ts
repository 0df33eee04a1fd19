/** Select boxes for the settings. */
import { element } from "../views/element.ts";
import { compileChoices, runChoices, type Settings, settingsFrom } from "./settings.ts";

/** The boxes of both panels; `changed` hears of the id of what a person chose. */
export class Choices {
  readonly #boxes = new Map<string, HTMLSelectElement>();

  constructor(compile: HTMLElement, run: HTMLElement, changed: (id: string) => void) {
    for (const [place, choices] of [[compile, compileChoices] as const, [run, runChoices] as const]) {
      for (const { id, label, values } of choices) {
        const options = values.map(([value, text]) => new Option(text, value));
        const box = element("select", { id: `choice-${id}` }, ...options);
        box.addEventListener("change", () => changed(id));
        place.append(element("label", {}, `${label} `, box));
        this.#boxes.set(id, box);
      }
    }
  }

  get settings(): Settings {
    return settingsFrom(Object.fromEntries([...this.#boxes].map(([id, box]) => [id, box.value])));
  }

  set settings(settings: Settings) {
    for (const [id, box] of this.#boxes) box.value = settings[id] ?? box.value;
  }
}
