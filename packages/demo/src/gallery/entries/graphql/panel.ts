/** The beginning of the answer. */
import { element } from "../../../views/element.ts";
import type { Answer } from "./work.ts";

export function openAnswer(place: HTMLElement): (answer: Answer) => void {
  const count = element("p", { textContent: "Nothing was asked yet." });
  const text = element("pre", { className: "scroll", tabIndex: 0 });
  place.append(count, text);
  return ({ people }) => {
    count.textContent = `${people.length} people with their friends. The first:`;
    text.textContent = JSON.stringify(people[0], undefined, 2);
  };
}
