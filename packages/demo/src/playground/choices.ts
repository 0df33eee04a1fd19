/** Select boxes for the settings. */
import { type Choice, choiceBoxes } from "../views/choice.ts";
import { compileChoices, runChoices, type Settings, settingsFrom } from "./settings.ts";

/** The boxes of both panels; `changed` hears of the id of what a person chose. */
export class Choices {
  readonly #boxes: ReadonlyMap<string, HTMLSelectElement>;

  constructor(compile: HTMLElement, run: HTMLElement, changed: (id: string) => void) {
    const boxes = (place: HTMLElement, choices: readonly Choice[]) => choiceBoxes(place, "choice", choices, changed);
    this.#boxes = new Map([...boxes(compile, compileChoices), ...boxes(run, runChoices)]);
  }

  get settings(): Settings {
    return settingsFrom(Object.fromEntries([...this.#boxes].map(([id, box]) => [id, box.value])));
  }

  set settings(settings: Settings) {
    for (const [id, box] of this.#boxes) box.value = settings[id] ?? box.value;
  }

  /** Whether they are still chosen. */
  isAt(settings: Settings): boolean {
    return [...this.#boxes].every(([id, box]) => box.value === settings[id]);
  }
}
