/** Select boxes for the settings. */
import { compileChoices, runChoices, type Settings, settingsFrom } from "./settings.ts";

/** The boxes of both panels; `changed` hears of the id of what a person chose. */
export class Choices {
  readonly #boxes = new Map<string, HTMLSelectElement>();

  constructor(compile: HTMLElement, run: HTMLElement, changed: (id: string) => void) {
    for (const [place, choices] of [[compile, compileChoices] as const, [run, runChoices] as const]) {
      for (const { id, label, values } of choices) {
        const box = document.createElement("select");
        box.id = `choice-${id}`;
        box.append(...values.map(([value, text]) => new Option(text, value)));
        box.addEventListener("change", () => changed(id));
        const around = document.createElement("label");
        around.append(`${label} `, box);
        place.append(around);
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
