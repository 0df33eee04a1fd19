/** A choice among values, and the box to choose in. */
import { element } from "./element.ts";

export interface Choice {
  readonly id: string;
  readonly label: string;
  /** Values with what people read. The first is the default. */
  readonly values: readonly (readonly [value: string, text: string])[];
}

/** A box for each choice, with its label, at the end of `place`; by id. `changed` hears what a person chose. */
export function choiceBoxes(
  place: HTMLElement,
  prefix: string,
  choices: readonly Choice[],
  changed: (id: string, value: string) => void,
): Map<string, HTMLSelectElement> {
  return new Map(
    choices.map(({ id, label, values }) => {
      const box = element(
        "select",
        { id: `${prefix}-${id}` },
        ...values.map(([value, text]) => new Option(text, value)),
      );
      box.addEventListener("change", () => changed(id, box.value));
      place.append(element("label", {}, `${label} `, box));
      return [id, box];
    }),
  );
}
